import re
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any

import pytest
from markdown import Markdown
from pymdownx.superfences import SuperFencesException

from live_demo import DemoError
from mkdocs_live_demo import header
from mkdocs_live_demo.cells import request
from mkdocs_live_demo.cells.page import Cells


class Refused(SuperFencesException):  # type: ignore[misc]
    """What SuperFences does not swallow."""


def written(markdown: str, outputs: Mapping[str, str] | None = None) -> str:
    """What a page becomes, with the same wiring as the plugin's."""
    cells = Cells()

    def form(source: str, language: str, _class: str, options: dict[str, str], _md: object, **more: Any) -> str:
        try:
            return cells.add(request.parse(source, language, options, [more["id_value"], *more["classes"]]))
        except DemoError as error:
            raise Refused(str(error)) from error

    names = (*request.SPELLINGS, *request.WRONG)
    fences = [{"name": n, "class": "live-code", "format": form, "validator": request.take} for n in names]
    md = Markdown(
        extensions=["attr_list", "pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": {"custom_fences": fences}},
    )
    html = md.convert(markdown)
    header.check_leftovers(html)
    return cells.written(html, lambda run: {c.key: (outputs or {}).get(c.key, "") for c in run})


class Code(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.inside = "", False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, _attrs: object) -> None:
        self.inside = self.inside or tag == "code"

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "code"

    def handle_data(self, data: str) -> None:
        self.text += data if self.inside else ""


@pytest.mark.parametrize(
    "code", ["1 + 1", "if 1 < 2:\n    print('a & b')", "# é → ∑ 𝒳\nx = '\"'", "x = 1\n\n\n# end", "a=1;"]
)
def test_the_text_of_the_code_is_the_source(code: str) -> None:
    assert Code(written(f"```python live\n{code}\n```")).text == code


def test_cells_have_names_sessions_and_outputs() -> None:
    blocks = [
        "```python live\na\n```",
        '```python live session="two" readonly\nb\n```',
        "```python live setup\nc\n```",
    ]
    html = written("\n\n".join(blocks), {"cell-2": "seven"})
    assert re.findall(r'data-key="([\w-]+)" data-session="(\w+)"', html) == [
        ("cell-1", "page"),
        ("cell-2", "two"),
        ("set-up-1", "page"),
    ]
    assert re.findall(r'id="([\w-]+)-name">([^<]+)<', html) == [
        ("cell-1", "Cell 1"),
        ("cell-2", "Cell 2"),
        ("set-up-1", "Set-up 1"),
    ]
    assert 'aria-label="Output of cell 2" data-output="">seven</div>' in html
    assert html.count("data-setup") == html.count('hidden=""><fieldset') == 1
    assert html.count('data-act="edit"') == 2, "the read-only cell has no editor"


def test_set_up_runs_first_and_sessions_apart() -> None:
    cells = Cells()
    for code, options in [("1", {}), ("2", {"session": "b"}), ("3", {"setup": "setup"}), ("4", {})]:
        cells.add(request.parse(code, "python", {"live": "live", **options}))
    assert [[c.request.code for c in part] for part in cells.parts()] == [["3", "1", "4"], ["2"]]


def test_python_that_does_not_run_stays_as_it_is() -> None:
    html = written('```python title="x"\n1\n```\n\n```python\n2\n```\n\n```py\n3\n```\n\n`python live`')
    assert "live-code" not in html
    assert html.count("<pre>") == 3


@pytest.mark.parametrize(
    ("first", "says"),
    [
        ("python live redonly", "found 'redonly'; hint: did you mean readonly?"),
        ('python live session="a b"', "expected a session's name of letters, digits and hyphens; found 'a b'"),
        ("python live raises", 'expected raises="…"; found raises without a value'),
        ('python live raises="not a name"', "found 'not a name'"),
        ('python live setup="yes"', 'expected the word setup alone; found setup="yes"'),
        ('python live title="x"', "found 'title'"),
        ("python Live", "found 'Live'; hint: did you mean live?"),
        ("py live", "found ```py"),
        ("Python live", "found ```Python"),
        ("live python", "found ```live"),
        ("live-python", "found ```live-python"),
        ("{ .python live #here }", "expected no id and no class; found here"),
    ],
)
def test_what_is_wrong_on_the_first_line_is_named(first: str, says: str) -> None:
    with pytest.raises(Refused) as caught:
        written(f"```{first}\n1\n```")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("first", ["python lvie", "python live expected=1", "python live session='a"])
def test_a_block_that_became_text_is_refused(first: str) -> None:
    with pytest.raises(DemoError, match=r"^a cell: expected a first line such as .* hint: values stand in quotes"):
        written(f"```{first}\n1\n```")


def test_an_empty_cell_is_refused() -> None:
    with pytest.raises(Refused, match="expected code; found an empty block"):
        written("```python live\n\n```")


def test_a_cell_works_in_lists_quotes_and_longer_fences() -> None:
    html = written(
        "- item\n\n    ```python live\n    1\n    ```\n\n> ```python live\n> 2\n> ```\n\n````python live\n3\n````"
    )
    assert html.count("<live-code") == 3
    assert Code(html).text == "123"

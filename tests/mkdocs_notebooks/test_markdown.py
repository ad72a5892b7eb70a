"""A notebook as Markdown."""

from typing import Any

import pytest

from mkdocs_notebooks.errors import NotebookError
from mkdocs_notebooks.markdown import page
from mkdocs_notebooks.notebook import read
from tests.mkdocs_notebooks.notebooks import code, notebook, text


def shown(*cells: dict[str, Any]) -> str:
    return page(read(notebook(*cells)), "sums.ipynb")


def test_text_stands_as_it_is_and_code_in_blocks_that_run() -> None:
    assert shown(text("# Sums\n\n$x^2$"), code("x = 1\n\nx + 1"), text("End.")) == (
        "# Sums\n\n$x^2$\n\n"
        '<p class="nb-download"><a href="sums.ipynb" download>Download this notebook</a></p>\n\n'
        "```python live\nx = 1\n\nx + 1\n```\n\n"
        "End.\n"
    )


def test_front_matter_is_left_to_mkdocs() -> None:
    assert shown(text("---\ntitle: T\n---\n# T"), text("---\nmore\n---")).startswith("# T\n\n<p")


def test_empty_code_and_raw_cells_are_left_out() -> None:
    raw = {"cell_type": "raw", "metadata": {}, "source": "<b>", "id": "r"}
    assert shown(text("# T"), raw, code(" \n")).endswith("</p>\n")


def test_code_that_holds_ticks_gets_more_of_them() -> None:
    assert "\n````python live\nprint('```')\n````\n" in shown(text("# T"), code("print('```')"))


@pytest.mark.parametrize(
    ("cell", "first_line"),
    [
        (code("1", "hide-input"), "```python live setup"),
        (code("1", "readonly"), "```python live readonly"),
        (code("1", "something-else"), "```python live"),
        (code("1", live={"session": "b"}), '```python live session="b"'),
        (code("1", live={"expected": "1\n2"}), '```python live expected="1\\n2"'),
        (code("1", live={"expected": 'say "1"'}), "```python live expected='say \"1\"'"),
        (code("1", "raises-exception", live={"raises": "KeyError"}), '```python live raises="KeyError"'),
    ],
)
def test_tags_and_metadata_become_options(cell: dict[str, Any], first_line: str) -> None:
    assert f"\n{first_line}\n1\n```\n" in shown(text("# T"), cell)


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        (code("1", live={"expect": "1"}), "cell 1: expected only session, expected, raises under `live` in its"),
        (code("1", live={"expected": "\"'"}), "cell 1, expected: expected text without backslashes"),
        (code("1", live={"expected": "a\\b"}), "cell 1, expected: expected text without backslashes"),
        (code("1", "raises-exception"), "cell 1: expected the tag raises-exception and, under `live`"),
        (code("1", live={"raises": "KeyError"}), "cell 1: expected the tag raises-exception and, under `live`"),
        (text("![](attachment:a.png)") | {"attachments": {"a.png": {"image/png": "AA=="}}}, "found an attached picture, a.png"),
    ],
)  # fmt: skip
def test_what_the_page_can_not_show_is_said_in_one_line(cell: dict[str, Any], says: str) -> None:
    with pytest.raises(NotebookError) as caught:
        shown(text("# T"), cell)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)

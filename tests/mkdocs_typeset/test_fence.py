from pathlib import Path

import pytest
from markdown import Markdown
from pymdownx.superfences import SuperFencesException

from mkdocs_typeset.errors import DiagramError
from mkdocs_typeset.fence import check_leftovers, mermaid_fence
from mkdocs_typeset.page import PageContext

SOURCE = "flowchart LR\n  accTitle: T\n  accDescr: D\n  a[A] --> b[B]"


class BuildStopsError(SuperFencesException):  # type: ignore[misc] # pymdownx has no types
    """What a generator would show; SuperFences swallows anything else."""


@pytest.fixture
def page() -> PageContext:
    context = PageContext(BuildStopsError)
    context.start("guide/page.md")
    return context


def render(text: str, page: PageContext, cache: Path) -> str:
    options = {"custom_fences": [mermaid_fence(page, cache)]}
    extensions = ["pymdownx.superfences", "pymdownx.tabbed", "admonition"]
    return Markdown(extensions=extensions, extension_configs={"pymdownx.superfences": options}).convert(text)


def fence(source: str, header: str = "") -> str:
    return f"```mermaid {header}\n{source}\n```\n"


def test_a_block_becomes_a_figure(page: PageContext, cache: Path) -> None:
    html = render(f"before\n\n{fence(SOURCE)}\nafter", page, cache)
    assert html.startswith('<p>before</p>\n<figure class="graph"')
    assert html.endswith("</figure>\n<p>after</p>")


def test_diagrams_of_a_page_are_numbered_and_a_new_page_begins_at_one(page: PageContext, cache: Path) -> None:
    html = render(fence(SOURCE) + "\n" + fence(SOURCE), page, cache)
    assert html.count('id="diagram-1-title"') == html.count('id="diagram-2-title"') == 1
    page.start("other.md")
    assert 'id="diagram-1-title"' in render(fence(SOURCE), page, cache)


@pytest.mark.parametrize("around", ["- item\n\n", '=== "Tab"\n\n', "!!! note\n\n"])
def test_inside_other_blocks(around: str, page: PageContext, cache: Path) -> None:
    indented = "".join(f"    {line}\n" for line in fence(SOURCE).splitlines())
    assert render(around + indented, page, cache).count("<figure") == 1


def test_a_caption_can_be_given(page: PageContext, cache: Path) -> None:
    html = render(fence(SOURCE, 'caption="Solid: needed, dotted: helps."'), page, cache)
    assert "<figcaption>Solid: needed, dotted: helps.</figcaption>" in html


def test_another_option_is_an_error(page: PageContext, cache: Path) -> None:
    with pytest.raises(BuildStopsError, match=r"^guide/page\.md: diagram 1: expected .* / found width / hint"):
        render(fence(SOURCE, 'width="3"'), page, cache)


def test_an_error_names_the_page_and_is_not_swallowed(page: PageContext, cache: Path) -> None:
    broken = SOURCE.replace("accDescr", "%% accDescr")
    with pytest.raises(BuildStopsError, match=r"^guide/page\.md: diagram 2: .* found no accDescr"):
        render(fence(SOURCE) + "\n" + fence(broken), page, cache)


def test_other_languages_stay_code(page: PageContext, cache: Path) -> None:
    assert "<figure" not in render("```text\nflowchart LR\n```", page, cache)


def test_a_diagram_that_became_code_is_refused(page: PageContext, cache: Path) -> None:
    html = render(f"text\n\n{fence(SOURCE, 'caption=x')}", page, cache)
    with pytest.raises(
        DiagramError, match=r"^a diagram: expected a first line .* / found “mermaid caption=x” / hint: "
    ):
        check_leftovers(html)


def test_a_page_that_names_mermaid_is_no_leftover(page: PageContext, cache: Path) -> None:
    check_leftovers(render(f"`mermaid`\n\n````text\n{fence(SOURCE)}````\n\n{fence(SOURCE)}", page, cache))

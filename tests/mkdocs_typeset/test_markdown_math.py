from typing import NoReturn
from xml.etree import ElementTree as ET

import pytest
from html5lib import parseFragment
from markdown import Extension, Markdown

from mkdocs_typeset.errors import MathError
from mkdocs_typeset.markdown_math import MathExtension
from mkdocs_typeset.math import Formula

LONG = " + ".join(f"x_{{{i}}}" for i in range(20))


def render(text: str, extension: MathExtension | None = None) -> str:
    extensions: list[str | Extension] = [
        "tables",
        "attr_list",
        "toc",
        "pymdownx.superfences",
        extension or MathExtension(),
    ]
    return Markdown(extensions=extensions).convert(text)


def tree(text: str) -> ET.Element:
    """The page as a browser reads it, without namespaces."""
    root = parseFragment(render(text), namespaceHTMLElements=False)
    assert isinstance(root, ET.Element)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def formulas(text: str) -> list[str | None]:
    return [element.get("alttext") for element in tree(text).iter("math")]


def test_dollars_and_brackets_in_a_line() -> None:
    assert formulas(r"Of $d_k$ and \(n\).") == ["d_k", "n"]


def test_nothing_is_left_of_the_dollars() -> None:
    text = "".join(tree(r"Of $d_k$ and \(n\).").itertext())
    assert text == "Of dk and n."


def test_a_line_that_is_only_a_formula_is_a_paragraph() -> None:
    paragraph = tree("$x$")[0]
    assert paragraph.tag == "p"
    assert paragraph[0][0].tag == "math"


def test_no_space_slips_in_beside_a_formula() -> None:
    assert "</math></span><strong>" in render("$x$**b**")


def test_marks_that_touch_a_formula_stay_on_its_line() -> None:
    held = ["".join(span.itertext()) for span in tree("Of ($x$), $y$. And **$z$**!").iter("span")]
    assert held == ["(x),", "y.", "z"]
    long = tree(f"a ${LONG}$. b").find(".//span[@class='formula-long']")
    assert long is not None
    assert "".join(long.itertext()).endswith("19.")


def test_a_formula_may_begin_or_end_the_text_of_a_link() -> None:
    root = tree("([of $x$](a.md), [$y$](b.md))")
    assert [(link.get("href"), "".join(link.itertext())) for link in root.iter("a")] == [
        ("a.md", "of x"),
        ("b.md", "y"),
    ]
    assert "".join(root.itertext()) == "(of x, y)"


def test_emphasis_and_underscores_within_a_formula_mean_nothing_to_markdown() -> None:
    assert formulas("$a_b c_d$ and $f*g*h$") == ["a_b c_d", "f*g*h"]


@pytest.mark.parametrize("text", ["`$x$`", "```\n$x$ $$y$$\n```", "    $$x$$", "<pre>$x$</pre>"])
def test_code_is_left_alone(text: str) -> None:
    assert formulas(text) == []
    assert "$x$" in render(text)


def test_money_is_left_alone() -> None:
    assert "costs $5 and $6, or $7" in render(r"costs $5 and $6, or \$7")


def test_display_with_number() -> None:
    block = tree("$$\na = b \\tag{3}\n$$")[0]
    assert (block.tag, block.get("class"), block.get("id")) == ("div", "formula", "formula-3")
    math, number = block
    assert math.get("display") == "block"
    assert math.get("alttext") == "a = b"
    assert (number.get("class"), number.text) == ("formula-n", "(3)")


def test_a_number_stands_once_on_a_page_and_again_on_the_next() -> None:
    extension = MathExtension()
    numbered = "$$\na \\tag{3}\n$$\n\n"
    render(numbered, extension)
    render(numbered, extension)
    with pytest.raises(MathError, match=r"found \(3\) for the second time"):
        render(numbered * 2, extension)


def test_display_without_number() -> None:
    block = tree("before\n\n\\[ a < b \\]\n\nafter")[1]
    assert [child.tag for child in block] == ["math"]
    assert "id" not in block.attrib


def test_in_a_list_inline_and_display() -> None:
    item = tree("- item $x$\n\n    $$\n    y\n    $$\n").find("./ul/li")
    assert item is not None
    assert [element.get("alttext") for element in item.iter("math")] == ["x", "y"]
    assert item.find("./div[@class='formula']") is not None


def test_in_a_table() -> None:
    cells = list(tree("| a | b |\n|---|---|\n| $x_i$ | `$y$` |").iter("td"))
    assert [[math.get("alttext") for math in cell.iter("math")] for cell in cells] == [["x_i"], []]


def test_in_a_heading_the_anchor_is_plain() -> None:
    assert 'id="head-dk"' in render("# Head $d_k$")


def test_only_what_may_overflow_can_be_focused() -> None:
    short, long = (tree(f"$$\n{latex}\n$$")[0] for latex in ("x", LONG))
    assert not {"tabindex", "role", "aria-label"} & set(short.attrib)
    assert (long.get("tabindex"), long.get("role"), long.get("aria-label")) == ("0", "group", "Formula")
    numbered = tree(f"$$\n{LONG} \\tag{{7}}\n$$")[0]
    assert numbered.get("aria-label") == "Formula 7"
    inline = tree(f"a ${LONG}$ b").find(".//span")
    assert inline is not None
    assert (inline.get("class"), inline.get("tabindex")) == ("formula-long", "0")


@pytest.mark.parametrize(
    "text",
    ["text $$x$$ more", "text:\n$$\nx\n$$", "$$\na\n\nb\n$$", "| a |\n|---|\n| $$x$$ |"],
    ids=["in a line", "no empty line before", "empty line inside", "in a table"],
)
def test_a_display_formula_that_is_no_paragraph_is_an_error(text: str) -> None:
    with pytest.raises(MathError, match="expected a paragraph of its own"):
        render(text)


def test_escaped_double_dollars_are_text() -> None:
    assert "a $$ b" in render(r"a \$\$ b")


def test_errors_go_to_whoever_knows_the_page() -> None:
    def fail(error: MathError) -> NoReturn:
        raise LookupError(f"page.md: {error}")

    with pytest.raises(LookupError, match=r"page\.md: formula \$\\foo\$"):
        render(r"a $\foo$", MathExtension(fail))


def test_checks_of_the_caller_run_on_each_formula() -> None:
    seen: list[Formula] = []
    render("$x$\n\n$$\ny\n$$", MathExtension(check=seen.append))
    assert sorted(formula.latex for formula in seen) == ["x", "y"]

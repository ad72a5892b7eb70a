"""Symbols of a formula: what they become, and what stops the build."""

import re
from xml.etree import ElementTree as ET

import markdown
import pytest

from mkdocs_typeset.errors import MathError
from mkdocs_typeset.linked import check_links
from mkdocs_typeset.math import convert
from mkdocs_typeset.symbols import LETTERS, style
from tests.mkdocs_typeset.drawing import parsed

ATTENTION = (
    r"\syma{\operatorname{softmax}}\left(\frac{\syms{\symq{Q}\symk{K}^\top}}{\symz{\sqrt{d_k}}}\right)\symv V"
)


def symbols(mathml: str) -> dict[str, str]:
    """Each symbol's classes and the text in it."""
    root = parsed(mathml)
    return {e.get("class", ""): "".join(e.itertext()) for e in root.iter() if e.get("class")}


def test_each_symbol_is_an_element_around_just_its_part() -> None:
    mathml = convert(ATTENTION, display=True).mathml
    assert symbols(mathml) == {
        "sym sym-a": "softmax",
        "sym sym-s": "QK⊤",
        "sym sym-q inner": "Q",
        "sym sym-k inner": "K",
        "sym sym-z": "dk",
        "sym sym-v": "V",
    }
    assert "color" not in mathml


@pytest.mark.parametrize("letter", LETTERS)
def test_every_letter_keeps_its_name(letter: str) -> None:
    assert symbols(convert(rf"\sym{letter}{{x}} y").mathml) == {f"sym sym-{letter}": "x"}


def test_but_for_its_symbols_the_formula_is_the_same() -> None:
    marked = parsed(convert(r"\frac{\symq{Q}\symk{K}^\top}{\symz{\sqrt{d_k}}}\symv V").mathml)
    unmarked = parsed(convert(r"\frac{QK^\top}{\sqrt{d_k}}V").mathml)
    for parent in list(marked.iter()):
        for place, child in enumerate(parent):
            if child.get("class"):
                (inner,) = child
                parent[place] = inner
    marked.attrib.pop("alttext")
    unmarked.attrib.pop("alttext")
    assert ET.tostring(marked) == ET.tostring(unmarked)


def test_alternative_text_is_ordinary_latex() -> None:
    formula = convert(ATTENTION, display=True)
    assert formula.latex == r"{\operatorname{softmax}}\left(\frac{{QK^\top}}{{\sqrt{d_k}}}\right)V"
    assert parsed(formula.mathml).get("alttext") == formula.latex


def test_commands_that_begin_alike_are_other_commands() -> None:
    formula = convert(r"\symbf{Q} + \symq{\alpha}")
    assert formula.latex == r"\symbf{Q} + {\alpha}"
    assert symbols(formula.mathml) == {"sym sym-q": "α"}


def test_the_keyboard_reaches_the_symbols_of_a_formula_on_its_own_with_a_name() -> None:
    (symbol,) = parsed(convert(r"\symq{Q}", display=True).mathml)
    assert symbol.get("tabindex") == "0"
    assert symbol.get("aria-label") == "Q, outlined in the figure"
    (inline,) = parsed(convert(r"\symq{Q}").mathml)  # it stands in a link, which has the focus
    assert inline.get("tabindex") is None


@pytest.mark.parametrize(
    ("latex", "says"),
    [
        (r"\symb{Q}", r'found unknown command "\symb" at character 1'),
        (r"x + \symq{\foo}", r'found unknown command "\foo" at character 11'),
        (r"\symq{Q", r'expected closing token "}" / found end of input at character 8'),
        (r"\textcolor{brown}{Q}", r"expected a formula in the page's own ink / found \textcolor / hint: a symbol"),
        (r"{\color{red} Q}", r"expected a formula in the page's own ink / found \color / hint: a symbol"),
    ],
)
def test_errors_keep_their_place(latex: str, says: str) -> None:
    with pytest.raises(MathError, match=re.escape(says)):
        convert(latex)


LINKED = '<div class="linked"><p>{symbol}</p><div><div data-symbol="k"></div>{part}</div></div>'
SYMBOL = '<math><mrow class="sym sym-q"><mi>Q</mi></mrow></math>'


@pytest.mark.parametrize(
    "html",
    [
        LINKED.format(symbol=SYMBOL, part='<b data-symbol="q"></b>'),
        LINKED.format(symbol=SYMBOL, part='<table data-symbol="s q"></table>'),
        LINKED.format(symbol="", part='<div data-symbol="q"></div>'),
        "<p>No symbols</p></div>",
    ],
)
def test_a_symbol_with_its_part_is_let_through(html: str) -> None:
    check_links(html)


@pytest.mark.parametrize(
    ("html", "says"),
    [
        (f"<div>{SYMBOL}</div>", r'symbol \symq: expected a place inside <div class="linked" markdown="1">'),
        (
            LINKED.format(symbol="", part='<div data-symbol="q"></div>') + SYMBOL,
            r"symbol \symq: expected a place inside",
        ),
        (
            LINKED.format(symbol=SYMBOL, part=""),
            r'symbol \symq: expected a part of the figure with data-symbol="q" in the same linked element / found parts k',
        ),
        (f'<div class="linked">{SYMBOL}</div>', "in the same linked element / found no parts"),
        (
            f'<div class="linked">{SYMBOL}</div>' + LINKED.format(symbol="", part='<b data-symbol="q"></b>'),
            "in the same linked element / found no parts",
        ),
    ],
    ids=["outside", "after", "other part", "no part", "part elsewhere"],
)
def test_a_symbol_without_its_part_stops_the_build(html: str, says: str) -> None:
    with pytest.raises(MathError, match=re.escape(says)):
        check_links(html)


def test_markdown_finds_them_in_lists_and_links() -> None:
    text = '<div class="symbols" markdown="1">\n[$\\symq{Q}$](#f)\n:   $n$\n:   rows\n</div>'
    extensions = ["def_list", "md_in_html", "mkdocs_typeset.markdown_math"]
    html = markdown.markdown(text, extensions=extensions)
    assert re.search(r'<dt><a href="#f"><span.*<mrow class="sym sym-q"><mi>Q</mi></mrow>.*</a></dt>', html)
    assert html.count("<dd>") == 2


def test_every_letter_has_one_rule() -> None:
    rules = style().splitlines()
    assert len(rules) == len(LETTERS)
    for letter, rule in zip(LETTERS, rules, strict=True):
        assert "*" not in rule, "costs WebKit 20 ms at every move of a demo"
        assert f':is(.sym-{letter}, [data-symbol~="{letter}"]) {{' in rule

"""Formulas as a search reads them, worked out by hand."""

import pytest

from mkdocs_typeset.linear import for_search
from mkdocs_typeset.math import convert

LINES = {
    r"\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V": "softmax((QK⊤)/√d_k)V",
    r"\sqrt{n+1}": "√(n + 1)",
    r"e^{-x}": "e^(− x)",
    r"x_i^2": "x_i^2",
    r"\sum_{j=1}^n a_j": "∑_(j = 1)^n a_j",
    r"\frac{1}{n}": "1/n",
    r"\cos\theta": "cos θ",
    r"\hat{x} \le a, b": "x ≤ a, b",
    r"\begin{aligned} a &= 1 \\ b &= 2 \end{aligned}": "a = 1; b = 2",
}


@pytest.mark.parametrize("latex", LINES)
def test_a_formula_stands_on_one_line(latex: str) -> None:
    assert for_search(convert(latex, display=True).mathml).split() == LINES[latex].split()


def test_what_stands_around_a_formula_stays() -> None:
    mathml = convert(r"a<b").mathml
    assert for_search(f"<p>If {mathml}, <b>then</b>.</p>") == "<p>If a &lt; b, <b>then</b>.</p>"


def test_a_diagram_is_its_description() -> None:
    drawn = "<svg><title>T</title><desc>What leads &amp; where.</desc><text>a</text><text>b</text></svg>"
    assert for_search(f"<div>{drawn}<svg><text>plain</text></svg></div>") == (
        "<div><p>What leads &amp; where.</p><svg><text>plain</text></svg></div>"
    )

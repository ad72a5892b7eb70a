"""Formulas and diagrams as running text, for a search: it reads a page without its layout."""

import html
import re
from collections.abc import Callable
from xml.etree import ElementTree as ET

_MATH = re.compile(r"<math\b.*?</math>", re.DOTALL)
_DRAWING = re.compile(r"<svg\b[^>]*>(?:(?!</svg>).)*?<desc[^>]*>(.*?)</desc>.*?</svg>", re.DOTALL)
_UNSEEN = re.compile("[\u2062-\u2064\u200b]")
_SPACED = frozenset("=<>≤≥≠≈≡∝∈→←↦+−-±×|:∣⟶≔,")
_LARGE = frozenset("∑∏∫⋃⋂")
_RAISED = frozenset("⊤′*∗")
_CLOSED = re.compile(r"\w+|√\w+|.")
_LEAVES = frozenset({"mi", "mn", "mo", "mtext", "ms"})


def for_search(page: str) -> str:
    """Write a page's formulas on one line each, and its diagrams as their descriptions.

    >>> for_search('by <math><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></math>.')
    'by √d_k.'
    """
    drawn = _DRAWING.sub(lambda found: f"<p>{found[1]}</p>", page)
    return _MATH.sub(lambda found: html.escape(_of_formula(found[0]), quote=False), drawn)


def _of_formula(mathml: str) -> str:
    root = ET.fromstring(mathml)  # noqa: S314 - our own
    applied = linear(root).replace("\u2061(", "(").replace("\u2061", " ")
    text = " ".join(applied.split()).replace(" ,", ",").replace(" )", ")")
    return f" {text} " if root.get("display") == "block" else text


def linear(node: ET.Element) -> str:
    r"""Write MathML on one line.

    >>> linear(ET.fromstring("<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>"))
    'a/(b + 1)'
    """
    if node.tag in _LEAVES:
        text = _UNSEEN.sub("", node.text or "")
        return f" {text} " if node.tag == "mo" and text in _SPACED else text
    parts = [linear(child) for child in node]
    joined = _JOINED.get(node.tag)
    return joined(node, *parts) if joined else "".join(parts)


def _above(node: ET.Element, text: str) -> str:
    text = text.strip()
    accent = node.tag == "mover" and len(text) == 1
    return "" if accent else text if text in _RAISED else f"^{_closed(text)}"


def _closed(text: str) -> str:
    """The text, in brackets unless it holds together."""
    text = text.strip()
    return text if _CLOSED.fullmatch(text) else f"({text})"


def _below(_: ET.Element, base: str, below: str) -> str:
    return f"{base}_{_closed(below)}{_gap(base)}"


def _both(node: ET.Element, base: str, below: str, above: str) -> str:
    return f"{base}_{_closed(below)}{_above(node, above)}{_gap(base)}"


def _gap(base: str) -> str:
    return " " if base.strip() in _LARGE or len(base) > 1 else ""


_JOINED: dict[str, Callable[..., str]] = {
    "msub": _below,
    "munder": _below,
    "msup": lambda node, base, above: base + _above(node, above),
    "mover": lambda node, base, above: base + _above(node, above),
    "msubsup": _both,
    "munderover": _both,
    "mfrac": lambda _, over, under: f"{_closed(over)}/{_closed(under)}",
    "msqrt": lambda _, *parts: f"√{_closed(''.join(parts))}",
    "mroot": lambda _, base, degree: f"{_closed(base)}^(1/{degree.strip()})",
    "mtr": lambda _, *cells: " ".join(cells),
    "mtable": lambda _, *rows: "; ".join(rows),
}

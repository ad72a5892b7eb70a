"""How wide a formula will be, roughly: only what may not fit on a phone becomes a scroll region."""

from itertools import zip_longest
from xml.etree import ElementTree as ET

# The text column of the narrowest phone (320 px less two margins of 16 px), in em of a formula's 20 px.
NARROWEST = 14.0

_LETTER = 0.55
_SCRIPT = 0.7
_RELATION = 1.3  # a sign and the space around it
_TIGHT = "()[]{}|‖⟨⟩,.;:!′"  # signs without space around them
_INVISIBLE = dict.fromkeys(map(ord, "\u2061\u2062\u2063\ufe00"))


def width_in_em(mathml: str) -> float:
    """Estimate a formula's width from its MathML, in em, to within a quarter.

    Examples
    --------
    >>> width_in_em("<math><mi>x</mi><mo>=</mo><mn>10</mn></math>") < 4
    True
    """
    return _width(ET.fromstring(mathml))  # noqa: S314 - our own output


def _width(element: ET.Element) -> float:
    text = (element.text or "").translate(_INVISIBLE)
    parts = [_width(child) for child in element]
    match element.tag:
        case "mo" if len(text) == 1 and text not in _TIGHT:
            width = _RELATION
        case "mi" | "mn" | "mo" | "mtext":
            width = _LETTER * len(text)
        case "mspace":
            width = float(element.get("width", "0").removesuffix("em"))
        case "mfrac":
            width = max(parts) + 0.2
        case "msqrt" | "mroot":
            width = sum(parts) + 0.9
        case "msub" | "msup" | "msubsup":
            width = parts[0] + _SCRIPT * max(parts[1:])
        case "munder" | "mover" | "munderover":
            width = max(parts[0], *(_SCRIPT * part for part in parts[1:]))
        case "mtable":
            rows = [[_width(cell) + 0.8 for cell in row] for row in element]
            width = sum(map(max, zip_longest(*rows, fillvalue=0.0)))
        case _:
            width = sum(parts)
    return width

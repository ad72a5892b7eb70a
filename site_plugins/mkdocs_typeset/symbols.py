r"""Symbols of a formula that are linked with parts of a figure: ``\symq{Q}`` and ``data-symbol="q"``.

math-core has no command for a class, but it keeps a colour on the element around what it colours. So each
letter is written as a colour of its own and read back from the tree.
"""

import re
from xml.etree import ElementTree as ET

from math_core import LatexToMathML

_COLOURS = {
    "a": "red", "d": "green", "h": "blue", "k": "cyan", "m": "magenta", "o": "yellow", "p": "gray",
    "q": "brown", "s": "lime", "v": "olive", "w": "orange", "x": "pink", "z": "purple",
}  # fmt: skip
LETTERS = tuple(_COLOURS)
"""The names that a symbol may have."""
MACROS = {f"sym{letter}": rf"\textcolor{{{colour}}}{{#1}}" for letter, colour in _COLOURS.items()}
"""What math-core makes of ``\\symq{…}`` and its like."""
COLOUR = re.compile(r"\\(?:text)?color(?![A-Za-z])")
"""A command that would be taken for a symbol."""

# `:not(.sym *)` within :has() would say the same, and costs WebKit half a millisecond at every change of the page.
_INNER = " inner"
_COMMAND = rf"\\sym[{''.join(LETTERS)}](?![A-Za-z])\s*"
_ONE_SIGN = re.compile(_COMMAND + r"\{(\w)\}")
_ANY = re.compile(_COMMAND)


def _style(colour: str) -> str:
    mathml = LatexToMathML().convert_with_local_state(rf"\textcolor{{{colour}}}{{x}}", displaystyle=False)
    return ET.fromstring(mathml)[0].attrib["style"]  # noqa: S314 - our own output


_LETTER_OF = {_style(colour): letter for letter, colour in _COLOURS.items()}


def mark(root: ET.Element, *, focusable: bool) -> None:
    r"""Turn the colours of a tree into classes, and let the keyboard reach the symbols of a display formula.

    Examples
    --------
    >>> tree = ET.fromstring('<math><mrow style="color:#BF803F;"><mi>Q</mi></mrow></math>')
    >>> mark(tree, focusable=False)
    >>> ET.tostring(tree, encoding="unicode")
    '<math><mrow class="sym sym-q"><mi>Q</mi></mrow></math>'
    """
    for element in root.iter():
        letter = _LETTER_OF.get(element.get("style", ""))
        if letter:
            del element.attrib["style"]
            element.set("class", f"sym sym-{letter}")
            if focusable:
                label = f"{''.join(element.itertext())}, outlined in the figure"
                element.attrib |= {"tabindex": "0", "role": "group", "aria-label": label}
    for outer in list(root.iterfind(".//*[@class]")):
        for inner in outer.iterfind(".//*[@class]"):
            inner.set("class", f"{inner.get('class')}".removesuffix(_INNER) + _INNER)


def plain(latex: str) -> str:
    r"""Take the commands out of a formula.

    Examples
    --------
    >>> plain(r"\syms{\symq{Q}\symk K^\top} + \symbf{x}")
    '{QK^\\top} + \\symbf{x}'
    """
    return _ANY.sub("", _ONE_SIGN.sub(r"\1", latex))


def style() -> str:
    """CSS: what is pointed at or has the focus in a ``.linked`` element lights its counterparts in there.

    Inside a larger symbol the innermost counts.
    """
    return "".join(
        f"{_lit(letter)} {{ --lit-ground: var(--lit); --lit-line: 2px solid var(--ts-ink); }}\n"
        for letter in LETTERS
    )


def _lit(letter: str) -> str:
    symbol, part = f".sym-{letter}", f'[data-symbol~="{letter}"]'
    of_link = f"{symbol}:not(.inner)"
    by = f"{symbol}:hover, {symbol}:focus, a:hover {of_link}, a:focus {of_link}, {part}:hover, {part}:focus-within"
    return f".linked:has({by}):not(:has({symbol} .sym:hover)) :is({symbol}, {part})"

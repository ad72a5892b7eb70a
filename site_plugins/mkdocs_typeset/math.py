r"""LaTeX to MathML Core, which browsers draw themselves: no script, in print, read aloud, in any colour."""

import re
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from math_core import LatexError, LatexToMathML

from mkdocs_typeset import symbols
from mkdocs_typeset.errors import MathError

_CONVERTER = LatexToMathML(fancy_error=False, macros=symbols.MACROS)
_NUMBERED = re.compile(r"\\begin\{(align|alignat|eqnarray|equation|flalign|gather|multline)\}")
_POSITION = re.compile(r"(?P<offset>\d+): (?P<reason>.*)", re.DOTALL)
_CLOSING = re.compile(r"Expected (?P<expected>.+), but (?:reached|found) (?P<found>.+)")


@dataclass(frozen=True)
class Formula:
    r"""A formula as LaTeX and as MathML.

    Attributes
    ----------
    latex
        The source on one line, without its number and the marks of its symbols.
    mathml
        A ``<math>`` element; ``alttext`` holds the LaTeX.
    number
        What ``\tag{…}`` says, or None.
    """

    latex: str
    mathml: str
    number: str | None = None


def convert(latex: str, *, display: bool = False) -> Formula:
    r"""Convert one formula.

    ``\tag{1}`` numbers a display formula; environments that number themselves are refused, since every
    formula would count from 1.

    Raises
    ------
    MathError
        The LaTeX is empty, broken or unknown; the message says where.

    Examples
    --------
    >>> convert(r"\frac{1}{n}").mathml
    '<math alttext="\\frac{1}{n}"><mfrac><mn>1</mn><mi>n</mi></mfrac></math>'
    >>> convert(r"a = b \tag{2}", display=True).number
    '2'
    """
    source, number = split_tag(" ".join(latex.split()))
    if number is not None and not display:
        raise _error(latex, "a number on a display formula only", r"\tag in a line of text", "use $$ … $$")
    if not source:
        raise _error(latex, "a formula", "nothing between the dollars", r"write \$ for a dollar sign")
    if environment := _NUMBERED.search(source):
        name = environment[1]
        hint = rf"write aligned or gathered, and \tag{{1}} for a number, in place of {name}"
        raise _error(latex, "an environment without numbers of its own", name, hint)
    if colour := symbols.COLOUR.search(source):
        hint = r"a symbol that a figure shows is written \symq{Q}"
        raise _error(latex, "a formula in the page's own ink", colour[0], hint)
    try:
        mathml = _CONVERTER.convert_with_local_state(source, displaystyle=display)
    except LatexError as error:
        raise _conversion_error(source, str(error)) from None
    plain = symbols.plain(source)
    return Formula(plain, _finish(mathml, plain, display=display), number)


def split_tag(latex: str) -> tuple[str, str | None]:
    r"""Take ``\tag{…}`` out of a formula.

    Raises
    ------
    MathError
        There are two tags, or the braces aren't closed.

    Examples
    --------
    >>> split_tag(r"x = y \tag{1}")
    ('x = y', '1')
    >>> split_tag("x = y")
    ('x = y', None)
    """
    before, tag, after = latex.partition(r"\tag{")
    if not tag:
        return latex, None
    number, brace, rest = after.partition("}")
    if not brace:
        raise _error(latex, r"a closing brace after \tag{", "the end of the formula", r"write \tag{1}")
    if r"\tag" in rest:
        raise _error(latex, r"one \tag in a formula", "two", "number the formula as a whole, or split it")
    return f"{before.strip()} {rest.strip()}".strip(), number.strip()


def _finish(mathml: str, latex: str, *, display: bool) -> str:
    """Add the source as alternative text, symbols as classes, lines above and below as signs that stretch."""
    # The one named entity that math-core writes: XML knows none of HTML's.
    root = ET.fromstring(mathml.replace("&ApplyFunction;", "\u2061"))  # noqa: S314 - our own output
    root.set("alttext", latex)
    symbols.mark(root, focusable=display)
    for tag, accent, line in (("mover", "accent", "\u203e"), ("munder", "accentunder", "_")):
        for element in root.iter(tag):
            # math-core writes both as a combining sign, which is drawn beside or across its letters.
            if element[-1].text == "\u0332":
                element.attrib.pop(accent, None)
                element[-1].text = line
    return ET.tostring(root, encoding="unicode")


def _error(latex: str, expected: str, found: str, hint: str) -> MathError:
    return MathError(f"formula ${' '.join(latex.split())}$", expected=expected, found=found, hint=hint)


def _conversion_error(latex: str, message: str) -> MathError:
    r"""Turn math-core's ``3: Unknown command "\foo".`` into our own three parts."""
    position = _POSITION.fullmatch(message)
    offset, reason = (int(position["offset"]), position["reason"]) if position else (0, message)
    reason = reason.rstrip(".").replace("\\\\", "\\")
    place = f"at character {offset + 1}"
    if closing := _CLOSING.fullmatch(reason):
        hint = "close every brace, bracket and environment that is opened"
        return _error(latex, closing["expected"], f"{closing['found']} {place}", hint)
    found = reason.removeprefix("Found ")
    if found.startswith("Unknown command"):
        hint = r"check the spelling; a name such as softmax is written \operatorname{softmax}"
    else:
        hint = "write it as LaTeX with amsmath would accept it"
    return _error(latex, "LaTeX that can be set as MathML Core", f"{found[0].lower()}{found[1:]} {place}", hint)

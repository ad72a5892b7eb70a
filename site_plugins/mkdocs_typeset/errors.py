"""What can go wrong in a page, in one line: the thing, what was expected, what was found, what to do."""


class TypesetError(Exception):
    """A formula, diagram or font that can't be set.

    Parameters
    ----------
    thing
        What it is about, in words that find it in the page: ``formula $x^2$``, ``diagram 1``.
    expected, found, hint
        Parts of the one-line message.

    Examples
    --------
    >>> print(TypesetError("formula $x^$", expected="an exponent", found="the end", hint="write x^2"))
    formula $x^$: expected an exponent / found the end / hint: write x^2
    """

    def __init__(self, thing: str, *, expected: str, found: str, hint: str) -> None:
        super().__init__(f"{thing}: expected {expected} / found {found} / hint: {hint}")


class MathError(TypesetError):
    """LaTeX that can't be converted to MathML."""


class DiagramError(TypesetError):
    """A Mermaid diagram that can't be drawn, or that some readers could not follow."""


class FontError(TypesetError):
    """A font that is missing or lacks a glyph."""

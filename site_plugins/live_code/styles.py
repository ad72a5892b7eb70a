"""How a terminal's text looks, as far as a page shows it: eight hues, and what is done to letters.

Backgrounds are dropped, bright colours are the plain ones: each hue can be read on a page's own ground, in either
scheme.
"""

from collections.abc import Iterator
from typing import NamedTuple

HUES = (
    "grey",
    "red",
    "green",
    "yellow",
    "blue",
    "magenta",
    "cyan",
    "",
)  # by their numbers; white is the page's ink
_LETTERS = {1: "bold", 2: "dim", 3: "italic", 4: "underlined", 9: "struck"}
_ENDS = {22: {"bold", "dim"}, 23: {"italic"}, 24: {"underlined"}, 29: {"struck"}}
_FOREGROUND, _BACKGROUND, _DEFAULT = 38, 48, 39
_INDEXED, _RGB = 5, 2


class Style(NamedTuple):
    """A colour, and what is done to the letters."""

    hue: str = ""
    letters: frozenset[str] = frozenset()

    @property
    def classes(self) -> str:
        """Its classes, as they stand in a page.

        >>> Style("red", frozenset({"bold"})).classes
        'lc-red lc-bold'
        """
        names = [self.hue, *(name for name in _LETTERS.values() if name in self.letters)]
        return " ".join(f"lc-{name}" for name in names if name)


PLAIN = Style()


def after(style: Style, codes: str) -> Style:
    """The style after a sequence "select graphic rendition".

    >>> after(PLAIN, "1;31").classes
    'lc-red lc-bold'
    >>> after(Style("red"), "")
    Style(hue='', letters=frozenset())
    """
    if not set(codes) <= set("0123456789;:"):
        return style  # someone's own codes
    # With colons a colour is one code: 38:2::255:0:0; and 4:3 is a line that is not straight.
    numbers = iter([[int(n or 0) for n in code.split(":")] for code in codes.split(";")])
    for first, *more in numbers:
        style = _changed(style, first, [first, *more] if more else _whole(first, numbers))
    return style


def _whole(first: int, rest: Iterator[list[int]]) -> list[int]:
    """A code and the numbers that belong to it: of a colour its kind, and its index or its three parts."""
    if first not in {_FOREGROUND, _BACKGROUND}:
        return [first]
    kind = next(rest, [0])[0]
    return [first, kind, *(next(rest, [-1])[0] for _ in range({_INDEXED: 1, _RGB: 3}.get(kind, 0)))]


def _changed(style: Style, code: int, numbers: list[int]) -> Style:
    if code == 0:
        return PLAIN
    if code in _LETTERS and numbers[1:] != [0]:
        return style._replace(letters=style.letters | {_LETTERS[code]})
    if code in _ENDS or code in _LETTERS:
        return style._replace(letters=style.letters - _ENDS.get(code, {_LETTERS.get(code, "")}))
    if code == _FOREGROUND:  # of the 256 the first sixteen are those; any other has no name in a page
        named = numbers[1:2] == [_INDEXED] and len(numbers) > 2 and numbers[2] in range(2 * len(HUES))
        return style._replace(hue=HUES[numbers[2] % len(HUES)] if named else "")
    if code in range(30, 40) or code in range(90, 98):
        return style._replace(hue="" if code == _DEFAULT else HUES[code % 10])
    return style

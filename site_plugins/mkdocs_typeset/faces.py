"""The site's faces: which npm package each comes from, what is kept of it, how CSS names it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby

from mkdocs_typeset.charsets import GREEK, LATIN, MATH, SYMBOLS


@dataclass(frozen=True)
class Face:
    """One font file of the site.

    Attributes
    ----------
    family, style, weight
        As CSS names them; a variable face has a range of weights, its ``wght`` axis is cut to it.
    package, file
        Where it comes from, below ``node_modules``.
    characters
        The characters that are kept.
    features
        The OpenType features that are kept.
    display
        What is done while it is not there. ``optional``: text that is not set in it after a tenth of a second
        stays in the reader's own face, so that nothing moves under the eye. ``swap``: it is put in however late.
    """

    family: str
    package: str
    file: str
    characters: frozenset[str]
    features: tuple[str, ...]
    style: str = "normal"
    weight: tuple[int, int] | None = (400, 700)
    display: str = "optional"

    @property
    def name(self) -> str:
        """File name on the site."""
        return self.file.replace("-latin", "")


# Kerning, marks, ligatures; figures of one width for tables. Old-style and small capitals are not used.
_TEXT = ("kern", "mark", "ccmp", "liga", "tnum")
_SERIF = "@fontsource-variable/source-serif-4"

INTER = Face("Inter", "@fontsource-variable/inter", "inter-latin-wght-normal.woff2", LATIN, _TEXT)
SERIF = Face("Source Serif 4", _SERIF, "source-serif-4-latin-wght-normal.woff2", LATIN, _TEXT)
SERIF_ITALIC = Face(
    "Source Serif 4", _SERIF, "source-serif-4-latin-wght-italic.woff2", LATIN, _TEXT, style="italic"
)
MATHS = Face(
    "STIX Two Math",
    "@fontsource/stix-two-math",
    "stix-two-math-latin-400-normal.woff2",
    MATH,
    (),
    weight=None,
    display="swap",  # without it brackets and roots don't grow
)
FACES = (INTER, SERIF, SERIF_ITALIC, MATHS)
# A family of its own: under a text face's name it would set the height of lines while that face is missing.
SIGNS = (replace(INTER, family="Signs"), replace(SERIF_ITALIC, family="Signs"))


def stylesheet(average: float, ascent: float, descent: float) -> str:
    """Write the site's ``@font-face`` rules.

    Signs that the text faces lack come from the maths face: a list of families needs ``Signs`` after the text
    face. The reader's own serif, shown where Source Serif comes too late, is scaled so that a page is as long.

    Parameters
    ----------
    average, ascent, descent
        Of Source Serif 4, in em: the mean width of a letter of English, and the line above and below.
    """
    rules = [_rule(face, face) for face in FACES]
    borrowed = unicode_range((SYMBOLS | GREEK) - LATIN)
    rules += [_rule(face, MATHS, borrowed) for face in SIGNS]
    # Later rules win: Georgia where there is one. Mean widths measured with LETTERS on the fonts themselves.
    for names, width in ((("Liberation Serif", "Times New Roman"), 0.3954), (("Georgia",), 0.4343)):
        scale = average / width
        source = ", ".join(f'local("{name}")' for name in names)
        rules.append(
            f'@font-face {{ font-family: "Serif fallback"; src: {source}; size-adjust: {scale:.1%};'
            f" ascent-override: {ascent / scale:.1%}; descent-override: {descent / scale:.1%};"
            " line-gap-override: 0%; }"
        )
    return "\n".join(rules) + "\n"


def _rule(named: Face, file: Face, characters: str = "") -> str:
    """Give a file's glyphs, or some of them, the name of a face."""
    weight = " font-weight: {} {};".format(*named.weight) if named.weight else ""
    limit = f" unicode-range: {characters};" if characters else ""
    return (
        f'@font-face {{ font-family: "{named.family}";{weight} font-style: {named.style};'
        f' font-display: {named.display}; src: url("{file.name}") format("woff2");{limit} }}'
    )


def unicode_range(characters: Iterable[str]) -> str:
    """CSS ``unicode-range`` of a set of characters.

    Examples
    --------
    >>> unicode_range("abcz")
    'U+61-63, U+7A'
    """
    codes = enumerate(sorted(map(ord, set(characters))))
    runs = [[code for _, code in run] for _, run in groupby(codes, key=lambda pair: pair[1] - pair[0])]
    return ", ".join(f"U+{run[0]:X}-{run[-1]:X}" if len(run) > 1 else f"U+{run[0]:X}" for run in runs)

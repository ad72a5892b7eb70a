"""The site's fonts, cut down at build to what the site uses, from npm's packages to one folder of the site."""

import inspect
import io
import json
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from mkdocs_typeset.cache import cached, digest
from mkdocs_typeset.errors import FontError
from mkdocs_typeset.faces import FACES, SERIF, Face, stylesheet
from mkdocs_typeset.narrow import narrow_variants

# Percentages of English text.
LETTERS = {
    " ": 18.3, "e": 10.3, "t": 7.5, "a": 6.5, "o": 6.2, "n": 5.7, "i": 5.7, "s": 5.3, "r": 5.0, "h": 5.0,
    "l": 3.3, "d": 3.3, "u": 2.3, "c": 2.2, "m": 2.0, "f": 2.0, "w": 1.7, "g": 1.6, "p": 1.5, "y": 1.4,
    "b": 1.3, "v": 0.8, "k": 0.6, "x": 0.1, "j": 0.1, "q": 0.1, "z": 0.1, ",": 1.0, ".": 1.0,
}  # fmt: skip


@dataclass(frozen=True)
class FontFolder:
    """A folder of the site: its name, which changes with its content, and its files."""

    name: str
    files: dict[str, bytes]

    @property
    def stylesheet(self) -> str:
        """Path of the stylesheet below the site's root."""
        return f"{self.name}/fonts.css"


def build_fonts(node_modules: Path, cache: Path) -> FontFolder:
    """Subset the site's faces and write their stylesheet and licences.

    Raises
    ------
    FontError
        An npm package isn't installed.
    """
    files: dict[str, bytes] = {}
    for face in FACES:
        source = _read(node_modules / face.package / "files" / face.file, face)
        files[face.name] = cached(cache, _recipe(face, source), lambda: subset_font(face, source))  # noqa: B023
        licence = face.name.partition("-wght")[0].partition("-400")[0]
        files[f"LICENSE-{licence}.txt"] = _read(node_modules / face.package / "LICENSE", face)
    files["fonts.css"] = stylesheet(*_metrics(files[SERIF.name])).encode()
    content = [part for name in sorted(files) for part in (name.encode(), files[name])]
    return FontFolder(f"assets/fonts-{digest(content)[:12]}", files)


def subset_font(face: Face, source: bytes) -> bytes:
    """Keep a face's characters, features and weights; return it as woff2.

    Names that a font shows to people are dropped with the rest: a changed font may not carry a reserved one.
    Copyright, version and licence stay.
    """
    options = subset.Options()
    options.layout_features = list(face.features)
    options.name_IDs = [0, 5, 13, 14]
    options.hinting = False
    options.bidi_closure = False
    options.notdef_outline = True
    font = _open(source)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=map(ord, face.characters))
    subsetter.subset(font)
    if face.weight:
        # Cutting the axis needs the glyphs that are left: read them afresh.
        font = instancer.instantiateVariableFont(_open(_save(font, None)), {"wght": face.weight})
    if "MATH" in font:
        narrow_variants(font)
    return _save(font, "woff2")


def _recipe(face: Face, source: bytes) -> list[bytes]:
    wanted = json.dumps([sorted(face.characters), face.features, face.weight])
    # What is done to a font stands in these two files; a change to either makes it anew.
    code = [Path(inspect.getfile(step)).read_bytes() for step in (subset_font, narrow_variants)]
    return [b"font", version("fonttools").encode(), wanted.encode(), *code, source]


def _open(content: bytes) -> TTFont:
    # Without recalcTimestamp the same input gives the same bytes.
    return TTFont(io.BytesIO(content), recalcTimestamp=False)


def _save(font: TTFont, flavor: str | None) -> bytes:
    font.flavor = flavor
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


def _read(path: Path, face: Face) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        raise FontError(
            f"font {face.family}",
            expected=f"the npm package {face.package}",
            found=f"no file {path}",
            hint="run `make setup`, or `npm ci` where package.json lies",
        ) from None


def _metrics(content: bytes) -> tuple[float, float, float]:
    """Mean letter width, ascent and descent, in em."""
    font = _open(content)
    unit, glyphs, widths = font["head"].unitsPerEm, font.getBestCmap(), font["hmtx"]
    mean = sum(widths[glyphs[ord(letter)]][0] * share for letter, share in LETTERS.items())
    line = font["hhea"]
    return mean / sum(LETTERS.values()) / unit, line.ascent / unit, -line.descent / unit

"""Several style sheets as one."""

import posixpath
import re
from collections.abc import Iterable

# What a reference may stand in comes first, so that nothing inside a comment or a string is taken for one.
_PARTS = re.compile(
    r"""/\*.*?\*/"""
    r"""|url\(\s*(?:(?P<quote>["'])(?P<quoted>(?:\\.|(?!(?P=quote))[^\\\n])*)(?P=quote)"""
    r"""|(?P<bare>(?:\\.|[^\\()"'\s])*))\s*\)"""
    r"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""",
    re.DOTALL | re.IGNORECASE,
)
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|/|#", re.IGNORECASE)
# These count only at the top of a sheet.
_TOP = re.compile(r"@(?:import|charset|namespace)\b", re.IGNORECASE)


def stands_alone(css: str) -> bool:
    """Whether a sheet means something else once another stands before it.

    Examples
    --------
    >>> stands_alone('@import "more.css";'), stands_alone("/* no @import */ a { color: red }")
    (True, False)
    """
    return bool(_TOP.search(_PARTS.sub("", css)))


def join(sheets: Iterable[tuple[str, str]], target: str) -> str:
    r"""Join sheets in their order; each reference leads from the new place to the old file.

    Parameters
    ----------
    sheets
        Path below the site's root, and content, of each.
    target
        Path of the sheet to be, below the site's root.

    Examples
    --------
    >>> join([("css/a.css", "a { background: url(../img/a.png) }"), ("b.css", "b{}")], "assets/site.css")
    'a { background: url(../img/a.png) }\nb{}\n'
    >>> join([("fonts/fonts.css", 'src: url("inter.woff2")')], "assets/site.css")
    'src: url("../fonts/inter.woff2")\n'
    """
    return "".join(_moved(css, path, target) + "\n" for path, css in sheets)


def _moved(css: str, source: str, target: str) -> str:
    def moved(found: re.Match[str]) -> str:
        address = found["quoted"] or found["bare"]
        if not address or _ELSEWHERE.match(address):
            return found[0]
        path, mark, rest = re.fullmatch(r"([^?#]*)([?#]?)(.*)", address, re.DOTALL).groups()  # type: ignore[union-attr]
        place = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        quote = found["quote"] or ""
        return f"url({quote}{posixpath.relpath(place, posixpath.dirname(target) or '.')}{mark}{rest}{quote})"

    return _PARTS.sub(moved, css)

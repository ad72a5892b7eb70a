"""What a finished page loads: its links to style sheets, and where the theme's script finds the search."""

import json
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import quote, unquote, urljoin, urlsplit

_SCRIPT = re.compile(r'(<script\b[^>]*\bsrc=")([^"]*)(?=")')
_CONFIG = re.compile(r'(<script id="__config" type="application/json">)(.*?)(</script>)', re.DOTALL)


@dataclass(frozen=True)
class Link:
    """A link to a style sheet: where it stands in the page, and its address as written."""

    start: int
    end: int
    href: str


@dataclass(frozen=True)
class Place:
    """Where a page lies: its path below the site's root, and that root as in addresses: ``/``, ``/a%20b/``."""

    path: str
    root: str = "/"

    def resolve(self, href: str) -> str | None:
        """The path below the site's root that an address in the page leads to; None if it leads elsewhere.

        Examples
        --------
        >>> Place("lab/index.html").resolve("../css/site.css"), Place("404.html", "/a/").resolve("/a/css/site.css")
        ('css/site.css', 'css/site.css')
        >>> Place("index.html").resolve("https://host.example/site.css") is None
        True
        """
        parts = urlsplit(href)
        if parts.scheme or parts.netloc or parts.query or not parts.path:
            return None
        root = unquote(self.root)
        path = unquote(urljoin(quote(root + self.path), parts.path))
        return path.removeprefix(root) if path.startswith(root) else None

    def address(self, target: str, like: str) -> str:
        """The address of a file of the site, from the root of the host if another address is written so.

        Examples
        --------
        >>> Place("lab/index.html").address("assets/site.css", like="../css/site.css")
        '../assets/site.css'
        >>> Place("404.html", "/a/").address("assets/site.css", like="/a/css/site.css")
        '/a/assets/site.css'
        """
        if like.startswith("/"):
            return self.root + target
        return posixpath.relpath(target, posixpath.dirname(self.path) or ".")


class _Head(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.links: list[Link] = []
        self._lines = [0, *(found.end() for found in re.finditer("\n", html))]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "link" and given.keys() == {"rel", "href"} and given["rel"] == "stylesheet":
            line, column = self.getpos()
            start = self._lines[line - 1] + column
            self.links.append(Link(start, start + len(self.get_starttag_text() or ""), given["href"] or ""))


def links(html: str) -> list[Link]:
    """The style sheets in the head of a page, without those for certain media.

    Examples
    --------
    >>> links('<head><link rel="stylesheet" href="a.css"></head>')
    [Link(start=6, end=42, href='a.css')]
    """
    return _Head(html.partition("</head>")[0]).links


def with_joined(html: str, place: Place, joined: Mapping[tuple[str, ...], str]) -> str:
    """Link to each joined sheet where the first of its parts is linked; a page that lacks a part stays as it is.

    Parameters
    ----------
    joined
        The paths of the parts, in order -> the path of the sheet that holds them all.
    """
    for parts, target in joined.items():
        ours = [(path, link) for link in links(html) if (path := place.resolve(link.href)) in parts]
        if [path for path, _ in ours] != [*parts]:
            continue
        first, *others = (link for _, link in ours)
        for link in reversed(others):
            html = html[: link.start].rstrip() + html[link.end :]
        new = f'<link rel="stylesheet" href="{place.address(target, first.href)}">'
        html = html[: first.start] + new + html[first.end :]
    return html


def with_renamed(html: str, place: Place, names: Mapping[str, str]) -> str:
    """Ask for scripts by their other names: path below the root -> path.

    Examples
    --------
    >>> with_renamed('<script src="../js/a.js">', Place("lab/index.html"), {"js/a.js": "js/a-0b1c.js"})
    '<script src="../js/a-0b1c.js">'
    """

    def renamed(found: re.Match[str]) -> str:
        target = names.get(place.resolve(found[2]) or "")
        return f"{found[1]}{place.address(target, found[2])}" if target else found[0]

    return _SCRIPT.sub(renamed, html) if names else html


def search_worker(html: str, place: Place) -> str | None:
    """The path of the search worker that the theme's settings in a page name."""
    found = _CONFIG.search(html)
    return place.resolve(json.loads(found[2]).get("search") or "") if found else None


def with_search_worker(html: str, place: Place, path: str, script: str) -> str:
    """Let the theme start the worker at a path, told in its fragment which one it stands for; add a script."""
    found = _CONFIG.search(html)
    if not found:
        return html
    settings = json.loads(found[2])
    stands_for = posixpath.relpath(place.resolve(settings["search"]) or "", posixpath.dirname(path))
    settings["search"] = f"{place.address(path, settings['search'])}#{stands_for}"
    text = json.dumps(settings, separators=(",", ":")).replace("<", "\\u003c")  # nothing in it can end the script
    return html[: found.start(2)] + text + found[3] + f"<script>{script}</script>" + html[found.end() :]

"""Which faces a page needs at once, and the links that ask for them together with the style sheets."""

from collections.abc import Iterable
from functools import lru_cache
from html.parser import HTMLParser

from mkdocs_typeset.charsets import GREEK, LATIN, SYMBOLS
from mkdocs_typeset.faces import INTER, MATHS, SERIF, SERIF_ITALIC, Face

_PART = 8192  # characters; most pages need not be read to the end
_BORROWED = (SYMBOLS | GREEK) - LATIN
# Drawn later or never; and where readers operate and look up, in sans, which has no italics of its own.
_HIDDEN = {"script", "style", "template", "title"}
_SANS = {"table", "figure", "live-demo", "nav", "button", "label", "svg"}


class _Text(HTMLParser):
    """Finds out what the text that is on the screen at first is set in."""

    def __init__(self) -> None:
        super().__init__()
        self.needs: set[Face] = set()
        self._hidden: list[str] = []
        self._sans: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        closed = tag == "details" and "open" not in given
        if tag in _HIDDEN or closed or tag in self._hidden:
            self._hidden.append(tag)
        if tag in _SANS:
            self._sans.append(tag)
        if self._hidden:
            return
        if tag == "math":
            self.needs.add(MATHS)
        elif tag in {"em", "i"} and not self._sans:
            self.needs.add(SERIF_ITALIC)

    def handle_endtag(self, tag: str) -> None:
        for opened in (self._hidden, self._sans):
            if opened and opened[-1] == tag:
                opened.pop()

    def handle_data(self, data: str) -> None:
        if not self._hidden and not _BORROWED.isdisjoint(data):
            self.needs.add(MATHS)


@lru_cache(maxsize=128)  # `mkdocs serve` builds all pages for an edit of one
def needed(html: str) -> tuple[Face, ...]:
    """The faces that a page is first shown in: text always, italics and formulas where it has them.

    Examples
    --------
    >>> [face.name for face in needed("<p>As <em>it</em> is.</p>")][2:]
    ['source-serif-4-wght-italic.woff2']
    >>> [face.name for face in needed("<details><summary>More</summary><p><em>it</em></p></details><p>a → b")][2:]
    ['stix-two-math-400-normal.woff2']
    """
    text = _Text()
    for start in range(0, len(html), _PART):
        text.feed(html[start : start + _PART])
        if len(text.needs) == 2:
            break
    return (INTER, SERIF, *(face for face in (SERIF_ITALIC, MATHS) if face in text.needs))


def with_preloads(html: str, addresses: Iterable[str]) -> str:
    """Ask for font files before the first style sheet, which is where a browser would learn of them.

    Examples
    --------
    >>> with_preloads('<link rel="stylesheet" href="a.css">', ["a.woff2"]).partition("><")[0]
    '<link rel="preload" href="a.woff2" as="font" type="font/woff2" crossorigin'
    """
    links = "".join(
        f'<link rel="preload" href="{address}" as="font" type="font/woff2" crossorigin>' for address in addresses
    )
    head, mark, rest = html.partition('<link rel="stylesheet"')
    return head + links + mark + rest if mark else html.replace("</head>", f"{links}</head>", 1)

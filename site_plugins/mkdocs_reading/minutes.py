"""How long a page takes to read."""

from functools import lru_cache
from html.parser import HTMLParser

WORDS_A_MINUTE = 200
# Looked at or tried out rather than read; or of use to ears only.
SKIPPED = {"live-demo", "pre", "table", "svg", "math", "script", "style"}


@lru_cache(maxsize=128)  # `mkdocs serve` builds all pages for an edit of one
def minutes(html: str) -> int:
    """Whole minutes, at 200 words a minute, one at least.

    >>> minutes("<p>" + "word " * 500 + "</p><pre>not read</pre>")
    3
    """
    counter = _Words()
    counter.feed(html)
    counter.close()
    return max(1, -(-counter.words // WORDS_A_MINUTE))


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words = 0
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag in SKIPPED:
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.words += len(data.split())

"""Lists of what to know first. An item can be ticked only as the place it links to."""

import re
from functools import lru_cache
from html.parser import HTMLParser

from mkdocs_reading.errors import KnowError


@lru_cache(maxsize=128)  # `mkdocs serve` builds all pages for an edit of one
def check_know(html: str) -> None:
    """Refuse a `<div class="know">` without items, or with an item that links nowhere.

    Raises
    ------
    KnowError
        Names the item, or what stands there instead of any.
    """
    if not re.search(r"\bknow\b", html):
        return
    page = _Page()
    page.feed(html)
    page.close()


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.depth = 0  # of div elements, from the list's own
        self.items = 0
        self.linked = True
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "div":
            known = "know" in (dict(attrs).get("class") or "").split()
            if known and not self.depth:
                self.items, self.words = 0, []
            self.depth += bool(self.depth or known)
        elif self.depth and tag == "li":
            self.items += 1
            self.linked, self.words = False, []
        elif self.depth and tag == "a":
            self.linked = True

    def handle_endtag(self, tag: str) -> None:
        if not self.depth:
            return
        if tag == "li" and not self.linked:
            raise KnowError(
                "what to know first",
                expected="a link in each item: it is what a tick stands for",
                found=f"“{self._said()}”",
                hint="write - [Vectors](index.md#vectors): needed",
            )
        if tag == "div":
            self.depth -= 1
            if not self.depth and not self.items:
                raise KnowError(
                    "what to know first",
                    expected="a list of links",
                    found=f"“{self._said()}”" if self._said() else "nothing",
                    hint='write <div class="know" markdown="1">, and each item as - [Vectors](index.md#vectors)',
                )

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.words.append(data)

    def _said(self) -> str:
        return " ".join("".join(self.words).split())[:60]

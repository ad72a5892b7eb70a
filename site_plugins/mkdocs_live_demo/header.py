"""The first line of a block. One that SuperFences would not take must not become code or text without a word."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from html.parser import HTMLParser
from typing import Any

from live_demo.errors import DemoError
from mkdocs_live_demo.cells.request import check_leftovers as check_cells

FENCE = "live-demo"
SPELLINGS = (FENCE, "live_demo", "livedemo", "Live-Demo", "Live_Demo", "LiveDemo", "Live-demo", "LIVE-DEMO")
LEFTOVER = re.compile(
    r"^[ \t]*((?:`{3,}|~{3,})[ \t]*\{?[ \t]*\.?live[-_]?demo\b.*)$", re.IGNORECASE | re.MULTILINE
)


def take_all(_language: str, inputs: Mapping[str, Any], options: dict[str, Any], _attrs: Any, _md: Any) -> bool:
    """SuperFences' validator: keep every option, so that `check` can name it. Refused here, it would be code."""
    options.update(inputs)
    return True


def check(language: str, options: Mapping[str, Any], marks: Iterable[str]) -> None:
    """Refuse another spelling of the fence, options, and what an attribute list adds."""
    if language != FENCE:
        raise DemoError("live-demo", expected=f"a block that starts with ```{FENCE}", found=f"```{language}")
    found = [k if v == k else f'{k}="{v}"' for k, v in options.items()] + [m for m in marks if m]
    if found:
        raise DemoError(
            "live-demo",
            expected="the name of the demo on the first line of the block",
            found=f"options {' '.join(found)}",
            hint="write control: value on lines of their own below the name",
        )


def check_leftovers(html: str) -> None:
    """Refuse a page on which a block's first line has become text: it is not closed, or holds other words."""
    text = _text_of(html)
    check_cells(text)
    left = LEFTOVER.search(text)
    if left:
        raise DemoError(
            "live-demo",
            expected=f"a block that starts with ```{FENCE} alone on its line and ends with ```",
            found=repr(left[1]),
        )


@lru_cache(maxsize=128)  # `mkdocs serve` builds all pages for an edit of one
def _text_of(html: str) -> str:
    reader = _Text()
    reader.feed(html)
    reader.close()
    return "".join(reader.parts)


class _Text(HTMLParser):
    """The text of a page outside blocks of code. Inline code of several lines gets back its ticks."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.blocks = 0
        self.code = False

    def handle_starttag(self, tag: str, _attrs: object) -> None:
        self.blocks += tag == "pre"
        self.code = tag == "code"
        if tag in {"p", "li", "dd", "td"}:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self.blocks -= tag == "pre"
        self.code = False

    def handle_data(self, data: str) -> None:
        if not self.blocks:
            self.parts.append(f"```{data}" if self.code and "\n" in data else data)

"""The pieces of a run's output, put together as the page's script puts them together."""

from collections.abc import Sequence
from typing import Any

from live_demo.elements import Element, Node, Raw, element, render

FOLD_LINES, FOLD_SIZE = 30, 4_000


def joined(items: Sequence[dict[str, Any]]) -> Node:
    """One node of all the items; what is long is folded."""
    nodes: list[Node] = []
    stream, held = "", ""
    for item in [*items, {"html": ""}]:
        if held and item.get("stream") != stream:
            nodes.append(_folded(element("pre", held, class_=f"lc-stream lc-{stream}", tabindex=0), held))
            held = ""
        if "stream" in item:
            stream, held = item["stream"], held + item["text"]
        elif item["html"]:
            nodes.append(_value(item["html"], item.get("plain", "")))
    return Raw("".join(map(render, nodes)))


def _value(html: str, plain: str) -> Node:
    # A table, a picture or a figure is what it is: only the text of a value can be long for nothing.
    return _folded(Raw(html), plain if html.startswith('<div class="lc-value"><pre') else "")


def _folded(node: Element | Raw, text: str) -> Element | Raw:
    lines = text.count("\n") + (not text.endswith("\n"))
    if lines <= FOLD_LINES and len(text) <= FOLD_SIZE:
        return node
    many = f"{lines:,} lines" if lines > 1 else f"{len(text):,} characters"
    return element("details", element("summary", f"Output: {many}"), node, class_="lc-fold")

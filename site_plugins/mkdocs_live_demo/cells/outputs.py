"""The pieces of a run's output, put together as the page's script puts them together."""

from collections.abc import Sequence

from live_code.parts import Part, nodes, plain
from live_demo.elements import Element, Node, Raw, element, render
from mkdocs_live_demo.cells.pieces import Piece, settled

FOLD_LINES, FOLD_SIZE = 30, 4_000


def joined(items: Sequence[Piece]) -> Node:
    """One node of all the items; what is long is folded."""
    return Raw(
        "".join(render(_block(*item) if isinstance(item, tuple) else _value(item)) for item in settled(items))
    )


def _block(stream: str, parts: Sequence[Part]) -> Element | Raw:
    return _folded(element("pre", nodes(parts), class_=f"lc-stream lc-{stream}", tabindex=0), plain(parts))


def _value(item: Piece) -> Element | Raw:
    # A table, a picture or a figure is what it is: only the text of a value can be long for nothing.
    html, text = item["html"], item.get("plain", "")
    return _folded(Raw(html), text if html.startswith('<div class="lc-value"><pre') else "")


def _folded(node: Element | Raw, text: str) -> Element | Raw:
    lines = text.count("\n") + (not text.endswith("\n"))
    if lines <= FOLD_LINES and len(text) <= FOLD_SIZE:
        return node
    many = f"{lines:,} lines" if lines > 1 else f"{len(text):,} characters"
    return element("details", element("summary", f"Output: {many}"), node, class_="lc-fold")

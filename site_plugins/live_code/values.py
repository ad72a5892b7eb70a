"""The value of a cell's last line, shown the richest way it has, and its text."""

import binascii
import sys
from typing import Any

from live_code.arrays import SIDE, array_table
from live_code.parts import nodes, plain
from live_code.sanitise import sanitised
from live_code.terminal import settled
from live_demo.elements import Element, Node, Raw, element, render, text_of
from live_demo.views.view import View

PICTURE = "Picture made by this cell"
TALL = 100  # lines of a reader's HTML that stand unfolded
LARGEST = 2_000_000  # characters of HTML: a picture that was meant
MOST = 20_000  # tags, which are read in about three seconds


def shown(value: Any) -> tuple[Node, str]:
    """A value's HTML, and the text that stands for it.

    >>> from live_demo.elements import render
    >>> node, plain = shown(3 < 4)
    >>> render(node), plain
    ('<div class="lc-value"><pre tabindex="0">True</pre></div>', 'True')
    """
    node, plain = _rich(value)
    return element("div", node, class_="lc-value"), _whole(plain)


type _Shown = tuple[Node, str]


def _rich(value: Any) -> _Shown:
    if isinstance(value, View):
        return _allowed(value.html())[0], "\n".join(map(text_of, value.nodes()))
    if isinstance(value, Element):  # made by the cell as well: any tag, any attribute
        return _allowed(render(value))[0], text_of(value)
    return _offered(value) or _plain(value)


def _allowed(markup: str) -> tuple[Node, int]:
    """What of a cell's HTML may stand in a page, and its lines."""
    tags = markup.count("<")
    if len(markup) > LARGEST or tags > MOST:  # told before it is read
        size = f"{len(markup):,} characters and {tags:,} tags"
        note = f"This value is not shown: its HTML has {size}, and {LARGEST:,} and {MOST:,} are the most."
        return element("p", note, class_="lc-cut"), 1
    clean, lines = sanitised(_whole(markup))
    return Raw(clean), lines


def _offered(value: Any) -> _Shown | None:
    """What a value's own methods give, the richest first."""
    for method in ("_repr_html_", "_repr_svg_"):
        if (markup := _asked(value, method)) is not None:
            node, lines = _allowed(str(markup))
            return (node if lines <= TALL else _folded(node, lines)), repr(value)
    if (png := _asked(value, "_repr_png_")) is not None:
        data = binascii.b2a_base64(png, newline=False).decode()
        return element("img", src=f"data:image/png;base64,{data}", alt=PICTURE), repr(value)
    return None


def _folded(node: Node, lines: int) -> Element:
    return element("details", element("summary", f"Output: about {lines:,} lines"), node, class_="lc-fold")


def _plain(value: Any) -> _Shown:
    parts = settled(_whole(repr(value)))
    return (array_table(value) if _small_array(value) else element("pre", nodes(parts), tabindex=0)), plain(parts)


def _asked(value: Any, method: str) -> Any:
    """What a method gives. It is looked for in the type: an instance may answer to every name."""
    return getattr(value, method)() if callable(getattr(type(value), method, None)) else None


def _small_array(value: Any) -> bool:
    numpy = sys.modules.get("numpy")  # where it is not imported nothing is an array
    if numpy is None or type(value) is not getattr(numpy, "ndarray", None):
        return False
    return (
        value.ndim in {1, 2} and min(value.shape) > 0 and max(value.shape) <= SIDE and value.dtype.kind in "biuf"
    )


def _whole(text: str) -> str:
    """The text without halves of characters, which cannot cross to the page."""
    return text.encode("utf-8", "replace").decode()

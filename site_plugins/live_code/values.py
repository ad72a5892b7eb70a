"""The value of a cell's last line, shown the richest way it has, and its text."""

import binascii
import sys
from typing import Any

from live_code.arrays import SIDE, array_table
from live_demo.elements import Element, Node, Raw, element, text_of
from live_demo.views.view import View

PICTURE = "Picture made by this cell"


def shown(value: Any) -> tuple[Node, str]:
    """A value's HTML, and the text that stands for it.

    >>> from live_demo.elements import render
    >>> node, plain = shown(3 < 4)
    >>> render(node), plain
    ('<div class="lc-value"><pre tabindex="0">True</pre></div>', 'True')
    """
    node, plain = _rich(value)
    return element("div", node, class_="lc-value"), _whole(plain)


type _Shown = tuple[Node | tuple[Node, ...], str]


def _rich(value: Any) -> _Shown:
    if isinstance(value, View):
        return value.nodes(), "\n".join(map(text_of, value.nodes()))
    if isinstance(value, Element):
        return value, text_of(value)
    return _offered(value) or _plain(value)


def _offered(value: Any) -> _Shown | None:
    """What a value's own methods give, the richest first."""
    for method in ("_repr_html_", "_repr_svg_"):
        if (markup := _asked(value, method)) is not None:
            return Raw(_whole(str(markup))), repr(value)
    if (png := _asked(value, "_repr_png_")) is not None:
        data = binascii.b2a_base64(png, newline=False).decode()
        return element("img", src=f"data:image/png;base64,{data}", alt=PICTURE), repr(value)
    return None


def _plain(value: Any) -> _Shown:
    text = repr(value)
    return (array_table(value) if _small_array(value) else element("pre", _whole(text), tabindex=0)), text


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

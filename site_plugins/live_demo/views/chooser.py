"""Parts of a view that the reader can press to set a control."""

import json
from collections.abc import Mapping
from typing import Any

from live_demo.elements import Attribute, Child, Element, element


def setter(
    content: Child,
    values: Mapping[str, Any],
    *,
    pressed: bool,
    css: str | None = None,
    style: Mapping[str, str] | None = None,
    attrs: Mapping[str, Attribute] | None = None,
) -> Element:
    """A button that sets controls to `values` when pressed; `pressed` says that they have these values now.

    A `Grid` is set as a whole by its text, or cell by cell: `{"mask": {"0,3": 1}}`.

    >>> from live_demo.elements import render
    >>> render(setter("cat", {"word": "cat"}, pressed=True))
    '<button type="button" data-set="{&quot;word&quot;: &quot;cat&quot;}" aria-pressed="true">cat</button>'
    """
    return element(
        "button",
        content,
        type="button",
        class_=css,
        style=style,
        data_set=json.dumps(dict(values), ensure_ascii=False),
        aria_pressed=str(pressed).lower(),
        attrs=attrs,
    )

"""A region that scrolls sideways on a phone can be reached and named by keyboard and screen reader."""

import html


def scroll_region(label: str, *, may_overflow: bool) -> dict[str, str]:
    """Attributes that make an element a focusable group with a name, if it may overflow; else none."""
    return {"tabindex": "0", "role": "group", "aria-label": label} if may_overflow else {}


def as_html(attributes: dict[str, str]) -> str:
    """Write attributes as they stand in a tag, each with a space before it.

    Examples
    --------
    >>> as_html(scroll_region("Formula 1", may_overflow=True))
    ' tabindex="0" role="group" aria-label="Formula 1"'
    >>> as_html({})
    ''
    """
    return "".join(f' {name}="{html.escape(value)}"' for name, value in attributes.items())

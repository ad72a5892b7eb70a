"""Tables in the frames that Material's script would put around them, so that nothing moves when it runs."""

import re

_TAG = re.compile(r"<table\b(?P<attributes>[^>]*)>|</table>", re.IGNORECASE)
_CLASS = re.compile(r"\sclass\s*=", re.IGNORECASE)


def with_frames(html: str) -> str:
    """Put each table without a class into two frames, of which the outer scrolls sideways.

    The script puts two more around the table; ``typeset.css`` takes them out of the layout.

    Examples
    --------
    >>> with_frames('<table id="t"></table>')
    '<div class="md-typeset__scrollwrap"><div class="md-typeset__table"><table id="t"></table></div></div>'
    >>> with_frames('<table class="own"></table>')
    '<table class="own"></table>'
    """
    opened: list[bool] = []

    def framed(found: re.Match[str]) -> str:
        attributes = found["attributes"]
        if attributes is None:
            return found[0] + ("</div></div>" if opened and opened.pop() else "")
        opened.append(not _CLASS.search(attributes))
        frame = '<div class="md-typeset__scrollwrap"><div class="md-typeset__table">'
        return (frame if opened[-1] else "") + found[0]

    return _TAG.sub(framed, html)

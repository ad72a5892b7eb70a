"""The pieces of a run's output, which depend on the clock, as what stands at the end."""

from collections.abc import Sequence
from typing import Any

from live_code.parts import Part, joined

type Piece = dict[str, Any]
"""What `live_code.browser.run` emits."""
type Block = tuple[str, list[Part]]
"""A stream and what stands in it."""


def settled(pieces: Sequence[Piece]) -> list[Block | Piece]:
    r"""Put neighbours of one stream together, as the page does.

    >>> settled([{"stream": "stdout", "text": "1 %"}, {"stream": "stdout", "text": "2 %\n", "again": True}])
    [('stdout', [('2 %\n', '')])]
    """
    found: list[Block | Piece] = []
    for piece in pieces:
        if "stream" not in piece:
            found.append(piece)
            continue
        last = found[-1] if found else None
        if not isinstance(last, tuple) or last[0] != piece["stream"]:
            last = (piece["stream"], [])
            found.append(last)
        if piece.get("again"):
            _drop_unended(last[1])
        last[1].extend((text, classes) for text, classes in piece.get("parts", [[piece["text"], ""]]))
    return [(item[0], joined(item[1])) if isinstance(item, tuple) else item for item in found]


def _drop_unended(parts: list[Part]) -> None:
    """Take away the last line, which is written anew."""
    while parts:
        text, classes = parts.pop()
        if "\n" in text:
            parts.append((text[: text.rindex("\n") + 1], classes))
            return

"""A cell's output on its way to the page: gathered into pieces that come at a bearable pace, and capped."""

import io
import time
from collections.abc import Callable
from typing import Any, override

from live_code.parts import Part, plain
from live_code.terminal import Terminal
from live_demo.elements import Node, element, render, text_of

LIMIT = 100_000  # characters of a run that stand
PIECE = 4_000
PACE = 0.05  # seconds between two pieces
BURST = 16  # the first lines go out one by one: what is printed before a long calculation is seen during it

type Emit = Callable[[dict[str, Any]], object]


class Output:
    """Everything that one run of a cell puts out, in its order."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self._stream, self._terminal = "", Terminal()
        self._left, self._burst, self._last = LIMIT, BURST, 0.0
        self._cut = False

    def write(self, stream: str, text: str) -> None:
        """Take what a stream was given."""
        if self._cut:
            return
        if stream != self._stream:
            self._leave()
            self._stream = stream
        self._left -= self._terminal.write(text, self._left)
        written_over = "\r" in text  # a bar that shows how far a loop has come
        if self._terminal.size >= PIECE or ((written_over or text.endswith("\n")) and self._in_time()):
            self.flush()
        if self._terminal.full:
            self._end()

    def show(self, node: Node, text: str | None = None) -> None:
        """Add finished HTML; `text` is its text, which counts towards the cap."""
        html = render(node)
        counted = len(text if text is not None else text_of(node))
        if counted > LIMIT:
            self._end(
                f"This value is not shown: as text it has {counted:,} characters, and {LIMIT:,} are the most."
            )
            return
        if self._left < counted:
            self._end()
            return
        self._left -= counted
        self._leave()
        self._emit({"html": html} if text is None else {"html": html, "plain": text})

    def explain(self, node: Node) -> None:
        """Add an error, cap or no cap."""
        self._leave()
        self._emit({"html": render(node)})

    def flush(self) -> None:
        """Send what is held back."""
        again, parts = self._terminal.take()
        if parts or again:
            self._emit(_piece(self._stream, again, parts))
        self._last = time.monotonic()

    def flush_in_time(self) -> None:
        """Send what is held back, unless that was done a moment ago."""
        if self._terminal.size and self._in_time():
            self.flush()

    def _leave(self) -> None:
        self.flush()
        self._terminal.leave()

    def _in_time(self) -> bool:
        if self._burst > 0:
            self._burst -= 1
            return True
        return time.monotonic() - self._last >= PACE

    def _end(self, why: str = f"The output is cut off here: it has more than {LIMIT:,} characters.") -> None:
        """Say once that there is more than is shown. The code goes on: it may do other things than print."""
        self._left = 0
        if not self._cut:
            self._cut = True
            self._leave()
            self._emit({"html": render(element("p", why, class_="lc-cut"))})


def _piece(stream: str, again: bool, parts: list[Part]) -> dict[str, Any]:
    piece: dict[str, Any] = {"stream": stream, "text": plain(parts)}
    if again:
        piece["again"] = True
    if any(classes for _, classes in parts):
        piece["parts"] = parts
    return piece


class Stream(io.TextIOBase):
    """Stands in for sys.stdout or sys.stderr while a cell runs."""

    def __init__(self, output: Output, name: str) -> None:
        super().__init__()
        self._output, self._name = output, name

    @property
    @override
    def encoding(self) -> str:  # type: ignore[override]
        """UTF-8, as in every page."""
        return "utf-8"

    @override
    def writable(self) -> bool:
        return True

    @override
    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        # Half of a character, as "\ud800" is, cannot cross to the page.
        self._output.write(self._name, text.encode("utf-8", "replace").decode() if not text.isascii() else text)
        return len(text)

    @override
    def flush(self) -> None:
        self._output.flush_in_time()

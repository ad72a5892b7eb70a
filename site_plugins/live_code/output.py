"""A cell's output on its way to the page: gathered into pieces that come at a bearable pace, and capped."""

import io
import time
from collections.abc import Callable
from typing import Any, override

from live_demo.elements import Node, element, render, text_of

LIMIT = 100_000  # characters of a run
PIECE = 4_000
PACE = 0.05  # seconds between two pieces
BURST = 16  # the first lines go out one by one: what is printed before a long calculation is seen during it

type Emit = Callable[[dict[str, Any]], object]


class Output:
    """Everything that one run of a cell puts out, in its order."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self._stream, self._held, self._size = "", list[str](), 0
        self._left, self._burst, self._last = LIMIT, BURST, 0.0
        self._cut = False

    def write(self, stream: str, text: str) -> None:
        """Take what a stream was given."""
        if self._left <= 0:
            self._end()
            return
        if stream != self._stream:
            self.flush()
            self._stream = stream
        taken = text[: self._left]
        self._left -= len(taken)
        self._held.append(taken)
        self._size += len(taken)
        if self._size >= PIECE or (text.endswith("\n") and self._in_time()):
            self.flush()
        if len(taken) < len(text):
            self._end()

    def show(self, node: Node, plain: str | None = None) -> None:
        """Add finished HTML; `plain` is its text, which counts towards the cap."""
        html = render(node)
        counted = len(plain if plain is not None else text_of(node))
        if counted > LIMIT:
            self._end(
                f"This value is not shown: as text it has {counted:,} characters, and {LIMIT:,} are the most."
            )
            return
        if self._left < counted:
            self._end()
            return
        self._left -= counted
        self.flush()
        self._emit({"html": html} if plain is None else {"html": html, "plain": plain})

    def explain(self, node: Node) -> None:
        """Add an error, cap or no cap."""
        self.flush()
        self._emit({"html": render(node)})

    def flush(self) -> None:
        """Send what is held back."""
        if self._size:
            self._emit({"stream": self._stream, "text": "".join(self._held)})
        self._held, self._size, self._last = [], 0, time.monotonic()

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
            self.flush()
            self._emit({"html": render(element("p", why, class_="lc-cut"))})


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

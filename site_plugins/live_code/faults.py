"""An error as a reader sees it: what it means, what Python says, and the reader's own lines."""

import difflib  # noqa: F401  traceback wants it for some suggestions, when there is no time to fetch it
import linecache
import traceback
from collections.abc import Collection

from live_code.limits import NotInAPageError
from live_code.meanings import meaning, shortened
from live_code.parts import plain
from live_code.terminal import settled
from live_demo.elements import Element, element

FIRST, LAST = 6, 3  # frames shown of a function that called itself too often
WIDE, LONG = 500, 40  # characters of a line, and lines of a message


def explained(error: BaseException, name: str, sources: Collection[str]) -> Element:
    """The error's element: a line in plain words, type and message, and where in the cells it happened."""
    lines = [*_said(error), *_places(error, sources), *_before(error)]
    return element(
        "div",
        element("p", shortened(meaning(error, name), WIDE), class_="lc-plain"),
        element("pre", "\n".join(lines), class_="lc-trace", tabindex=0),
        class_="lc-error",
    )


def line_of(error: BaseException, name: str) -> int | None:
    """The line of one cell at which an error came up; the reader looks at this cell, whoever took part."""
    if isinstance(error, SyntaxError) and error.filename == name:
        return error.lineno
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == name]
    return lines[-1] if lines else None


def _said(error: BaseException) -> list[str]:
    if isinstance(error, NotInAPageError):  # its message is the line in plain words
        return [type(error).__name__]
    # The compact form lacks the suggestions, and the long one the frames that are wanted.
    only = list(traceback.TracebackException(type(error), error, None, compact=True).format_exception_only())
    text = "".join(only[-1:] if isinstance(error, SyntaxError) else only)
    lines = [shortened(_whole(line), WIDE) for line in plain(settled(text)).rstrip().splitlines()]
    return [*lines[:LONG], *(["…"] if len(lines) > LONG else [])]


def _places(error: BaseException, sources: Collection[str]) -> list[str]:
    if isinstance(error, SyntaxError) and error.filename in sources:
        return [f"  {error.filename}, line {error.lineno}", *_marked(error)]
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename in sources]
    told = [_place(f) for f in frames]
    if len(told) > FIRST + LAST + 1:
        told[FIRST:-LAST] = ["  … more calls …"]  # how many is told by the stack below the cell as well
    return [shortened(_whole(line), WIDE) for line in "\n".join(told).splitlines()]


def _place(frame: traceback.FrameSummary) -> str:
    where = "" if frame.name == "<module>" else f", in {frame.name}"
    return f"  {frame.filename}, line {frame.lineno}{where}\n    {frame.line}"


def _marked(error: SyntaxError) -> list[str]:
    line = linecache.getline(str(error.filename), error.lineno or 0).rstrip()
    if not line or error.offset is None or len(line) > WIDE:
        return [shortened(f"    {line.strip()}", WIDE)] if line else []
    indented = len(line) - len(line.lstrip())
    end = error.end_offset if error.end_lineno == error.lineno and error.end_offset else error.offset + 1
    start = max(error.offset - 1 - indented, 0)
    return [f"    {line.lstrip()}", f"    {' ' * start}{'^' * max(end - error.offset, 1)}"]


def _before(error: BaseException) -> list[str]:
    """The error that this one came out of, in a line."""
    cause = error.__cause__
    while_handling = None if error.__suppress_context__ else error.__context__
    if cause is not None:
        return ["Caused by " + _said(cause)[-1]]
    return [] if while_handling is None else ["While Python dealt with " + _said(while_handling)[-1]]


def _whole(text: str) -> str:
    """The text without halves of characters, which cannot cross to the page."""
    return text.encode("utf-8", "replace").decode()

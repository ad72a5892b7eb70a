"""A traceback cut down to what the author of a demo wrote."""

import linecache
import traceback
from pathlib import Path
from types import TracebackType


def own_frames(trace: TracebackType | None, package: str) -> list[traceback.FrameSummary]:
    """The frames of a traceback that run through files of `package`'s folder, outermost first."""
    linecache.checkcache()
    return [f for f in traceback.extract_tb(trace) if package in Path(f.filename).parts]


def own_traceback(error: BaseException, package: str) -> str:
    """The error as Python prints it, without the frames of the engine and the runtime.

    Lines read `demos/temperature.py, line 12, in view`, each with its source.
    """
    frames = own_frames(error.__traceback__, package)
    lines = [f"  {place(f, package)}, in {f.name}\n    {f.line}" for f in frames]
    last = "".join(traceback.format_exception_only(error)).strip()
    return "\n".join([*lines, last])


def place(frame: traceback.FrameSummary, package: str) -> str:
    """Where a frame is, from the demos' folder on."""
    parts = Path(frame.filename).parts
    start = len(parts) - 1 - parts[::-1].index(package)
    return f"{'/'.join(parts[start:])}, line {frame.lineno}"

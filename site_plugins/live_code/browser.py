"""All that the worker and the build call: strings and JSON in, JSON out."""

import binascii
import hashlib
import json
from collections.abc import Callable
from typing import Any

from live_code.fetching import set_fetcher
from live_code.modules import Kept
from live_code.names import completions
from live_code.running import run_cell
from live_code.session import Session

__all__ = ["complete", "forget", "run", "set_fetcher", "sha256"]

_sessions: dict[str, Session] = {}
_before: list[Kept] = []  # as it was before the first of these sessions


def run(session: str, name: str, code: str, emit: Callable[[str], object], echo: bool = False) -> str:
    """Run a cell's code in a session, which begins with its first cell.

    Parameters
    ----------
    session
        Cells of one session share their variables and files.
    name
        What errors call the cell, such as `cell 3`.
    code
        Its source.
    emit
        Is called with each piece of output, as JSON: `{"stream": "stdout" | "stderr", "text"}`, to be added to
        what that stream wrote last, or `{"html"}`, finished HTML to be added; a value's has its text as `plain`.
        With `"again": true` the stream's unended line goes first. Where something is coloured, `parts` has the
        text as pairs with the classes of their styles.
    echo
        Show the value of every expression, as Python's prompt does; otherwise of the last line alone.

    Returns
    -------
    str
        JSON: `{"ok": true}`, or `{"ok": false, "line", "missing", "error", "message"}`: the line of this cell that
        failed, the name that does not exist (each may be null), the error's type, and type and message.
    """
    if not _before:
        _before.append(Kept())
    _before[0].bring(code)
    known = _sessions.setdefault(session, Session())
    found = known.context.run(run_cell, known, name, code, lambda message: emit(json.dumps(message)), echo=echo)
    return json.dumps(found)


def forget(session: str) -> None:
    """Drop a session's variables and files; with the last one, also what cells set in modules and settings.

    What they changed inside an object of a module, such as a list, stays.
    """
    if session not in _sessions:
        return
    _sessions.pop(session).close()
    if not _sessions:
        _before.pop().restore()


def complete(session: str, code: str, position: int) -> str:
    """Names that can stand at a position, as a JSON list. Nothing is called to find them.

    >>> complete("none", "prin", 4)
    '["print"]'
    """
    known = _sessions.get(session)
    return json.dumps(completions(known.namespace if known else {}, code[:position]))


def sha256(data: Any) -> str:
    """The hash of bytes that a script holds, as `fetch` takes it: for a script that can't wait for its own.

    >>> sha256(memoryview(b""))
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    held = data.to_memoryview() if hasattr(data, "to_memoryview") else data
    return "sha256-" + binascii.b2a_base64(hashlib.sha256(held).digest(), newline=False).decode()

"""What cannot work in a page says so, in the build as well: there it would work, and mislead."""

import importlib
import io
import sys
from collections.abc import Callable
from typing import Any, NoReturn, override

NO_KEYBOARD = ("input()", "no keyboard is connected to it", 'give the name its value, as in answer = "42"')
NO_DEBUGGER = ("breakpoint()", "no keyboard is connected to it", "print what you want to see")
NO_THREADS = ("A thread", "Python runs on one thread there", "call the function itself")
NO_PROCESSES = ("Another program", "there is none beside Python there", "do the work in Python")
NO_NETWORK = ("A connection", "cells keep off the network", "write the data into the code")
NO_CLOSE = ("close()", "it would end Python for all that is on it", "press Restart")
NO_LOOP = ("asyncio.run()", "the page's own loop is running", "call ordinary functions")
_EVENTS = {
    "_thread.start_new_thread": NO_THREADS,
    "_thread.start_joinable_thread": NO_THREADS,
    "subprocess.Popen": NO_PROCESSES,
    "os.system": NO_PROCESSES,
    "os.exec": NO_PROCESSES,
    "os.fork": NO_PROCESSES,
    "os.forkpty": NO_PROCESSES,
    "os.posix_spawn": NO_PROCESSES,
    "os.spawn": NO_PROCESSES,
    "socket.connect": NO_NETWORK,
    "socket.bind": NO_NETWORK,
    "socket.getaddrinfo": NO_NETWORK,
    "socket.gethostbyname": NO_NETWORK,
}


class NotInAPageError(RuntimeError):
    """Something that a page cannot do.

    >>> print(NotInAPageError(*NO_THREADS))
    A thread cannot work in a page: Python runs on one thread there. Instead, call the function itself.
    """

    __module__ = "builtins"  # a reader is not told where the runner keeps it

    def __init__(self, what: str, why: str, instead: str) -> None:
        super().__init__(f"{what} cannot work in a page: {why}. Instead, {instead}.")


class NoKeyboard(io.TextIOBase):
    """Stands in for sys.stdin while a cell runs; `input()` reads from it."""

    @override
    def readable(self) -> bool:
        return True

    @override
    def read(self, size: int | None = -1, /) -> NoReturn:
        raise NotInAPageError(*NO_KEYBOARD)

    @override
    def readline(self, size: int = -1, /) -> NoReturn:  # type: ignore[override]
        raise NotInAPageError(*NO_KEYBOARD)


def no_debugger(*_arguments: object, **_named: object) -> NoReturn:
    """Stands in for sys.breakpointhook while a cell runs."""
    raise NotInAPageError(*NO_DEBUGGER)


class Watch:
    """Hears of what a cell starts, through Python's own audit events. A hook stays for good, so there is one."""

    def __init__(self) -> None:
        self._before_sleep: Callable[[], object] | None = None
        self._added = False

    def begin(self, before_sleep: Callable[[], object]) -> None:
        """Refuse from now on; call `before_sleep` when the cell goes to sleep."""
        if not self._added:
            sys.addaudithook(self._hear)
            self._added = True
        self._before_sleep = before_sleep

    def end(self) -> None:
        """Let everything pass."""
        self._before_sleep = None

    def _hear(self, event: str, _arguments: tuple[Any, ...]) -> None:
        if self._before_sleep is None:
            return
        if event == "time.sleep":
            self._before_sleep()
        elif event in _EVENTS:
            raise NotInAPageError(*_EVENTS[event])


watch = Watch()


def in_plain_words(error: BaseException) -> BaseException:
    """The same error, or the one that says so of what the browser's Python refuses in words of its own."""
    said = str(error) if isinstance(error, (OSError, ImportError)) else ""
    if "does not support processes" in said or "named '_multiprocessing'" in said:
        return NotInAPageError(*NO_PROCESSES).with_traceback(error.__traceback__)
    if type(error).__name__ == "JsException" and str(error).startswith("Error: close() would end Python"):
        return NotInAPageError(*NO_CLOSE).with_traceback(error.__traceback__)
    return error


def refuse_loops(code: str) -> None:
    """Let `asyncio.run` say that it has no loop, where the code may call it."""
    if "asyncio" in code:
        asyncio: Any = importlib.import_module("asyncio")  # too much to load before it is wanted
        asyncio.run = asyncio.Runner.run = _no_loop


def _no_loop(*_arguments: object, **_named: object) -> NoReturn:
    for value in _arguments:
        close = getattr(value, "close", None)
        if close is not None:
            close()  # else Python warns of a coroutine that nobody waited for
    raise NotInAPageError(*NO_LOOP)

"""WebDriver's classic commands, whatever carries them."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

PATIENCE = 120.0  # seconds for one command


class EngineError(Exception):
    """A browser that does not start, or answers with an error."""


class MissingEngineError(EngineError):
    """A browser that is not installed."""


class Driver(ABC):
    """One browser window with a profile of its own. Leaving the `with` block ends the browser.

    A page that needs time is waited for inside the page: `run` takes an async function's body.
    """

    name: str
    version: str
    profile: Path

    def go(self, url: str) -> None:
        """Leave the page for another; return when that has begun to arrive, long before it is loaded."""
        self._leave(lambda: self.begin(url), url)

    def back(self) -> None:
        """Go back to the page before; return when that is there again."""
        self._leave(lambda: self.run("setTimeout(() => history.back())"), "")

    def _leave(self, act: Callable[[], object], url: str) -> None:
        mark = time.monotonic()  # a page that comes back has the mark with which it was left
        self.run("window.leaving = arguments[0]", mark)
        act()
        # A new window's empty page may be made anew first, and has no mark either.
        left = "return window.leaving !== arguments[0] && (location.href !== 'about:blank' || arguments[1])"
        while time.monotonic() < mark + PATIENCE:
            with suppress(EngineError):  # the page goes while it is asked
                if self.run(left, mark, url == "about:blank"):
                    return
            time.sleep(0.02)
        raise EngineError(f"expected {url or 'the page before'} to load / found the page that was to be left")

    @abstractmethod
    def begin(self, url: str) -> None:
        """Ask for a page and return at once."""

    @abstractmethod
    def run(self, script: str, *arguments: object) -> Any:
        """Return what the body of an async function returns in the page; `arguments` are its own."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def as_callback(script: str) -> str:
    """An async function's body as WebDriver's "execute async" wants it: the last argument is called at the end."""
    return (
        "const finish = arguments[arguments.length - 1];"
        f"(async function () {{ {script}\n }}).apply(null, arguments)"
        ".then((value) => finish({ value }), (error) => finish({ error: `${error}` }));"
    )


def value_of(answer: Any) -> Any:
    """The value that `as_callback` handed over.

    Raises
    ------
    EngineError
        If the script threw.
    """
    if not isinstance(answer, dict) or "error" in answer:
        raise EngineError(f"expected a value / found {answer!r}")
    return answer.get("value")

"""Files beside the demos that are too large to travel with them: fetched when they are first asked for."""

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from live_demo.errors import DemoError

PACKAGE, FOLDER = "demos", "fetched"

_fetch: Callable[[str], object] | None = None
"""Puts a file where it belongs, or raises. The browser's worker has one."""


class NotFetchedError(DemoError):
    """The file is not here. In the page it is fetched, and the demo is asked again."""

    def __init__(self, name: str, what: str = "") -> None:
        self.name, self.called = name, what or name
        hint = "put it there, or make it as the site's README says"
        super().__init__("fetched", expected=f"the file {FOLDER}/{name} beside the demos", found="none", hint=hint)


def fetched(name: str, what: str = "") -> bytes:
    """Read a file of the folder ``fetched`` beside the demos.

    In the page the first call fetches it: a demo is run again once the file is there, so ask for files before
    anything that takes long; a cell waits. A large file is fetched when the reader has agreed.

    Parameters
    ----------
    name
        The path within the folder, such as ``"weights/layer-0.bin"``.
    what
        What a reader calls it, such as ``"the trained model"``; its name if empty.

    Raises
    ------
    NotFetchedError
        If there is no such file.

    Examples
    --------
    >>> from live_demo import fetched
    >>> fetched("no/such.bin")
    Traceback (most recent call last):
    live_demo.files.NotFetchedError: fetched: expected the file fetched/no/such.bin beside the demos; found none...
    """
    path = _folder() / name
    if not path.is_file() and _fetch:
        _fetch(name)
    if not path.is_file():
        raise NotFetchedError(name, what)
    return path.read_bytes()


def set_fetcher(fetch: Callable[[str], object]) -> None:
    """Let `fetched` wait for a file instead of raising."""
    global _fetch  # noqa: PLW0603 - one worker, one way to its server
    _fetch = fetch


@contextmanager
def without_waiting() -> Iterator[None]:
    """Let `fetched` raise within this, so that somebody else can fetch the file, and show how far it has come."""
    global _fetch  # noqa: PLW0603
    kept, _fetch = _fetch, None
    try:
        yield
    finally:
        _fetch = kept


def _folder() -> Path:
    spec = importlib.util.find_spec(PACKAGE)
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places or [PACKAGE])), FOLDER)

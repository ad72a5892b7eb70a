"""Modules that the start left out: asked for when an import finds nothing else, and then the import goes on."""

import importlib
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

type Fetcher = Callable[[str], object]

_fetcher: list[Fetcher] = []


def set_fetcher(fetcher: Fetcher) -> None:
    """Name what is asked for modules that nothing else finds.

    Parameters
    ----------
    fetcher
        Is called with a module's name, once each, and adds the files that the site has for it. It returns whether
        there are any. What it raises becomes an ImportError.
    """
    _fetcher[:] = [fetcher]
    _last.asked.clear()
    catch_up()


def catch_up() -> None:
    """Stand at the end of the finders, behind those that came later."""
    if _fetcher and sys.meta_path[-1:] != [_last]:
        sys.meta_path[:] = [f for f in sys.meta_path if f is not _last] + [_last]


class _Last:
    """The finder that asks."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not _fetcher or name in self.asked:
            return None
        self.asked.add(name)
        try:
            found = _fetcher[0](name)
        except Exception as error:
            self.asked.discard(name)  # the network may be back
            raise ImportError(f"{name} could not be fetched: {error}", name=name) from None
        if not found:
            return None
        importlib.invalidate_caches()
        others = (f.find_spec(name, path, target) for f in sys.meta_path if f is not self)
        return next((spec for spec in others if spec is not None), None)


_last = _Last()

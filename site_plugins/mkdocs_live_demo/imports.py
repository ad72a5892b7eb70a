"""The project's own Python, imported into a build that may follow another, as under `mkdocs serve`."""

import importlib
import sys
from collections.abc import Iterable
from pathlib import Path

type _Stamp = tuple[tuple[str, int, int], ...]

_last: list[_Stamp] = []


def changed(places: Iterable[Path]) -> bool:
    """Whether a file, or one below a folder, is another than when last asked, or the places are others."""
    now = tuple(_stamps(places))
    same = _last == [now]
    _last[:] = [now]
    return not same


def _stamps(places: Iterable[Path]) -> Iterable[tuple[str, int, int]]:
    for place in places:
        for path in [place, *sorted(place.rglob("*"))]:
            if path.is_file() and "__pycache__" not in path.parts:
                known = path.stat()
                yield str(path), known.st_mtime_ns, known.st_size


def forget(packages: set[str]) -> None:
    """Drop modules, so that an edited demo is what the next build runs."""
    for name in [n for n in sys.modules if n.partition(".")[0] in packages]:
        del sys.modules[name]
    importlib.invalidate_caches()


def import_from(*folders: Path) -> None:
    """Put folders first on the import path, once each."""
    for folder in map(str, reversed(folders)):
        if folder in sys.path:
            sys.path.remove(folder)
        sys.path.insert(0, folder)

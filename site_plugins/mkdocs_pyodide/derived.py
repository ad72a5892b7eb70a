"""Folders of derived files, made once for their inputs and kept in the user's cache."""

import contextlib
import hashlib
import json
import logging
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from mkdocs_pyodide.cache import scratch_folder, sha256_of

_SUMS = "sha256.json"
_KEPT = 8
_log = logging.getLogger("mkdocs.plugins.pyodide")


def digest(inputs: Mapping[str, str | bytes]) -> str:
    """Return the sha256 of named inputs, independent of their order.

    >>> digest({"a": "1", "b": "2"}) == digest({"b": "2", "a": "1"})
    True
    >>> digest({"a": "12"}) == digest({"a1": "2"})
    False
    """
    sums = {
        name: hashlib.sha256(value.encode() if isinstance(value, str) else value).hexdigest()
        for name, value in inputs.items()
    }
    return hashlib.sha256(json.dumps(sums, sort_keys=True).encode()).hexdigest()


def derived_folder(root: Path, kind: str, inputs: Mapping[str, str | bytes], make: Callable[[Path], None]) -> Path:
    """Return a folder that `make` filled from these inputs, now or at an earlier time.

    Parameters
    ----------
    root
        Where the folders are kept.
    kind
        First part of the folder's name; old folders of one kind make room for new ones.
    inputs
        All that the result depends on.
    make
        Fills an empty folder. A folder appears under its name only when it is whole.
    """
    folder = root / f"{kind}-{digest(inputs)[:16]}"
    if not _is_whole(folder):
        _log.info("Making %s, once for all later builds", folder)
        with scratch_folder(root) as scratch:
            made = scratch / folder.name
            made.mkdir()
            make(made)
            sums = {path.name: sha256_of(path) for path in sorted(made.iterdir())}
            (made / _SUMS).write_text(json.dumps(sums), "utf-8")
            _move(made, folder)
    os.utime(folder)
    _make_room(root, kind)
    return folder


def _is_whole(folder: Path) -> bool:
    try:
        sums = json.loads((folder / _SUMS).read_text("utf-8"))
        found = {name: sha256_of(folder / name) for name in sums}
    except (OSError, ValueError):
        return False
    for name, expected in sums.items():
        if found[name] != expected:
            path = folder / name
            _log.info("%s: expected sha256 %s / found %s / made again", path, expected, found[name])
            return False
    return True


def _move(made: Path, folder: Path) -> None:
    """Give a folder its name. If another process was faster, its equal result stays."""
    if not _is_whole(folder):
        shutil.rmtree(folder, ignore_errors=True)
    try:
        made.rename(folder)
    except OSError:
        if not _is_whole(folder):
            raise


def _make_room(root: Path, kind: str) -> None:
    """Remove all but the folders of a kind that were used last."""
    with contextlib.suppress(FileNotFoundError):  # another process makes room as well
        folders = sorted(root.glob(f"{kind}-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
        for folder in folders[_KEPT:]:
            shutil.rmtree(folder, ignore_errors=True)

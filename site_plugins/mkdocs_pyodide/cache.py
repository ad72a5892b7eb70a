"""The user's cache folder: where it is, what is in it, and how a file gets in whole or not at all."""

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

from mkdocs_pyodide.lock import RuntimeFile, RuntimeLock

CACHE_VARIABLE = "MKDOCS_PYODIDE_CACHE"
SOURCE_VARIABLE = "PYODIDE_SOURCE"
HINT = "run `make fetch` (or `python -m mkdocs_pyodide fetch`)"
_SCRATCH = ".part-"
_DAY = 86400


class RuntimeFilesError(Exception):
    """A runtime file is missing or is not the one that the lock names. The text is one line."""


def cache_root(override: str | Path | None = None) -> Path:
    """Return the folder that all versions share: `override`, `MKDOCS_PYODIDE_CACHE`, or the system's place."""
    chosen = override or os.environ.get(CACHE_VARIABLE)
    return (
        Path(chosen).expanduser().absolute() if chosen else platformdirs.user_cache_path("mkdocs-pyodide", False)
    )


def cache_folder(lock: RuntimeLock, override: str | Path | None = None) -> Path:
    """Return the folder of this Pyodide version's files. It may not exist yet."""
    return cache_root(override) / lock.pyodide


def sha256_of(path: Path) -> str:
    """Return the sha256 of a file's bytes in hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def missing_files(folder: Path, lock: RuntimeLock) -> list[RuntimeFile]:
    """List the files that are not in the folder."""
    return [file for file in lock.files if not (folder / file.name).is_file()]


def damaged_files(folder: Path, lock: RuntimeLock) -> list[tuple[RuntimeFile, str]]:
    """List the files whose bytes differ from the lock, each with the hash that was found."""
    present = [(file, folder / file.name) for file in lock.files if (folder / file.name).is_file()]
    hashes = [(file, sha256_of(path)) for file, path in present]
    return [(file, found) for file, found in hashes if found != file.sha256]


def check(folder: Path, lock: RuntimeLock, hint: str = HINT) -> None:
    """Raise RuntimeFilesError unless every file of the lock is in the folder, byte for byte."""
    missing = missing_files(folder, lock)
    if missing:
        raise RuntimeFilesError(
            f"runtime files: expected {len(lock.files)} files of Pyodide {lock.pyodide} in {folder}"
            f" / found {len(lock.files) - len(missing)}, missing {', '.join(file.name for file in missing)}"
            f" / hint: {hint}"
        )
    for file, found in damaged_files(folder, lock):
        raise RuntimeFilesError(
            f"runtime file {folder / file.name}: expected sha256 {file.sha256} / found {found} / hint: {hint}"
        )


def store(folder: Path, scratch: Path, file: RuntimeFile, chunks: Iterable[bytes]) -> None:
    """Write a file in `scratch`, verify its sha256, then move it into the folder in one step.

    Raises RuntimeFilesError, and leaves the folder as it was, if the bytes are not those of the lock.
    """
    digest = hashlib.sha256()
    partial = scratch / file.name
    with partial.open("wb") as stream:
        for chunk in chunks:
            digest.update(chunk)
            stream.write(chunk)
    if digest.hexdigest() != file.sha256:
        raise RuntimeFilesError(f"{file.name}: expected sha256 {file.sha256}, found {digest.hexdigest()}")
    partial.replace(folder / file.name)


@contextmanager
def scratch_folder(folder: Path) -> Iterator[Path]:
    """Give a temporary folder on the same disk as `folder`, of this process alone, and remove it afterwards."""
    folder.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(folder)
    scratch = Path(tempfile.mkdtemp(prefix=_SCRATCH, dir=folder))
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _remove_abandoned(folder: Path) -> None:
    """Remove what a process that was killed left behind; a day is longer than any fetch or build takes."""
    for path in folder.glob(_SCRATCH + "*"):
        try:
            old = time.time() - path.stat().st_mtime > _DAY
        except FileNotFoundError:  # its owner was faster
            continue
        if old:
            shutil.rmtree(path, ignore_errors=True)

"""Slow results, kept in the user's cache folder under the hash of all that went into them."""

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile

import platformdirs

ENVIRONMENT = "MKDOCS_TYPESET_CACHE"


def cache_folder() -> Path:
    """``$MKDOCS_TYPESET_CACHE``, else the place for caches on this system."""
    named = os.environ.get(ENVIRONMENT)
    return Path(named) if named else Path(platformdirs.user_cache_dir("mkdocs-typeset", appauthor=False))


def digest(parts: Iterable[bytes]) -> str:
    """SHA-256 of the parts in order; where one ends and the next begins counts.

    Examples
    --------
    >>> digest([b"ab", b"c"]) == digest([b"a", b"bc"])
    False
    """
    total = hashlib.sha256()
    for part in parts:
        total.update(hashlib.sha256(part).digest())
    return total.hexdigest()


def cached(folder: Path, parts: Iterable[bytes], compute: Callable[[], bytes]) -> bytes:
    """Read the result for these inputs from ``folder``, or compute it and keep it.

    ``parts`` must name everything that decides the result, versions of tools included. Two builds at once
    don't disturb each other: a file appears whole or not at all. A folder that can't be written is no error.
    """
    path = folder / digest(parts)
    try:
        return path.read_bytes()
    except OSError:
        result = compute()
    with contextlib.suppress(OSError):
        _write(path, result)
    return result


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    Path(file.name).replace(path)

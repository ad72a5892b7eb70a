"""What cells put out, kept in the user's cache folder under the hash of all that went into it."""

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import platformdirs

ENVIRONMENT = "MKDOCS_LIVE_DEMO_CACHE"


def cache_folder() -> Path:
    """`$MKDOCS_LIVE_DEMO_CACHE`, else the place for caches on this system."""
    named = os.environ.get(ENVIRONMENT)
    return Path(named) if named else Path(platformdirs.user_cache_dir("mkdocs-live-demo", appauthor=False))


def digest(parts: Mapping[str, Any]) -> str:
    """A name for JSON values that changes with any of them.

    >>> digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    True
    """
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def fingerprint(packages: Iterable[Path], versions: Iterable[str]) -> str:
    """Hash the Python that cells run on: the interpreter, packages with their data, the versions of others."""
    sources = {
        str(path.relative_to(package.parent)): hashlib.sha256(path.read_bytes()).hexdigest()
        for package in packages
        for path in sorted(package.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
    return digest({"python": sys.version, "sources": sources, "versions": {n: _version(n) for n in versions}})


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:  # the name of a module; its sources are not told by a version
        return ""


def cached(folder: Path, name: str, compute: Callable[[], Sequence[Any]]) -> Sequence[Any]:
    """Read a result from the folder, or compute it and keep it. A folder that cannot be written is no error."""
    path = folder / f"{name}.json"
    with contextlib.suppress(OSError, ValueError):
        kept: Sequence[Any] = json.loads(path.read_bytes())
        os.utime(path)
        return kept
    result = compute()
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(json.dumps(result).encode())
        Path(file.name).replace(path)
    return result

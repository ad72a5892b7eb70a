"""What the runtime consists of: versions, files and hashes, read from `runtime.lock.json`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LOCK_PATH = Path(__file__).with_name("runtime.lock.json")


@dataclass(frozen=True)
class RuntimeFile:
    """One file of the runtime; `size` is in bytes, `sha256` in hexadecimal digits."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True)
class PackagePin:
    """A compiled Python package and the runtime file that holds it."""

    version: str
    file: str


@dataclass(frozen=True)
class ArchivePin:
    """A published archive that contains some of the files, and the folder inside it where they lie."""

    name: str
    folder: str
    holds: frozenset[str]


@dataclass(frozen=True)
class RuntimeLock:
    """The pinned runtime. Everything that is fetched, cached or published is named here."""

    pyodide: str
    python: str
    abi: str
    files: tuple[RuntimeFile, ...]
    packages: Mapping[str, PackagePin]
    cdn: str
    wheel: ArchivePin
    npm: ArchivePin


def read_lock(path: Path = LOCK_PATH) -> RuntimeLock:
    """Read a runtime lock.

    >>> read_lock().packages["numpy"].version
    '2.4.3'
    """
    data: dict[str, Any] = json.loads(path.read_text("utf-8"))
    sources = data["sources"]
    return RuntimeLock(
        pyodide=data["pyodide"],
        python=data["python"],
        abi=data["abi"],
        files=tuple(RuntimeFile(**entry) for entry in data["files"]),
        packages={name: PackagePin(**pin) for name, pin in data["packages"].items()},
        cdn=sources["cdn"],
        wheel=_archive(sources["wheel"], "requirement"),
        npm=_archive(sources["npm"], "package"),
    )


def _archive(entry: Mapping[str, Any], name: str) -> ArchivePin:
    return ArchivePin(entry[name], entry["folder"], frozenset(entry["holds"]))

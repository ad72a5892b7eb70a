"""One fetch with little patience, and what it leaves."""

from collections.abc import Callable
from pathlib import Path

from mkdocs_pyodide.fetch import fetch
from mkdocs_pyodide.lock import RuntimeLock
from mkdocs_pyodide.sources import Source
from tests.mkdocs_pyodide.servers import Server

type Serve = Callable[[dict[str, bytes]], Server]
PATIENCE = 1.0


def holds(cache: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in cache.iterdir()}


def run(cache: Path, lock: RuntimeLock, *sources: Source) -> list[str]:
    lines: list[str] = []
    fetch(cache, lock, sources, PATIENCE, lines.append)
    return lines

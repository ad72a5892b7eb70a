"""Servers, a small lock, and the real runtime files."""

import http.server
import random
import socket
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from mkdocs_pyodide.cache import cache_folder, check
from mkdocs_pyodide.lock import ArchivePin, RuntimeFile, RuntimeLock, read_lock
from mkdocs_pyodide.publish import Runtime, prepare
from tests.mkdocs_pyodide.browser_worker import serve_site
from tests.mkdocs_pyodide.projects import write_tiny_project
from tests.mkdocs_pyodide.servers import Server, run

CONTENTS = {"large.bin": random.Random(1).randbytes(300_000), "small.json": b'{"a": 1}'}


@pytest.fixture
def serve() -> Iterator[Callable[[dict[str, bytes]], Server]]:
    running: list[tuple[http.server.ThreadingHTTPServer, Server]] = []

    def start(files: dict[str, bytes]) -> Server:
        state = Server({f"/{name}": data for name, data in files.items()})
        running.append((run(state), state))
        return state

    yield start
    for server, state in running:
        state.released.set()
        server.shutdown()
        server.server_close()


@pytest.fixture
def silent_url() -> Iterator[str]:
    """Yield an address where connecting works and nobody ever answers."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"


@pytest.fixture
def dead_url() -> str:
    """Return an address where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as closed_soon:
        return f"http://127.0.0.1:{closed_soon.getsockname()[1]}/"


@pytest.fixture
def contents() -> dict[str, bytes]:
    return dict(CONTENTS)


@pytest.fixture
def lock() -> RuntimeLock:
    """Return a lock of two small files, of which the npm package lacks the first."""
    files = tuple(RuntimeFile(name, len(data), sha256(data).hexdigest()) for name, data in CONTENTS.items())
    return RuntimeLock(
        pyodide="1.0",
        python="3.14.0",
        abi="x",
        files=files,
        packages={},
        cdn="",
        wheel=ArchivePin("a-wheel==1.0", "inside/", frozenset({"large.bin"})),
        npm=ArchivePin("a-package@1.0", "package/", frozenset({"small.json"})),
    )


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def runtime_files() -> Path:
    """Return the user's cache with the real files; without them `make fetch` is what is missing."""
    lock = read_lock()
    folder = cache_folder(lock)
    check(folder, lock)
    return folder


@pytest.fixture
def tiny_project(tmp_path: Path) -> Path:
    return write_tiny_project(tmp_path / "tiny")


@pytest.fixture(scope="session")
def tiny_runtime(tmp_path_factory: pytest.TempPathFactory) -> Runtime:
    """Prepare a runtime for the tiny project, out of the user's cache."""
    return prepare(wheels=[write_tiny_project(tmp_path_factory.mktemp("project") / "tiny")])


@pytest.fixture(scope="session")
def tiny_site(tiny_runtime: Runtime, tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("site")
    tiny_runtime.publish(site)
    return site


@pytest.fixture
def tiny_server(serve: Callable[[dict[str, bytes]], Server], tiny_site: Path) -> Server:
    """Serve the tiny site, and a worker that starts its Python."""
    state = serve({})
    serve_site(state, tiny_site)
    return state

"""Hosts of many kinds for one built site. Each knows its address before the site is built for it."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.browser.server import SiteServer
from tools.nginx import nginx

WITH_SPACE = "/Ein%20Pfad%20f%C3%BCr%20uns/"


@dataclass
class Host:
    """Serves `folder` at `url` until it is closed; closing twice does no harm."""

    folder: Path
    url: str
    close: Callable[[], None]


@contextmanager
def own_server(folder: Path, prefix: str = "/", typeless: tuple[str, ...] = ()) -> Iterator[Host]:
    """The tests' own server: it compresses nothing, and leaves the type out for the endings in `typeless`."""
    server = SiteServer(folder, prefix)
    server.typeless = typeless

    def close() -> None:
        if not server.closed:
            server.close()

    yield Host(folder, server.url, close)
    close()


@contextmanager
def through_nginx(folder: Path) -> Iterator[Host]:
    """Nginx as it comes from Debian."""
    with nginx(folder) as server:
        yield Host(folder, server.url, server.close)


@contextmanager
def command(line: str, folder: Path, cwd: Path) -> Iterator[Host]:
    """A shell's line that ends in Python's server, as a reader types it; the port is any that is free."""
    assert line.count(" 8000") == 1, line
    with tempfile.TemporaryDirectory() as tools:
        Path(tools, "python3").symlink_to(sys.executable)
        environ = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}", "PYTHONUNBUFFERED": "1"}
        process = subprocess.Popen(
            ["sh", "-c", line.replace(" 8000", " 0")],
            cwd=cwd,
            env=environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )

        def close() -> None:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(10)

        assert process.stdout is not None
        with process.stdout as said:
            try:
                found = re.search(r" port (\d+) ", said.readline())
                assert found, f"expected {line} to say its port"
                yield Host(folder, f"http://127.0.0.1:{found[1]}/", close)
            finally:
                close()


@contextmanager
def zipped(line: str, site: Path, folder: Path) -> Iterator[Host]:
    """The built site as one file, and a line that unpacks and serves it."""
    shutil.make_archive(str(folder / "site"), "zip", site)
    with command(line, folder / "site", folder) as host:
        yield host

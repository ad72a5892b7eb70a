"""A static file server on 127.0.0.1 that can be told to misbehave, and remembers what it was asked for."""

import io
import threading
import time
from collections.abc import Callable
from enum import Enum
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

from tools.quiet_handler import QuietHandler


class Spoilt(Enum):
    """What a file may meet on its way. A status says so; none of these does."""

    SHORT = "arrives whole in form and cut in content"
    FLIPPED = "has one other bit, in its middle"
    HTML = "is a page instead, as hosts of single-page applications answer"
    CUT = "is left off midway"


class SiteServer:
    """Serve `folder` below `prefix`, and misbehave.

    The ends of paths have a status in `faults`, a `Spoilt` in `spoilt`, bytes per second in `pace`, where the file
    and its compressed copy count as one; `headers` are added to answers. Files with an ending in `typeless` have no
    type.
    """

    def __init__(self, folder: Path, prefix: str = "/") -> None:
        self.folder, self.prefix = folder, prefix
        self.faults: dict[str, HTTPStatus] = {}
        self.headers: dict[str, str] = {}
        self.typeless: tuple[str, ...] = ()
        self.delay: Callable[[str], float] = lambda _: 0.0
        self.spoilt: dict[str, Spoilt] = {}
        self.pace: dict[str, int] = {}
        self.asked: list[str] = []
        self.closed = False
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, self))
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    @property
    def origin(self) -> str:
        """The address without a path."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def url(self) -> str:
        """The address of the site's home."""
        return self.origin + self.prefix

    def spoil(self, end: str, fault: HTTPStatus | Spoilt) -> None:
        """Answer what ends so with another status, or send it spoilt."""
        if isinstance(fault, Spoilt):
            self.spoilt[end] = fault
        else:
            self.faults[end] = fault

    def mend(self) -> None:
        """Behave again."""
        self.faults, self.spoilt, self.pace, self.headers, self.delay = {}, {}, {}, {}, lambda _: 0.0

    def close(self) -> None:
        """Stop serving, also to connections that are open."""
        self.closed = True
        self._http.shutdown()
        self._http.server_close()


PAGE = b"<!doctype html><title>Home</title><h1>Home</h1>"


class _Handler(QuietHandler, SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Python's own table lacks some of these on some systems.
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
        ".json": "application/json",
    }

    def __init__(self, site: SiteServer, *args: object) -> None:
        self.site = site
        super().__init__(*args, directory=str(site.folder))  # type: ignore[arg-type]

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if self.site.closed:
            self.close_connection = True
            self.connection.close()
            return
        self.site.asked.append(path)
        time.sleep(self.site.delay(path))
        status = _at(self.site.faults, path)
        if status is not None or not path.startswith(self.site.prefix):
            super().send_error(status or HTTPStatus.NOT_FOUND)
            return
        self.path = "/" + path.removeprefix(self.site.prefix)
        self.directory = str(self.site.folder)  # it may be another one since this connection was opened
        spoilt, pace = _at(self.site.spoilt, path), _at(self.site.pace, path)
        if spoilt or pace:
            self._send_spoilt((self.site.folder / self.path[1:]).read_bytes(), spoilt, pace)
        else:
            super().do_GET()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer as static hosts do: with the site's own page where a file is missing."""
        page = self.site.folder / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.exists():
            super().send_error(code, message, explain)
            return
        data = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def send_head(self) -> BinaryIO | io.BytesIO | None:
        """Compare dates as nginx does, for equality: an older file may take the place of a newer one."""
        known = self.headers["If-Modified-Since"]
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if known and file.is_file() and known != self.date_time_string(int(file.stat().st_mtime)):
            del self.headers["If-Modified-Since"]
        return super().send_head()

    def _send_spoilt(self, data: bytes, spoilt: Spoilt | None, pace: int | None) -> None:
        half = len(data) // 2
        kind = self.guess_type(self.path)
        if spoilt is Spoilt.SHORT:
            data = data[:half]
        elif spoilt is Spoilt.FLIPPED:
            data = data[:half] + bytes([data[half] ^ 1]) + data[half + 1 :]
        elif spoilt is Spoilt.HTML:
            data, kind = PAGE, "text/html; charset=utf-8"
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        if spoilt is Spoilt.CUT:
            data = data[:half]
            self.close_connection = True
        for start in range(0, len(data), pace or len(data)):
            time.sleep(1.0 if pace and start else 0.0)
            self.wfile.write(data[start : start + (pace or len(data))])

    def send_header(self, keyword: str, value: str) -> None:
        """Leave out what a host doesn't know."""
        if keyword.lower() != "content-type" or not self.path.endswith(self.site.typeless):
            super().send_header(keyword, value)

    def end_headers(self) -> None:
        for name, value in self.site.headers.items():
            self.send_header(name, value)
        super().end_headers()


def _at[T](known: dict[str, T], path: str) -> T | None:
    """What is known of a file by the end of its path."""
    plain = path.removesuffix(".gz")
    return next((value for end, value in known.items() if path.endswith(end) or plain.endswith(end)), None)

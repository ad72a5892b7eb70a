"""A static file server on 127.0.0.1 that can be told to misbehave, and remembers what it was asked for."""

import threading
import time
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools.quiet_handler import QuietHandler


class SiteServer:
    """Serve `folder` below `prefix`. `faults` maps the end of a path to a status; `headers` are added to answers."""

    def __init__(self, folder: Path, prefix: str = "/") -> None:
        self.folder, self.prefix = folder, prefix
        self.faults: dict[str, HTTPStatus] = {}
        self.headers: dict[str, str] = {}
        self.delay: Callable[[str], float] = lambda _: 0.0
        self.short = ""  # the end of a path whose file arrives whole in form and cut in content
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

    def mend(self) -> None:
        """Behave again."""
        self.faults, self.headers, self.delay, self.short = {}, {}, lambda _: 0.0, ""

    def close(self) -> None:
        """Stop serving, also to connections that are open."""
        self.closed = True
        self._http.shutdown()
        self._http.server_close()


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
        status = next((s for end, s in self.site.faults.items() if path.endswith(end)), None)
        if status is not None or not path.startswith(self.site.prefix):
            super().send_error(status or HTTPStatus.NOT_FOUND)
            return
        self.path = "/" + path.removeprefix(self.site.prefix)
        if self.site.short and path.endswith(self.site.short):
            self._half()
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

    def _half(self) -> None:
        data = (self.site.folder / self.path[1:]).read_bytes()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Length", str(len(data) // 2))
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        self.wfile.write(data[: len(data) // 2])

    def end_headers(self) -> None:
        for name, value in self.site.headers.items():
            self.send_header(name, value)
        super().end_headers()

"""A static server on 127.0.0.1 as a site's host is one: gzip, an ETag, ten minutes in the browser's cache.

A `.br` or `.gz` beside a file is sent in its place where the browser takes it; other text and wasm is compressed
once and kept. The server remembers what it sent.
"""

import gzip
import threading
import time
from functools import cache, partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple, Self
from urllib.parse import unquote, urlsplit

from mkdocs_live_demo.plugin import ASSETS
from mkdocs_pyodide.cache import cache_folder
from mkdocs_pyodide.lock import read_lock
from tools.quiet_handler import QuietHandler

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".xml": "application/xml",
    ".wasm": "application/wasm",
    ".so": "application/wasm",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
PACKED = {".png", ".woff2"}  # compressing them again gains nothing; other types than these hosts leave alone


def stock_folders() -> dict[str, Path]:
    """The bare worker's page with the runtime as it was published, by the prefix of each folder."""
    stock = Path(__file__).parent / "stock"
    return {"/stock/": stock, "/stock/engine/": ASSETS, "/stock/pyodide/": cache_folder(read_lock())}


class Sent(NamedTuple):
    """One answer: when it began (`time.monotonic`), for what, and how many bytes its body had on the wire."""

    at: float
    path: str
    size: int


class Server:
    """Serve folders, each below its prefix; of several that fit, the longest prefix counts."""

    def __init__(self, folders: dict[str, Path], encodings: tuple[str, ...] = ("gzip",)) -> None:
        self.folders = folders
        self.encodings = encodings  # in the order of preference
        self.sent: list[Sent] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, self))
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._http.server_address[1])

    @property
    def url(self) -> str:
        """Its address, with a slash at the end."""
        return f"http://127.0.0.1:{self.port}/"

    def find(self, path: str) -> Path | None:
        """The file that a path stands for, if it is there."""
        for prefix in sorted(self.folders, key=len, reverse=True):
            if path.startswith(prefix):
                folder = self.folders[prefix].resolve()
                file = (folder / path.removeprefix(prefix)).resolve()
                file = file / "index.html" if file.is_dir() else file
                return file if file.is_file() and file.is_relative_to(folder) else None
        return None

    def warm(self) -> None:
        """Compress all files now, so that no visit waits for it."""
        files = (file for folder in self.folders.values() for file in folder.rglob("*"))
        for file in (file for file in files if file.suffix in TYPES.keys() - PACKED):
            body_of(file, "gzip", ("gzip",))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()


@cache
def _compressed(file: Path, _changed: int) -> bytes:
    return gzip.compress(file.read_bytes(), 9, mtime=0)


def body_of(file: Path, accepted: str, encodings: tuple[str, ...]) -> tuple[bytes, str]:
    """The bytes to send for a file, and their Content-Encoding, which may be empty."""
    taken = {word.partition(";")[0].strip() for word in accepted.split(",")}
    for encoding in (encoding for encoding in encodings if encoding in taken):
        beside = file.with_name(file.name + {"gzip": ".gz", "br": ".br"}[encoding])
        if beside.is_file():
            return beside.read_bytes(), encoding
        if encoding == "gzip" and file.suffix in TYPES.keys() - PACKED:
            return _compressed(file, file.stat().st_mtime_ns), encoding
    return file.read_bytes(), ""


class _Handler(QuietHandler, BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body leave together
    disable_nagle_algorithm = True

    def __init__(self, server: Server, *args: object) -> None:
        self.site = server
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        at, path = time.monotonic(), unquote(urlsplit(self.path).path)
        file = self.site.find(path)
        status = HTTPStatus.OK
        if file is None:
            status, file = HTTPStatus.NOT_FOUND, self.site.find("/404.html")
        body, encoding = (b"", "") if file is None else self._body(file)
        tag = f'"{file.stat().st_mtime_ns:x}-{len(body):x}"' if file else ""
        if status is HTTPStatus.OK and self.headers.get("If-None-Match") == tag:
            status, body = HTTPStatus.NOT_MODIFIED, b""
        self.site.sent.append(Sent(at, path, len(body)))
        self.send_response(status)
        self.send_header("Content-Type", TYPES.get(file.suffix if file else "", "application/octet-stream"))
        self.send_header("Content-Length", str(len(body)))
        if encoding:
            self.send_header("Content-Encoding", encoding)
        if tag and status is not HTTPStatus.NOT_FOUND:
            self.send_header("ETag", tag)
            self.send_header("Cache-Control", "max-age=600")
        self.send_header("Vary", "Accept-Encoding")
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    do_HEAD = do_GET  # noqa: N815

    def _body(self, file: Path) -> tuple[bytes, str]:
        return body_of(file, self.headers.get("Accept-Encoding", ""), self.site.encodings)

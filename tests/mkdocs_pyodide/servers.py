"""A server that can be told to break off, stall or lie."""

import contextlib
import functools
import http.server
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from tools.quiet_handler import QuietHandler

type Answer = Callable[["Handler", bytes], None]


@dataclass
class Server:
    """Serves `files`; `answers` says who is answered otherwise, `seen` what was asked with which range."""

    files: dict[str, bytes] = field(default_factory=dict)
    answers: dict[str, list[Answer]] = field(default_factory=dict)
    seen: list[tuple[str, str | None]] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)
    sent: int = 0
    url: str = ""


class Handler(QuietHandler, http.server.BaseHTTPRequestHandler):
    def __init__(self, state: Server, *args: object) -> None:
        self.state = state
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self.state.seen.append((self.path, self.headers.get("Range")))
        if self.path not in self.state.files:
            self.send_error(404)
            return
        special = self.state.answers.get(self.path)
        answer = special.pop(0) if special else whole
        with contextlib.suppress(ConnectionError):  # whoever asked has heard enough
            answer(self, self.state.files[self.path])

    def start(self, data: bytes, status: int = 200, /, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def send(self, data: bytes) -> None:
        self.wfile.write(data)
        self.state.sent += len(data)


def whole(handler: Handler, data: bytes) -> None:
    """Answer as a good server does, ranges included."""
    wanted = re.fullmatch(r"bytes=(\d*)-(\d*)", handler.headers.get("Range") or "")
    if wanted is None:
        handler.start(data)
        handler.send(data)
        return
    first, last = wanted.groups()
    start = int(first) if first else len(data) - int(last)
    end = int(last) + 1 if first and last else len(data)
    part = data[start:end]
    handler.start(part, 206, Content_Range=f"bytes {start}-{start + len(part) - 1}/{len(data)}")
    handler.send(part)


def without_ranges(handler: Handler, data: bytes) -> None:
    handler.start(data)
    handler.send(data)


def typed(kind: str, **headers: str) -> Answer:
    def answer(handler: Handler, data: bytes) -> None:
        handler.start(data, 200, Content_Type=kind, **headers)
        handler.send(data)

    return answer


def answered(status: int) -> Answer:
    return lambda handler, _: handler.send_error(status)


def breaks_after(size: int) -> Answer:
    def answer(handler: Handler, data: bytes) -> None:
        handler.start(data)
        handler.send(data[:size])
        handler.close_connection = True

    return answer


def stalls_after(size: int) -> Answer:
    def answer(handler: Handler, data: bytes) -> None:
        handler.start(data)
        handler.send(data[:size])
        handler.wfile.flush()
        handler.state.released.wait(60)
        handler.close_connection = True

    return answer


def run(state: Server) -> http.server.ThreadingHTTPServer:
    """Serve in the background; the caller ends it."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, state))
    state.url = f"http://127.0.0.1:{server.server_port}/"
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    return server

"""A slower way to a server: a TCP relay with one rate for all its connections and a delay each way.

It stands between any browser and any server that speaks plain HTTP, so all engines and all pages have the same
link, their workers included. TCP's slow start is not imitated.
"""

import queue
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Self

PIECE = 16_384  # bytes; 1.3 ms at 100 Mbit/s
AHEAD = (
    0.05  # seconds of data that wait in the relay, as in a router: a busy machine must not slow the link further
)


class Bucket:
    """Says when bytes will have passed at a rate in bit/s, whoever sends them."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._free = 0.0
        self._lock = threading.Lock()

    def reserve(self, size: int) -> float:
        """The time (`time.monotonic`) at which `size` more bytes are through."""
        with self._lock:
            self._free = max(self._free, time.monotonic()) + 8 * size / self._rate
            return self._free


class Link:
    """A relay to `port` of 127.0.0.1: `rate` in bit/s towards the browser, `latency` seconds for a round trip."""

    def __init__(self, port: int, rate: float, latency: float) -> None:
        self._target, self._delay, self._bucket = port, latency / 2, Bucket(rate)
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self._open: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    @property
    def url(self) -> str:
        """The address that stands for the server's, with a slash at the end."""
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for end in list(self._open):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                browser, _ = self._socket.accept()
                server = socket.create_connection(("127.0.0.1", self._target))
                for end in (browser, server):
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                # The handshake took the kernel no time: what it would take is added to the first request.
                opened = time.monotonic() + 2 * self._delay
                self._start(self._relay, browser, server, opened)

    def _start(self, work: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _relay(self, browser: socket.socket, server: socket.socket, opened: float) -> None:
        with browser, server:
            self._open |= {browser, server}
            up = self._pipe(browser, server, None, opened)
            down = self._pipe(server, browser, self._bucket, 0.0)
            for thread in (*up, *down):
                thread.join()
            self._open -= {browser, server}

    def _pipe(
        self, source: socket.socket, sink: socket.socket, bucket: Bucket | None, opened: float
    ) -> list[threading.Thread]:
        pieces: queue.SimpleQueue[tuple[float, bytes]] = queue.SimpleQueue()

        def read() -> None:
            with suppress(OSError):
                while data := source.recv(PIECE):
                    due = bucket.reserve(len(data)) if bucket else max(opened, time.monotonic())
                    pieces.put((due + self._delay, data))
                    time.sleep(max(0.0, due - AHEAD - time.monotonic()) if bucket else 0.0)
            pieces.put((0.0, b""))

        def write() -> None:
            with suppress(OSError):
                while (piece := pieces.get())[1]:
                    time.sleep(max(0.0, piece[0] - time.monotonic()))
                    sink.sendall(piece[1])
                sink.shutdown(socket.SHUT_WR)

        threads = [threading.Thread(target=work, daemon=True) for work in (read, write)]
        for thread in threads:
            thread.start()
        return threads

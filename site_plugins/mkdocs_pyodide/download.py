"""Bytes from a server that may break off, stall or lie, and a watch over whoever waits for them."""

import threading
import time
import zipfile
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field

import requests
import urllib3

CHUNK = 1 << 16
_FRUITLESS = 3
_BROKEN = (requests.RequestException, urllib3.exceptions.HTTPError, EOFError, zipfile.BadZipFile, OSError)


class SourceError(Exception):
    """A source cannot be used at all. The text says why, in a few plain words."""


class FileError(Exception):
    """A source cannot give this one file; it may well give others."""


@dataclass
class Watch:
    """The sign of life of one source: who reads calls `received`, who waits looks at `silence`."""

    patience: float
    wire: int = 0
    _last: float = field(default_factory=time.monotonic)
    _given_up: threading.Event = field(default_factory=threading.Event)

    def received(self, size: int) -> None:
        """Note that `size` bytes came over the network; raise SourceError if nobody waits for them any more."""
        if self._given_up.is_set():
            raise SourceError("given up")
        self.wire += size
        self._last = time.monotonic()

    def silence(self) -> float:
        """Return the seconds since the last sign of life."""
        return time.monotonic() - self._last

    def give_up(self) -> None:
        """Let the next sign of life fail."""
        self._given_up.set()


def run_watched(work: Callable[[], None], watch: Watch) -> None:
    """Run `work` in a thread and wait for it, but never through more than `watch.patience` seconds of silence.

    Time-outs of sockets don't suffice: looking up a name, or trying one address after another, has none.
    Raises what `work` raises, or SourceError if it fell silent.
    """
    failures: list[BaseException] = []

    def guarded() -> None:
        try:
            work()
        except BaseException as error:  # handed over to the thread that waits
            failures.append(error)

    thread = threading.Thread(target=guarded, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            remaining = watch.patience - watch.silence()
            if remaining <= 0:
                raise SourceError(f"silent for {watch.patience:g} s, given up")
            thread.join(remaining)
    finally:
        watch.give_up()
    if failures:
        raise failures[0]


def read_url(url: str, watch: Watch, size: int | None = None) -> Generator[bytes]:
    """Yield the bytes at `url`. A connection that breaks off is taken up again where it broke.

    Parameters
    ----------
    url
        Where to read.
    watch
        Is told of every chunk; its patience is the time-out for connecting and for each read.
    size
        The expected number of bytes, if it is known: an answer that ends earlier counts as broken off.
    """
    return resumed(lambda start: _read_from(url, start, watch), size)


def resumed(read_from: Callable[[int], Iterator[bytes]], size: int | None) -> Generator[bytes]:
    """Yield the bytes of `read_from(0)`; when it breaks off after n bytes, go on with `read_from(n)`.

    Gives up after three attempts in a row that brought nothing, and at once if nothing ever came.
    """
    received, fruitless = 0, 0
    while True:
        before = received
        try:
            for chunk in read_from(received):
                received += len(chunk)
                yield chunk
            if size is None or received >= size:
                return
            broken = f"broke off after {received} of {size} bytes"
        except _BROKEN as error:
            if received == 0 or _is_timeout(error) or isinstance(error, requests.HTTPError):
                raise _in_plain_words(error) from error
            broken = f"broke off after {received} bytes ({type(error).__name__})"
        fruitless = 0 if received > before else fruitless + 1
        if fruitless == _FRUITLESS:
            raise FileError(broken)


def _read_from(url: str, start: int, watch: Watch) -> Iterator[bytes]:
    # A range counts the bytes as they travel, so it is asked for only without compression.
    headers = {"Range": f"bytes={start}-", "Accept-Encoding": "identity"} if start else {}
    with requests.get(url, headers=headers, stream=True, timeout=watch.patience) as response:
        response.raise_for_status()
        skip = start if response.status_code != requests.codes.partial_content else 0
        travelled = 0
        for chunk in response.iter_content(CHUNK):
            watch.received(response.raw.tell() - travelled)
            travelled = response.raw.tell()
            if len(chunk) > skip:
                yield chunk[skip:]
            skip = max(0, skip - len(chunk))


def _is_timeout(error: BaseException) -> bool:
    """Tell whether an error is a time-out; one that strikes within a body comes wrapped in another."""
    kinds = (requests.Timeout, urllib3.exceptions.TimeoutError)
    return isinstance(error, kinds) or any(isinstance(inner, kinds) for inner in error.args)


def _in_plain_words(error: BaseException) -> SourceError | FileError:
    if _is_timeout(error):
        return SourceError("silent, given up")
    if isinstance(error, requests.HTTPError):
        return FileError(f"the server answered {error.response.status_code}")
    if isinstance(error, requests.exceptions.SSLError):
        return SourceError("its certificate is not trusted here")
    if "NameResolutionError" in repr(error):
        return SourceError("its name could not be resolved")
    if isinstance(error, requests.ConnectionError):
        return SourceError("no connection")
    return SourceError(f"{type(error).__name__}: {error}".splitlines()[0][:200])

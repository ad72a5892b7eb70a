"""Where the runtime files can come from. Each source yields the files it has, as streams of bytes."""

import io
import tarfile
from collections.abc import Buffer, Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import urljoin, urlsplit
from urllib.request import url2pathname
from zipfile import BadZipFile

import requests
from remotezip import RemoteZip, RemoteZipError

from mkdocs_pyodide.addresses import npm_address, pip_address
from mkdocs_pyodide.download import CHUNK, FileError, SourceError, Watch, read_url, resumed
from mkdocs_pyodide.lock import ArchivePin, RuntimeFile, RuntimeLock

type Stream = tuple[RuntimeFile, Iterator[bytes]]
type Reader = Callable[[Sequence[RuntimeFile], Watch], Iterator[Stream]]
type Locate = Callable[[str, float], str]


@dataclass(frozen=True)
class Source:
    """A place that has runtime files.

    Attributes
    ----------
    label
        Its name in the log.
    read
        Yields the asked files one after the other; the bytes of one must be read before the next.
        Raises SourceError if the place cannot be used, FileError from a stream that cannot be had.
    holds
        The names of the files that it can have; None if it may have them all.
    """

    label: str
    read: Reader
    holds: frozenset[str] | None = None

    def offers(self, file: RuntimeFile) -> bool:
        """Tell whether it is worth asking for this file."""
        return self.holds is None or file.name in self.holds


def sources_in_order(lock: RuntimeLock, named: str | None) -> list[Source]:
    """List the sources: the one that the user named, the official CDN, then two package indexes."""
    chosen = [named_source(named)] if named else []
    return [*chosen, web_source("official CDN", lock.cdn), wheel_source(lock.wheel), npm_source(lock.npm)]


def named_source(where: str) -> Source:
    """Read what a user wrote: a folder, a `file:` address or a web address.

    >>> named_source("https://example.org/py").label
    'https://example.org/py/'
    """
    parts = urlsplit(where)
    if parts.scheme in {"http", "https"}:
        base = where if where.endswith("/") else where + "/"
        return web_source(base, base)
    return folder_source(Path(url2pathname(parts.path) if parts.scheme == "file" else where).expanduser())


def folder_source(folder: Path) -> Source:
    """A folder that holds the files under their own names."""

    def read(files: Sequence[RuntimeFile], watch: Watch) -> Iterator[Stream]:
        if not folder.is_dir():
            raise SourceError("no such folder")
        for file in files:
            yield file, chunks(folder / file.name, watch)

    def chunks(path: Path, watch: Watch) -> Iterator[bytes]:
        if not path.is_file():
            raise FileError("not in the folder")
        with path.open("rb") as stream:
            for chunk in iter(partial(stream.read, CHUNK), b""):
                watch.received(len(chunk))
                yield chunk

    return Source(f"folder {folder}", read)


def web_source(label: str, base: str) -> Source:
    """A web address under which the files lie, each under its own name."""

    def read(files: Sequence[RuntimeFile], watch: Watch) -> Iterator[Stream]:
        for file in files:
            yield file, read_url(urljoin(base, file.name), watch, file.size)

    return Source(label, read)


def wheel_source(pin: ArchivePin, locate: Locate = pip_address) -> Source:
    """Single members of a large wheel, by HTTP range, so that the rest of it stays where it is."""

    def read(files: Sequence[RuntimeFile], watch: Watch) -> Iterator[Stream]:
        url = locate(pin.name, watch.patience)
        watch.received(0)
        try:
            with _remote_zip(url, watch.patience) as archive:
                for file in files:
                    yield file, resumed(partial(member, archive, file, watch), file.size)
        except (requests.RequestException, RemoteZipError, BadZipFile) as error:
            raise SourceError(f"the wheel could not be read ({type(error).__name__})") from error

    def member(archive: RemoteZip, file: RuntimeFile, watch: Watch, start: int) -> Iterator[bytes]:
        entry = archive.getinfo(pin.folder + file.name)
        with archive.open(entry) as stream:
            stream.read(start)
            for chunk in iter(partial(stream.read, CHUNK), b""):
                watch.received(len(chunk) * entry.compress_size // entry.file_size)
                yield chunk

    return Source(f"Python package {pin.name}", read, pin.holds)


@contextmanager
def _remote_zip(url: str, patience: float) -> Iterator[RemoteZip]:
    with ExitStack() as opened:

        def close_in_the_end(response: requests.Response, **_: object) -> None:
            """Remotezip leaves an answer that it cannot use open."""
            opened.callback(response.close)

        session = opened.enter_context(requests.Session())
        session.hooks["response"].append(close_in_the_end)
        yield opened.enter_context(RemoteZip(url, session=session, timeout=patience))


def npm_source(pin: ArchivePin, locate: Locate = npm_address) -> Source:
    """An npm package, unpacked while it comes in, and only as far as it is wanted."""

    def read(files: Sequence[RuntimeFile], watch: Watch) -> Iterator[Stream]:
        url = locate(pin.name, watch.patience)
        watch.received(0)
        wanted = {pin.folder + file.name: file for file in files}
        with closing(read_url(url, watch)) as chunks, _tar_stream(chunks) as archive:
            for member in archive:
                stream = archive.extractfile(member) if member.name in wanted else None
                if stream is not None:
                    yield wanted.pop(member.name), iter(partial(stream.read, CHUNK), b"")
                if not wanted:
                    return
        raise SourceError(f"the package has no {', '.join(sorted(wanted))}")

    return Source(f"npm package {pin.name}", read, pin.holds)


def _tar_stream(chunks: Generator[bytes]) -> tarfile.TarFile:
    try:
        return tarfile.open(fileobj=io.BufferedReader(_Pipe(chunks), CHUNK), mode="r|gz")
    except tarfile.TarError as error:
        raise SourceError(f"the package could not be read ({error})") from error


class _Pipe(io.RawIOBase):
    """Chunks of bytes as a file that can be read once."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = b""

    def readable(self) -> bool:
        """Say that reading is what it is for."""
        return True

    def readinto(self, target: Buffer) -> int:
        """Fill `target` from the next chunk; return 0 at the end."""
        view = memoryview(target)
        part = self._rest or next(self._chunks, b"")
        size = min(len(part), len(view))
        view[:size], self._rest = part[:size], part[size:]
        return size

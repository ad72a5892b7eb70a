"""Fetching from servers that break off, stall or lie."""

import threading
import time
from pathlib import Path

from mkdocs_pyodide.lock import RuntimeLock
from mkdocs_pyodide.sources import Source, web_source
from tests.mkdocs_pyodide.fetching import PATIENCE, Serve, holds, run
from tests.mkdocs_pyodide.servers import Handler, breaks_after, stalls_after, without_ranges


def test_a_broken_download_goes_on_where_it_broke(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    server = serve(contents)
    server.answers["/large.bin"] = [breaks_after(100_000), breaks_within_a_range]
    run(cache, lock, web_source("first", server.url))
    assert holds(cache) == contents
    ranges = [wanted for path, wanted in server.seen if path == "/large.bin"]
    assert ranges[0] is None
    starts = [int(wanted.removeprefix("bytes=").removesuffix("-")) for wanted in ranges[1:] if wanted]
    assert len(starts) == 2
    assert 0 < starts[0] <= 100_000
    assert starts[0] <= starts[1] <= starts[0] + 50_000


def breaks_within_a_range(handler: Handler, data: bytes) -> None:
    start = int((handler.headers["Range"] or "").removeprefix("bytes=").removesuffix("-"))
    handler.start(data[start:], 206, Content_Range=f"bytes {start}-{len(data) - 1}/{len(data)}")
    handler.send(data[start : start + 50_000])
    handler.close_connection = True


def test_a_broken_download_starts_again_where_ranges_are_unknown(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    server = serve(contents)
    server.answers["/large.bin"] = [breaks_after(100_000), without_ranges]
    run(cache, lock, web_source("first", server.url))
    assert holds(cache) == contents


def test_a_server_that_always_breaks_off_is_left_for_the_next(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    bad, good = serve(contents), serve(contents)
    bad.answers["/large.bin"] = [breaks_after(100_000), *[breaks_after(0)] * 9]
    lines = run(cache, lock, web_source("bad", bad.url), web_source("good", good.url))
    assert holds(cache) == contents
    assert "large.bin: broke off after " in lines[1]
    assert lines[1].startswith("bad: 1 file, ")  # the small one did come
    assert [path for path, _ in good.seen] == ["/large.bin"]


def test_a_server_that_stalls_is_given_up(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    bad, good = serve(contents), serve(contents)
    bad.answers["/large.bin"] = [stalls_after(100_000)]
    began = time.monotonic()
    lines = run(cache, lock, web_source("bad", bad.url), web_source("good", good.url))
    assert time.monotonic() - began < 10 * PATIENCE
    assert lines[1].startswith("bad: silent")
    assert holds(cache) == contents


def test_a_server_that_never_answers_is_given_up(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve, silent_url: str
) -> None:
    began = time.monotonic()
    lines = run(cache, lock, web_source("mute", silent_url), web_source("good", serve(contents).url))
    assert time.monotonic() - began < 10 * PATIENCE
    assert lines[1].startswith("mute: silent")
    assert holds(cache) == contents


def test_a_source_that_hangs_without_a_socket_is_given_up(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    """Looking up a name has no time-out of its own."""
    released = threading.Event()

    def hangs(*_: object):  # type: ignore[no-untyped-def]
        released.wait(60)
        return iter(())

    lines = run(cache, lock, Source("stuck", hangs), web_source("good", serve(contents).url))
    released.set()
    assert lines[1] == "stuck: silent for 1 s, given up"
    assert holds(cache) == contents


def test_a_slow_server_is_not_given_up(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    """Patience is for silence; a download may take any time while bytes come."""
    server, pause = serve(contents), threading.Event()

    def trickles(handler: Handler, data: bytes) -> None:
        handler.start(data)
        for start in range(0, len(data), 50_000):
            pause.wait(PATIENCE / 3)
            handler.send(data[start : start + 50_000])

    server.answers["/large.bin"] = [trickles]
    began = time.monotonic()
    run(cache, lock, web_source("slow", server.url))
    assert time.monotonic() - began > PATIENCE
    assert holds(cache) == contents


def test_a_flipped_byte_is_noticed_and_the_next_source_asked(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    flipped = bytearray(contents["large.bin"])
    flipped[150_000] ^= 1
    bad, good = serve({**contents, "large.bin": bytes(flipped)}), serve(contents)
    lines = run(cache, lock, web_source("bad", bad.url), web_source("good", good.url))
    assert f"large.bin: expected sha256 {lock.files[0].sha256}, found " in lines[1]
    assert holds(cache) == contents


def test_a_file_is_in_the_cache_only_when_it_is_whole(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    server = serve(contents)
    during: list[list[str]] = []

    def looks(handler: Handler, data: bytes) -> None:
        handler.start(data)
        handler.send(data[:200_000])
        during.append([path.name for path in cache.iterdir() if path.is_file()])
        handler.send(data[200_000:])

    server.answers["/large.bin"] = [looks]
    run(cache, lock, web_source("first", server.url))
    assert during == [[]]

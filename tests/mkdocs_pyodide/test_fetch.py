"""Which source is asked for what, and what is in the cache afterwards."""

import threading
from pathlib import Path

import pytest

from mkdocs_pyodide.cache import RuntimeFilesError
from mkdocs_pyodide.fetch import fetch
from mkdocs_pyodide.lock import RuntimeLock
from mkdocs_pyodide.sources import Source, folder_source, named_source, web_source
from tests.mkdocs_pyodide.fetching import Serve, holds, run
from tests.mkdocs_pyodide.servers import Handler


def test_files_come_from_a_server(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    lines = run(cache, lock, web_source("first", serve(contents).url))
    assert holds(cache) == contents
    assert lines[0].endswith(f"fetching 2 files (0.3 MB) into {cache}")
    assert lines[1].startswith("first: 2 files, 0.3 MB in ")
    assert len(lines) == 2


def test_files_come_from_a_folder_named_by_the_user(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], tmp_path: Path
) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    run(cache, lock, named_source(str(folder)))
    assert holds(cache) == contents
    run(tmp_path / "other", lock, named_source(folder.as_uri()))
    assert holds(tmp_path / "other") == contents


def test_a_full_cache_asks_nobody(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    server = serve(contents)
    run(cache, lock, web_source("first", server.url))
    asked = len(server.seen)
    assert run(cache, lock, web_source("first", server.url)) == [
        f"Pyodide 1.0: all 2 files are in {cache}, nothing to fetch"
    ]
    assert len(server.seen) == asked


def test_only_what_is_missing_or_damaged_is_asked_for(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    server = serve(contents)
    run(cache, lock, web_source("first", server.url))
    (cache / "large.bin").write_bytes(b"damaged")
    run(cache, lock, web_source("first", server.url))
    assert holds(cache) == contents
    assert [path for path, _ in server.seen] == ["/large.bin", "/small.json", "/large.bin"]


def test_nobody_listens(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve, dead_url: str
) -> None:
    lines = run(cache, lock, web_source("dead", dead_url), web_source("good", serve(contents).url))
    assert lines[1] == "dead: no connection"
    assert holds(cache) == contents


def test_a_file_that_one_source_lacks_comes_from_the_next(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    part, good = serve({"small.json": contents["small.json"]}), serve(contents)
    lines = run(cache, lock, web_source("part", part.url), web_source("good", good.url))
    assert "large.bin: the server answered 404" in lines[1]
    assert [path for path, _ in good.seen] == ["/large.bin"]


def test_when_no_source_is_left_one_line_says_what_is_missing(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve, tmp_path: Path
) -> None:
    part = serve({"small.json": contents["small.json"]})
    with pytest.raises(RuntimeFilesError) as caught:
        run(cache, lock, folder_source(tmp_path / "nowhere"), web_source("part", part.url))
    says = str(caught.value)
    assert says.startswith(
        f"runtime files: expected 2 files of Pyodide 1.0 in {cache} / missing large.bin; asked "
    )
    assert "large.bin: the server answered 404" in says
    assert says.endswith(
        "hint: run `make fetch` with a network, or name a folder or an address that has them: "
        "`PYODIDE_SOURCE=… make fetch`"
    )
    assert "\n" not in says
    assert holds(cache) == {"small.json": contents["small.json"]}


def test_a_source_that_fails_in_a_way_nobody_thought_of_does_not_stop_the_next(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    def surprises(*_: object):  # type: ignore[no-untyped-def]
        raise ZeroDivisionError("what now")

    lines = run(cache, lock, Source("odd", surprises), web_source("good", serve(contents).url))
    assert lines[1] == "odd: ZeroDivisionError: what now"
    assert holds(cache) == contents


def test_two_fetches_at_once_both_end_well(
    cache: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    server, both = serve(contents), threading.Barrier(2)

    def meets(handler: Handler, data: bytes) -> None:
        handler.start(data)
        handler.send(data[:100_000])
        both.wait(30)  # each has half of the file in its own place
        handler.send(data[100_000:])

    server.answers["/large.bin"] = [meets, meets]
    failures: list[BaseException] = []

    def fetches() -> None:
        try:
            fetch(cache, lock, [web_source("first", server.url)], 30, lambda _: None)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=fetches) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    assert holds(cache) == contents

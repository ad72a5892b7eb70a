"""`fetched` beside a folder of demos: at build, in a cell, in a demo of the page."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from live_demo import browser, fetched, files
from live_demo.errors import DemoError

DEMO = '''"""Reads."""
from live_demo import View, fetched
def view():
    return View(sentence=fetched("a/b.txt").decode())
'''


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    demos = tmp_path / "demos"
    demos.mkdir()
    (demos / "reads.py").write_text(DEMO)
    forgotten = {n: sys.modules.pop(n) for n in list(sys.modules) if n.partition(".")[0] == "demos"}
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(browser, "_loaded", {})
    monkeypatch.setattr(files, "_fetch", None)
    yield demos / "fetched"
    for name in [n for n in sys.modules if n.partition(".")[0] == "demos"]:
        del sys.modules[name]
    sys.modules.update(forgotten)


def put(folder: Path) -> None:
    (folder / "a").mkdir(parents=True)
    (folder / "a" / "b.txt").write_bytes(b"here")


def test_a_file_that_is_there_is_fetched(folder: Path) -> None:
    put(folder)
    assert fetched("a/b.txt") == b"here"


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(DemoError, match=r"expected the file fetched/a/b\.txt beside the demos; found none"):
        fetched("a/b.txt")


def test_a_file_has_a_name_for_readers() -> None:
    with pytest.raises(files.NotFetchedError) as raised:
        fetched("a/b.txt", "a list of birds")
    assert (raised.value.name, raised.value.called) == ("a/b.txt", "a list of birds")


def test_a_cell_waits_for_the_file(folder: Path) -> None:
    asked: list[str] = []

    def fetch(name: str) -> None:
        asked.append(name)
        put(folder)

    files.set_fetcher(fetch)
    assert [fetched("a/b.txt"), fetched("a/b.txt")] == [b"here", b"here"]
    assert asked == ["a/b.txt"]


def test_a_demo_asks_for_the_file_and_is_asked_again(folder: Path) -> None:
    """Though a cell has made a way to wait for it."""
    files.set_fetcher(pytest.fail)
    first = json.loads(browser.Answers("reads", "{}").next())
    assert (first["file"], first["what"]) == ("a/b.txt", "a/b.txt")
    assert "expected the file" in first["message"]
    put(folder)
    assert "here" in json.loads(browser.Answers("reads", "{}").next())["html"]

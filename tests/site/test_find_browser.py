"""Which browser the tests drive, and how long we wait for one."""

import os
import select
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.fakes import script
from tools import find_browser
from tools.find_browser import BrowserError, find, progresses

STUB = "echo requires a snap >&2; exit 1"
WORKING = "echo Chromium 156"


@pytest.fixture(autouse=True)
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No browser anywhere, and nothing can be downloaded or installed."""
    for source in ("playwrights", "downloaded", "debians"):
        monkeypatch.setattr(find_browser, source, lambda: iter(()))
    monkeypatch.setattr(find_browser, "PLACES", ())
    monkeypatch.setattr(find_browser, "LOG", tmp_path / "browser.log")
    monkeypatch.setenv("PATH", f"{tmp_path / 'a'}:{tmp_path / 'b'}:/usr/bin:/bin")
    monkeypatch.setattr(find_browser, "NAMES", ("a-chrome", "a-chromium"))


def test_a_stub_is_passed_over(tmp_path: Path) -> None:
    script(tmp_path / "a" / "a-chrome", STUB)
    good = script(tmp_path / "b" / "a-chromium", WORKING)
    assert find({}) == str(good)


def test_what_is_installed_spares_the_download(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = script(tmp_path / "own", WORKING)

    def forbidden() -> Iterator[str]:
        raise AssertionError

    monkeypatch.setattr(find_browser, "playwrights", lambda: iter([str(good)]))
    monkeypatch.setattr(find_browser, "downloaded", forbidden)
    assert find({}) == str(good)


def test_a_named_browser_is_the_only_candidate(tmp_path: Path) -> None:
    script(tmp_path / "a" / "a-chrome", WORKING)
    named = script(tmp_path / "mine", WORKING)
    assert find({"BROWSER_PATH": str(named)}) == str(named)
    script(named, STUB)
    with pytest.raises(BrowserError, match=r"^find_browser: expected .* / found .*mine does not start / hint .*$"):
        find({"BROWSER_PATH": str(named)})


def test_no_browser_is_one_line_that_says_what_to_do() -> None:
    with pytest.raises(BrowserError, match=r"^find_browser: expected .* / found none .* / hint install one, .*$"):
        find({})


@pytest.mark.parametrize("code", [0, 1])
def test_a_download_that_ends_tells_whether_it_came(tmp_path: Path, code: int) -> None:
    assert progresses(["sh", "-c", f"exit {code}"], tmp_path, [], patience=60) is (code == 0)


def test_a_download_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    hanging = f"(echo started; exec sleep 600) > {pipe} & echo trying again; wait"
    assert progresses(["sh", "-c", hanging], tmp_path / "downloads", [], patience=1.5) is False
    assert os.read(reader, 100) == b"started\n"
    assert select.select([reader], [], [], 30)[0]  # nobody is left who could write: the pipe is at its end
    assert os.read(reader, 100) == b""
    os.close(reader)

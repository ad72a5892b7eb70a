import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from live_code import browser, fetching


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "shelf")
    monkeypatch.setattr(sys, "meta_path", sys.meta_path[:])
    yield
    fetching._fetcher.clear()
    browser.forget("page")
    sys.modules.pop("gift", None)


def run(code: str) -> dict[str, object]:
    result: dict[str, object] = json.loads(browser.run("page", "cell 1", code, lambda _: None))
    return result


def test_an_import_waits_for_what_is_fetched_and_the_cell_runs_once(tmp_path: Path) -> None:
    asked: list[str] = []

    def fetch(name: str) -> bool:
        asked.append(name)
        (tmp_path / "shelf" / "gift").mkdir(parents=True)
        (tmp_path / "shelf" / "gift" / "__init__.py").write_text("value = 42")
        return True

    browser.set_fetcher(fetch)
    assert run("count = globals().get('count', 0) + 1\nimport gift\nassert gift.value == 42 and count == 1") == {
        "ok": True
    }
    assert asked == ["gift"]


def test_what_the_site_lacks_is_asked_for_once() -> None:
    asked: list[str] = []
    browser.set_fetcher(asked.append)
    for _ in range(2):
        assert run("import not_to_be_had")["error"] == "ModuleNotFoundError"
    assert asked == ["not_to_be_had"]


def test_a_failed_download_is_an_error_that_may_be_tried_again() -> None:
    def fetch(_name: str) -> bool:
        raise ConnectionError("offline")

    browser.set_fetcher(fetch)
    for _ in range(2):
        assert run("import not_to_be_had")["message"] == "ImportError: not_to_be_had could not be fetched: offline"


def test_the_finder_stays_last() -> None:
    browser.set_fetcher(lambda _name: False)

    class Later:
        @staticmethod
        def find_spec(*_arguments: object) -> None:
            return None

    sys.meta_path.append(Later)
    run("1")
    assert type(sys.meta_path[-1]).__name__ == "_Last"
    assert [type(f).__name__ for f in sys.meta_path].count("_Last") == 1

"""What is recorded of the engines: the worst of several cases, and only a whole table, only when asked for."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.browser import engine_checks
from tests.browser.engine_checks import Checks
from tools.engines import ENGINES


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(engine_checks, "RESULT", tmp_path / "results/engines.json")
    monkeypatch.setenv("RECORD_ENGINES", "1")
    return tmp_path / "results/engines.json"


def ran(engines: tuple[str, ...]) -> Checks:
    """Cases 1 and 3 hold in all, case 2 fails in Firefox, and WebKit has not what it needs."""
    check = Checks("tests/some.py")

    @check("one")
    def test(reader: SimpleNamespace, case: int) -> None:
        if reader.name == "webkit" and case == 2:
            pytest.skip("it has none")
        assert (reader.name, case) != ("firefox", 2)

    for name in engines:
        check.versions[name] = "1"
        for case in (1, 2, 3):
            try:
                test(reader=SimpleNamespace(name=name), case=case)
            except (AssertionError, pytest.skip.Exception):
                assert case == 2
    return check


def test_a_check_is_as_good_as_its_worst_case(file: Path) -> None:
    ran(ENGINES).record()
    found = json.loads(file.read_text())
    assert found["checks"] == {"one": {"chromium": "holds", "firefox": "fails", "webkit": "not there"}}
    assert found["script"] == "tests/some.py"


def test_half_a_table_is_not_written(file: Path) -> None:
    with pytest.raises(AssertionError, match=r"found none of .*webkit"):
        ran(ENGINES[:2]).record()
    assert not file.exists()


def test_an_ordinary_run_writes_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RECORD_ENGINES")
    ran(ENGINES).record()
    assert not file.exists()

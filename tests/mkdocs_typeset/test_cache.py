from pathlib import Path

import pytest

from mkdocs_typeset.cache import ENVIRONMENT, cache_folder, cached


def test_the_second_time_nothing_is_computed(tmp_path: Path) -> None:
    assert cached(tmp_path / "new", [b"a"], lambda: b"one") == b"one"
    assert cached(tmp_path / "new", [b"a"], lambda: b"two") == b"one"


def test_other_inputs_are_computed(tmp_path: Path) -> None:
    cached(tmp_path, [b"ab", b"c"], lambda: b"one")
    assert cached(tmp_path, [b"a", b"bc"], lambda: b"two") == b"two"


def test_a_failure_is_not_kept(tmp_path: Path) -> None:
    def broken() -> bytes:
        raise ValueError

    with pytest.raises(ValueError):
        cached(tmp_path, [b"a"], broken)
    assert cached(tmp_path, [b"a"], lambda: b"one") == b"one"


def test_only_whole_files_appear(tmp_path: Path) -> None:
    cached(tmp_path, [b"a"], lambda: b"one")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"one"]


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert cached(blocked, [b"a"], lambda: b"one") == b"one"


def test_the_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv(ENVIRONMENT)
    assert cache_folder().name == "mkdocs-typeset"

"""The check of the cache, and the lines it fails with."""

from pathlib import Path

import pytest

from mkdocs_pyodide.__main__ import main
from mkdocs_pyodide.cache import (
    CACHE_VARIABLE,
    RuntimeFilesError,
    cache_folder,
    check,
    scratch_folder,
    store,
)
from mkdocs_pyodide.lock import RuntimeLock


def filled(folder: Path, contents: dict[str, bytes]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    return folder


def test_a_whole_cache_passes(tmp_path: Path, lock: RuntimeLock, contents: dict[str, bytes]) -> None:
    check(filled(tmp_path, contents), lock)


def test_a_missing_file_is_named_in_one_line(
    tmp_path: Path, lock: RuntimeLock, contents: dict[str, bytes]
) -> None:
    del contents["large.bin"]
    with pytest.raises(RuntimeFilesError) as caught:
        check(filled(tmp_path, contents), lock)
    assert str(caught.value) == (
        f"runtime files: expected 2 files of Pyodide 1.0 in {tmp_path} / found 1, missing large.bin"
        " / hint: run `make fetch` (or `python -m mkdocs_pyodide fetch`)"
    )


def test_a_flipped_byte_gives_the_file_and_both_hashes(tmp_path: Path, lock: RuntimeLock) -> None:
    filled(tmp_path, {"large.bin": b"", "small.json": b'{"a": 1}'})
    with pytest.raises(RuntimeFilesError, match=r"large\.bin") as caught:
        check(tmp_path, lock, hint="ask again")
    message = str(caught.value)
    assert "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" in message  # of no bytes
    assert lock.files[0].sha256 in message
    assert message.endswith("/ hint: ask again")
    assert "\n" not in message


def test_wrong_bytes_never_get_in(tmp_path: Path, lock: RuntimeLock) -> None:
    with (
        scratch_folder(tmp_path) as scratch,
        pytest.raises(RuntimeFilesError, match=lock.files[1].sha256),
    ):
        store(tmp_path, scratch, lock.files[1], iter([b"{", b"}"]))
    assert list(tmp_path.iterdir()) == []


def test_the_cache_is_keyed_by_version_and_can_be_moved(
    tmp_path: Path, lock: RuntimeLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "moved"))
    assert cache_folder(lock) == tmp_path / "moved" / "1.0"
    assert cache_folder(lock, tmp_path / "named") == tmp_path / "named" / "1.0"
    monkeypatch.chdir(tmp_path)
    assert cache_folder(lock, "here") == tmp_path / "here" / "1.0"


def test_the_check_command_fails_with_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--cache", str(tmp_path)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert "make fetch" in lines[0]
    assert "pyodide.asm.wasm" in lines[0]

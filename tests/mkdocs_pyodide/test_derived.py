"""Derived files are made once, and again when they are damaged."""

import logging
from pathlib import Path

import pytest

from mkdocs_pyodide.derived import derived_folder


class Maker:
    def __init__(self) -> None:
        self.times = 0

    def __call__(self, out: Path) -> None:
        self.times += 1
        (out / "a.txt").write_text("made")


def test_equal_inputs_are_made_once(tmp_path: Path) -> None:
    make = Maker()
    first = derived_folder(tmp_path, "kind", {"x": "1"}, make)
    assert derived_folder(tmp_path, "kind", {"x": b"1"}, make) == first
    assert make.times == 1
    assert (first / "a.txt").read_text() == "made"
    assert derived_folder(tmp_path, "kind", {"x": "2"}, make) != first
    assert make.times == 2


def test_a_flipped_byte_is_named_with_both_hashes_and_mended(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    make = Maker()
    folder = derived_folder(tmp_path, "kind", {}, make)
    (folder / "a.txt").write_text("Made")
    with caplog.at_level(logging.INFO, "mkdocs.plugins.pyodide"):
        derived_folder(tmp_path, "kind", {}, make)
    assert (folder / "a.txt").read_text() == "made"
    # printf made | sha256sum, printf Made | sha256sum
    assert caplog.messages[0] == (
        f"{folder / 'a.txt'}: expected sha256 ea0890697a77af0a2e054cccec587c8a42feb5cf38e778c6c6e2a96bfb945c0b"
        " / found 45a5300c0462110081dc0c304874b668bea3d77162d67a6e2faba8df378a0997 / made again"
    )


def test_a_missing_file_is_made_again(tmp_path: Path) -> None:
    make = Maker()
    folder = derived_folder(tmp_path, "kind", {}, make)
    (folder / "a.txt").unlink()
    derived_folder(tmp_path, "kind", {}, make)
    assert make.times == 2


def test_what_fails_leaves_nothing(tmp_path: Path) -> None:
    def fails(out: Path) -> None:
        (out / "half").write_text("")
        raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        derived_folder(tmp_path, "kind", {}, fails)
    assert list(tmp_path.iterdir()) == []


def test_another_process_may_be_faster(tmp_path: Path) -> None:
    def meanwhile(out: Path) -> None:
        (out / "a.txt").write_text("made")
        if not list(tmp_path.glob("kind-*")):
            derived_folder(tmp_path, "kind", {}, Maker())

    folder = derived_folder(tmp_path, "kind", {}, meanwhile)
    assert (folder / "a.txt").read_text() == "made"
    assert list(tmp_path.iterdir()) == [folder]


def test_old_folders_make_room(tmp_path: Path) -> None:
    other = derived_folder(tmp_path, "other", {}, Maker())
    folders = [derived_folder(tmp_path, "kind", {"n": str(n)}, Maker()) for n in range(12)]
    left = set(tmp_path.iterdir())
    assert {other, *folders[-8:]} == left

import os
from pathlib import Path

import pytest

from mkdocs_live_demo.imports import changed


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "module.py").write_text("x = 1\n", "utf-8")
    (folder / "data.json").write_text("[1]", "utf-8")
    assert changed([folder])
    assert not changed([folder])
    return folder


def test_a_module_of_the_same_size_saved_later_is_a_change(package: Path) -> None:
    module = package / "module.py"
    module.write_text("x = 2\n", "utf-8")
    later = module.stat().st_mtime_ns + 1_000_000
    os.utime(module, ns=(later, later))
    assert changed([package])
    assert not changed([package])


def test_data_new_files_and_lost_ones_are_changes(package: Path) -> None:
    (package / "data.json").write_text("[1, 2]", "utf-8")
    assert changed([package])
    (package / "more.py").touch()
    assert changed([package])
    (package / "more.py").unlink()
    assert changed([package])
    assert not changed([package])


def test_what_python_writes_is_none(package: Path) -> None:
    (package / "__pycache__").mkdir()
    (package / "__pycache__/module.pyc").write_bytes(b"x")
    assert not changed([package])


def test_other_folders_are_a_change(package: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "module.py").touch()
    assert changed([other, package])
    assert not changed([other, package])
    assert changed([package])


def test_a_file_that_is_watched_alone(package: Path, tmp_path: Path) -> None:
    results = tmp_path / "results.json"
    results.write_text("[1]", "utf-8")
    assert changed([package, results])
    assert not changed([package, results])
    results.write_text("[1, 2]", "utf-8")
    assert changed([package, results])

"""Facts that are written twice agree."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from mkdocs_pyodide.lock import read_lock

ROOT = Path(__file__).parents[2]


def test_the_build_and_the_browser_have_the_same_numpy() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    pinned = read_lock().packages["numpy"].version
    assert f"numpy=={pinned}" in groups["dev"]
    assert re.search(rf"^numpy=={re.escape(pinned)} ", (ROOT / "requirements.txt").read_text(), re.MULTILINE)


def test_pyodides_own_lock_names_the_same_versions_and_hashes(runtime_files: Path) -> None:
    lock = read_lock()
    theirs = json.loads((runtime_files / "pyodide-lock.json").read_text())
    assert (theirs["info"]["python"], theirs["info"]["abi_version"]) == (lock.python, lock.abi)
    hashes = {file.name: file.sha256 for file in lock.files}
    for name, pin in lock.packages.items():
        entry = theirs["packages"][name]
        assert (entry["version"], entry["file_name"]) == (pin.version, pin.file)
        assert entry["sha256"] == hashes[pin.file]


def test_the_loader_says_it_is_this_version(runtime_files: Path) -> None:
    assert f'"{read_lock().pyodide}"' in (runtime_files / "pyodide.mjs").read_text()


@pytest.mark.parametrize("holds", [read_lock().wheel.holds, read_lock().npm.holds])
def test_archives_hold_files_that_are_wanted(holds: frozenset[str]) -> None:
    assert holds < {file.name for file in read_lock().files}


def test_every_file_is_in_one_of_the_package_indexes() -> None:
    lock = read_lock()
    assert lock.wheel.holds | lock.npm.holds == {file.name for file in lock.files}


def test_the_cdn_is_that_of_this_version() -> None:
    assert f"/v{read_lock().pyodide}/" in read_lock().cdn

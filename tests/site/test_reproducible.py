"""One commit is one site: built on another day, in another place, in another zone, with nothing kept from before."""

import datetime
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from mkdocs_pyodide.cache import cache_folder
from mkdocs_pyodide.lock import read_lock

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv/bin/python"
ANOTHER_DAY = Path(__file__).with_name("another_day")
# What the checkout's tasks make; .venv and node_modules are linked.
LEFT_OUT = (".venv", "node_modules", "site", ".make", "__pycache__", ".*_cache", ".hypothesis")
DERIVED = ("MKDOCS_PYODIDE_CACHE", "MKDOCS_LIVE_DEMO_CACHE", "MKDOCS_NOTEBOOKS_CACHE", "MKDOCS_TYPESET_CACHE")

pytestmark = pytest.mark.slow


def run(folder: Path, environment: dict[str, str], *command: str) -> str:
    settings = {"SITE_URL": "http://127.0.0.1:8000/", "NO_MKDOCS_2_WARNING": "1", "EDIT_URI": ""}
    environ = os.environ | settings | environment
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


def build(checkout: Path, environment: dict[str, str], site: Path) -> Path:
    mkdocs = [str(PYTHON), "-m", "mkdocs", "build", "--strict", "--quiet"]
    run(checkout, environment, *mkdocs, "--site-dir", str(site))
    return site


def files(site: Path) -> dict[str, bytes]:
    return {p.relative_to(site).as_posix(): p.read_bytes() for p in sorted(site.rglob("*")) if p.is_file()}


def another_checkout(folder: Path) -> Path:
    """Copy this one as it stands, changes that are not committed included."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for name in (".venv", "node_modules"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def elsewhere(checkout: Path, caches: Path) -> dict[str, str]:
    """All that a build must not depend on. The files that were fetched are shared, what was made of them is not."""
    fetched, empty = cache_folder(read_lock()), caches / read_lock().pyodide
    empty.mkdir(parents=True)
    for file in read_lock().files:
        (empty / file.name).symlink_to(fetched / file.name)
    python_path = (ANOTHER_DAY, checkout / "site_plugins", checkout)  # before .venv's links to the first checkout
    return {
        "TZ": "Pacific/Chatham",
        "LANG": "C",
        "LC_ALL": "C",
        "PYTHONHASHSEED": "77",
        "PYTHONPATH": os.pathsep.join(map(str, python_path)),
        "NODE_OPTIONS": f'--require "{ANOTHER_DAY / "clock.cjs"}"',
        **{name: str(caches) for name in DERIVED},
    }


def test_two_builds_of_one_commit_are_the_same_bytes(tmp_path: Path) -> None:
    checkout = another_checkout(tmp_path / "another place" / "checkout")
    environment = elsewhere(checkout, tmp_path / "caches")
    tell = "import datetime, mkdocs_live_demo as m; print(datetime.date.today(), m.__file__)"
    day, engine = run(checkout, environment, str(PYTHON), "-c", tell).split(" ", 1)
    node = run(checkout, environment, str(PYTHON.with_name("node")), "-p", "new Date().toISOString().slice(0, 10)")
    soon = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=398)
    assert min(day, node) > soon.isoformat()
    assert Path(engine).is_relative_to(checkout)

    first = files(build(ROOT, {}, tmp_path / "first"))
    second = files(build(checkout, environment, tmp_path / "second"))
    assert sorted(first) == sorted(second)
    # In every page; told by the others.
    derived = {"files.json", "service-worker.js"}
    differ = [name for name in first if first[name] != second[name]]
    differ.sort(key=lambda name: (name in derived or name.endswith(".html"), name))
    assert not differ, f"{len(differ)} of {len(first)} files differ, first {', '.join(differ[:5])}"

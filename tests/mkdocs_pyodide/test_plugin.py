"""The plugin in whole MkDocs builds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

from mkdocs_pyodide.plugin import PyodidePlugin
from mkdocs_pyodide.publish import Runtime


@pytest.fixture
def site(tiny_project: Path, tmp_path: Path) -> Path:
    """Make a site beside the tiny project."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Hello\n")
    (tmp_path / "mkdocs.yml").write_text("site_name: T\nplugins:\n  - pyodide:\n      wheels: [tiny]\n")
    return tmp_path


def build(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    variables = {**os.environ, "NO_MKDOCS_2_WARNING": "1", **environment}
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)


def test_a_strict_build_publishes_the_runtime(site: Path, tiny_runtime: Runtime) -> None:
    done = build(site)
    assert done.returncode == 0, done.stderr
    manifest = tiny_runtime.manifest
    published = {path.name: path.stat().st_size for path in (site / "site" / manifest.folder).iterdir()}
    assert published == manifest.sizes
    assert sorted(path.name for path in (site / "tiny").iterdir()) == ["pyproject.toml", "tiny_sums"]


def test_an_empty_cache_fails_the_build_in_one_line(site: Path, tmp_path: Path) -> None:
    done = build(site, MKDOCS_PYODIDE_CACHE=str(tmp_path / "empty"))
    assert done.returncode == 1
    complaints = [line for line in done.stderr.splitlines() if "runtime files" in line]
    assert len(complaints) == 1
    assert "missing pyodide.mjs" in complaints[0]
    assert complaints[0].endswith("hint: run `make fetch` (or `python -m mkdocs_pyodide fetch`)")
    assert "Traceback" not in done.stderr


def test_the_cache_can_be_a_folder_beside_mkdocs_yml(site: Path) -> None:
    (site / "mkdocs.yml").write_text("site_name: T\nplugins:\n  - pyodide:\n      cache: own\n")
    done = build(site)
    assert done.returncode == 1
    assert f"of Pyodide 314.0.3 in {site / 'own' / '314.0.3'} / found 0" in done.stderr


def test_a_folder_that_is_not_there_fails_the_build(site: Path) -> None:
    (site / "mkdocs.yml").write_text("site_name: T\nplugins:\n  - pyodide:\n      wheels: [elsewhere]\n")
    done = build(site)
    assert done.returncode == 1
    assert "elsewhere" in done.stderr
    assert "Traceback" not in done.stderr


def configured(site: Path) -> tuple[PyodidePlugin, MkDocsConfig]:
    config = load_config(str(site / "mkdocs.yml"))
    plugin = config.plugins["pyodide"]
    assert isinstance(plugin, PyodidePlugin)
    return plugin, config


def test_the_manifest_is_there_before_the_build(site: Path, tiny_runtime: Runtime) -> None:
    plugin, _ = configured(site)
    assert plugin.manifest == tiny_runtime.manifest
    assert plugin.manifest is plugin.manifest


@pytest.mark.parametrize("options", [{"packages": "numpy"}, {"imports": [1]}, {"wheels": {"tiny": "yes"}}])
def test_options_of_another_type_are_refused(options: dict[str, object]) -> None:
    errors, _ = PyodidePlugin().load_config(options)
    assert [name for name, _ in errors] == list(options)

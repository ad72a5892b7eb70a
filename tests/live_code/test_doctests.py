import doctest
import importlib
import pkgutil

import pytest

import live_code
import mkdocs_live_demo.cells
from mkdocs_live_demo.cells import checks

MODULES = [
    m.name
    for package in (live_code, mkdocs_live_demo.cells)
    for m in [*pkgutil.iter_modules(package.__path__, f"{package.__name__}.")]
]


@pytest.mark.parametrize("name", ["live_code", *MODULES])
def test_the_examples_in_docstrings_run(name: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    assert doctest.testmod(live_code).attempted > 3
    assert doctest.testmod(checks).attempted > 0

import doctest
import importlib
import pkgutil

import pytest

import mkdocs_sbom

MODULES = [module.name for module in pkgutil.iter_modules(mkdocs_sbom.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_print_what_they_say(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"mkdocs_sbom.{name}")).failed == 0


def test_there_are_examples() -> None:
    modules = [importlib.import_module(f"mkdocs_sbom.{name}") for name in MODULES]
    tested = [test.name for module in modules for test in doctest.DocTestFinder().find(module) if test.examples]
    assert len(tested) >= 7

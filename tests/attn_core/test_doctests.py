"""Every example in a docstring runs, and every public function has one."""

import doctest
import importlib
import pkgutil

import pytest

import attn_core

MODULES = [f"attn_core.{module.name}" for module in pkgutil.iter_modules(attn_core.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_print_what_they_say(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", attn_core.__all__)
def test_every_public_function_has_an_example(name: str) -> None:
    (test,) = doctest.DocTestFinder(recurse=False).find(getattr(attn_core, name), name)
    assert test.examples

"""What a reader finds in the reference: every parameter with its shape, every result described, every signature."""

import functools
import inspect
import math
import re
from pathlib import Path
from typing import Any

import pytest

import attn_core

griffe = pytest.importorskip(
    "griffe", reason="it reads docstrings as the reference does, and only where that is built"
)

ROOT = Path(__file__).parents[2]
FUNCTIONS = [name for name in attn_core.__all__ if inspect.isfunction(getattr(attn_core, name))]
METHODS = ["KVCache.update"]
SHORT = 32  # characters of a type: it stands in a narrow column
PAGES = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs/reference").glob("*.md")))


@functools.cache
def package() -> Any:
    return griffe.load("attn_core", search_paths=[ROOT])


def read(name: str) -> Any:
    """A public function as the reference reads it."""
    first, *rest = name.split(".")
    defined = getattr(attn_core, first)
    return package()[".".join([defined.__module__.removeprefix("attn_core."), first, *rest])]


def section(function: Any, kind: str) -> list[Any]:
    parsed = function.docstring.parse("numpy")
    return [element for part in parsed if part.kind.value == kind for element in part.value]


def part(name: str) -> str:
    """What the page says from a name's heading to the next."""
    found = re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", PAGES, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("name", FUNCTIONS + METHODS)
def test_every_result_has_a_name_a_short_type_and_a_description(name: str) -> None:
    results = section(read(name), "returns")
    assert results
    for result in results:
        assert result.name
        assert 0 < len(str(result.annotation)) <= SHORT
        assert result.description.strip()
        assert result.description[0].isupper() or result.description[0].isdigit()


@pytest.mark.parametrize("name", FUNCTIONS + METHODS)
def test_every_parameter_has_a_short_type_and_a_description_and_every_array_a_shape(name: str) -> None:
    function = read(name)
    documented = section(function, "parameters")
    signature = [p for p in function.parameters if p.name != "self"]
    assert [p.name.lstrip("*") for p in documented] == [p.name for p in signature]
    for parameter, given in zip(documented, signature, strict=True):
        assert 0 < len(str(parameter.annotation)) <= SHORT
        assert parameter.description.strip()
        if "ArrayLike" in str(given.annotation):
            assert re.search(r"\(.*\)|any shape|'s shape|shapes broadcast", str(parameter.annotation)), (
                parameter.name
            )


@pytest.mark.parametrize("name", FUNCTIONS)
def test_raises_and_examples_are_there(name: str) -> None:
    for error in section(read(name), "raises"):
        assert str(error.annotation) in {"TypeError", "ValueError"}
    assert section(read(name), "raises")
    assert section(read(name), "examples")


@pytest.mark.parametrize("name", attn_core.__all__)
def test_the_reference_prints_the_signature(name: str) -> None:
    signature = inspect.signature(getattr(attn_core, name))
    bare = [p.replace(annotation=inspect.Parameter.empty) for p in signature.parameters.values()]
    text = f"{name}{inspect.Signature(bare)}".replace(repr(math.e), "math.e")
    block = re.search(r"```python\n(.*?)```", part(name), re.DOTALL)
    assert block is not None
    assert re.sub(r"\s+", "", block[1]).replace(",)", ")") == text.replace(" ", "")


@pytest.mark.parametrize("name", [*FUNCTIONS, "KVCache"])
def test_the_reference_prints_the_equation(name: str) -> None:
    assert "$" in part(name).partition(":::")[0]

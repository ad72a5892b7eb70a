"""What the package promises to whoever imports it."""

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import attn_core

FOLDER = Path(attn_core.__file__).parent
MODULES = [module.name for module in pkgutil.iter_modules(attn_core.__path__)]


def test_all_public_names_and_nothing_else_are_exported() -> None:
    public = {
        name
        for module in MODULES
        if not module.startswith("_")
        for name, member in vars(importlib.import_module(f"attn_core.{module}")).items()
        if not name.startswith("_") and inspect.getmodule(member) is sys.modules[f"attn_core.{module}"]
    }
    assert set(attn_core.__all__) == public
    assert attn_core.__all__ == sorted(attn_core.__all__)
    submodules = {name for name, member in vars(attn_core).items() if inspect.ismodule(member)}
    assert {name for name in vars(attn_core) if not name.startswith("_")} - submodules == public


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_only_numpy_and_the_standard_library_are_imported(path: Path) -> None:
    allowed = {"attn_core", "numpy", *sys.stdlib_module_names}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert {alias.name.split(".")[0] for alias in node.names} <= allowed
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert str(node.module).split(".")[0] in allowed


@pytest.mark.skipif(sys.platform == "emscripten", reason="a page cannot start processes")
def test_importing_it_loads_no_numpy_module_that_numpy_itself_leaves_out() -> None:
    # A browser fetches what is imported: numpy.random alone is several hundred kB.
    listing = "import sys, numpy{}; print(*(m for m in sys.modules if m.startswith('numpy')))"
    loaded = [
        subprocess.run(
            [sys.executable, "-c", listing.format(also)],
            capture_output=True,
            check=True,
            text=True,
            cwd=FOLDER.parent,
        ).stdout.split()
        for also in ("", ", attn_core")
    ]
    assert set(loaded[1]) == set(loaded[0])


def test_the_package_is_marked_as_typed() -> None:
    assert (FOLDER / "py.typed").read_bytes() == b""

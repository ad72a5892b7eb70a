"""Puts modules and settings back as they were before a page's cells ran: the next page has the same Python."""

import ast
import contextlib
import importlib
import os
import sys
import warnings
from collections.abc import Iterator
from importlib.machinery import ExtensionFileLoader
from types import ModuleType
from typing import Any

_ALONE = frozenset({"__main__", "js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core"})  # Pyodide's own
_STAY = frozenset({"asyncio", "demos", "live_code", "live_demo"})  # what was made by them is still about
_OF_A_RUN = frozenset({"stdin", "stdout", "stderr", "displayhook"})  # taken back at its end
_HEAP = 1 << 9  # the flag of a class whose attributes can be set


class Kept:
    """What modules hold now. Of what is in them only the classes of packages are looked into."""

    def __init__(self) -> None:
        self._builtins = vars(sys.modules["builtins"])
        self._own = dict(self._builtins)
        self._modules: dict[str, ModuleType] = {}
        self._names: dict[str, tuple[ModuleType, dict[str, Any]]] = {}
        self._classes: dict[type, dict[str, Any]] = {}
        self._keep(dict(sys.modules))
        lists: tuple[list[Any], ...] = (sys.path, sys.argv, sys.meta_path, sys.path_hooks)
        self._lists = [(found, list(found)) for found in lists]
        self._environ = dict(os.environ)
        self._recursion = sys.getrecursionlimit()
        self._warnings = warnings.catch_warnings()
        self._warnings.__enter__()

    def bring(self, code: str) -> None:
        """Import the packages that a cell will import, while they are as they come."""
        before = set(sys.modules)
        for name in _packages(code):
            with contextlib.suppress(Exception):  # the cell will meet it, and say so
                importlib.import_module(name)
        self._keep({name: sys.modules[name] for name in sys.modules.keys() - before})

    def _keep(self, modules: dict[str, ModuleType]) -> None:
        self._modules |= modules
        for name, module in modules.items():
            if type(module) is ModuleType and _top(name) not in _ALONE:
                self._names[name] = (module, dict(vars(module)))
                if _of_a_package(name):
                    self._classes |= {cls: dict(vars(cls)) for cls in self._made(name)}

    def _made(self, name: str) -> Iterator[type]:
        for value in self._names[name][1].values():
            if isinstance(value, type) and value.__module__ == name and value.__flags__ & _HEAP:
                yield value

    def restore(self) -> None:
        """Put back what was set, and drop the modules that cells brought in, to be read anew."""
        self._builtins.update(self._own)  # first: all the rest is done with them
        _drop(set(sys.modules) - set(self._modules))
        sys.modules.update(self._modules)
        for name, (module, names) in self._names.items():
            _put_back(vars(module), names, name)
        for cls, names in self._classes.items():
            _put_class_back(cls, names)
        for found, before in self._lists:
            found[:] = before
        if dict(os.environ) != self._environ:
            os.environ.clear()
            os.environ.update(self._environ)
        sys.setrecursionlimit(self._recursion)
        self._warnings.__exit__(None, None, None)


def _packages(code: str) -> list[str]:
    if "import" not in code:
        return []
    try:
        with warnings.catch_warnings(action="ignore"):
            statements = ast.parse(code).body
    except Exception:  # it cannot be read, so it will not run
        return []
    named = [alias.name for node in statements if isinstance(node, ast.Import) for alias in node.names]
    named += [node.module or "" for node in statements if isinstance(node, ast.ImportFrom) and not node.level]
    return [top for top in dict.fromkeys(map(_top, named)) if top not in sys.modules and _of_a_package(top)]


def _drop(later: set[str]) -> None:
    """Forget modules of Python. Compiled ones cannot be loaded twice, so their packages stay whole."""
    compiled = {_top(n) for n, m in sys.modules.items() if isinstance(_loader(m), ExtensionFileLoader)}
    for name in later:
        file = getattr(sys.modules[name], "__file__", None) or ""
        if _top(name) not in compiled | _STAY | _ALONE and file.endswith((".py", ".pyc")):
            del sys.modules[name]


def _put_back(now: dict[str, Any], names: dict[str, Any], module: str) -> None:
    of_a_package = _of_a_package(module)
    for key in now.keys() - names.keys():
        part = sys.modules.get(f"{module}.{key}")
        if part is not None:
            now[key] = part
        elif of_a_package or hasattr(_BUILTINS, key):  # the standard library's own may count on what it has set
            del now[key]
    for key, value in names.items():
        if key not in _OF_A_RUN and (key not in now or now[key] is not value):
            now[key] = value


def _put_class_back(cls: type, names: dict[str, Any]) -> None:
    now = dict(vars(cls))
    for key in now.keys() - names.keys():
        if not key.startswith("__"):
            type.__delattr__(cls, key)
    for key, value in names.items():
        if key not in now or now[key] is not value:
            type.__setattr__(cls, key, value)


def _of_a_package(name: str) -> bool:
    return _top(name) not in sys.stdlib_module_names


def _top(name: str) -> str:
    return name.partition(".")[0]


def _loader(module: object) -> object:
    return getattr(getattr(module, "__spec__", None), "loader", None)


_BUILTINS = sys.modules["builtins"]

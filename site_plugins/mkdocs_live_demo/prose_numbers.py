"""Numbers in the prose: `#!calc expression` in inline code becomes its value, worked out at build."""

import importlib
import importlib.util
import linecache
import re
import sys
import traceback
from collections.abc import Iterable, Mapping
from functools import lru_cache
from html.parser import HTMLParser
from numbers import Integral, Number
from pathlib import Path
from types import ModuleType
from typing import Any

from live_demo.errors import DemoError
from live_demo.numerals import MINUS, fixed, share

LANGUAGE = "calc"
SPELLINGS = (LANGUAGE, "Calc", "CALC")
PREFIX = "_prose_numbers_"
"""Modules are imported by path under names of their own: Python has a module `numbers` already."""
BUILTINS = {f.__name__: f for f in (abs, float, format, int, len, max, min, round, str, sum)}
NO_NUMBER = re.compile(r"\b(nan|inf)\b", re.IGNORECASE)
HYPHEN_BEFORE_DIGIT = re.compile(r"(?<![\w-])-(?=[\d.])")


def evaluate(expression: str, namespace: Mapping[str, Any]) -> str:
    """Work out an expression and return it as text, with a true minus. Raises DemoError for what cannot be one.

    >>> evaluate("fixed(a - 3, 2)", {"a": 1.125, "fixed": fixed})
    '−1.88'
    >>> evaluate("a", {"a": 1.5})
    Traceback (most recent call last):
    live_demo.errors.DemoError: calc `a`: expected text or a whole number; found float 1.5; hint: fixed(a, 2)
    """
    what = f"{LANGUAGE} `{expression}`"
    try:
        value = eval(expression, {"__builtins__": BUILTINS, **namespace})  # noqa: S307  the site's own pages
    except NameError as error:
        raise DemoError(
            what,
            expected="names of the page’s numbers",
            found=_said(error),
            hint="name their module in the front matter: `numbers: <module>`",
        ) from error
    except SyntaxError as error:
        raise DemoError(what, expected="an expression", found=_said(error)) from error
    except Exception as error:
        raise DemoError(what, expected="a value", found=_said(error), hint=_where(error)) from error
    if isinstance(value, str) and (none := NO_NUMBER.search(value)):
        raise DemoError(what, expected="a number", found=none[0], hint="type it as text if it is meant")
    if isinstance(value, str) and value.strip():
        return HYPHEN_BEFORE_DIGIT.sub(MINUS, value)
    if isinstance(value, Integral) and not isinstance(value, bool):
        return HYPHEN_BEFORE_DIGIT.sub(MINUS, str(value))
    inexact = isinstance(value, Number) and not isinstance(value, bool)
    found = f"{type(value).__name__} {_one_line(str(value))}".strip()
    hint = f"fixed({expression}, 2)" if inexact else ""
    raise DemoError(what, expected="text or a whole number", found=found, hint=hint)


def shared_names(entries: Iterable[str]) -> dict[str, Any]:
    """What every expression may use: `fixed`, `share`, and what the option `names` lists.

    >>> sorted(shared_names(["math as m"]))
    ['fixed', 'm', 'share']
    """
    names: dict[str, Any] = {}
    for entry in entries:
        package, _, alias = entry.partition(" as ")
        try:
            module = importlib.import_module(package)
        except ImportError as error:
            expected = "packages that can be imported"
            raise DemoError("option `names`", expected=expected, found=_said(error)) from error
        names |= {alias: module} if alias else {name: getattr(module, name) for name in module.__all__}
    return names | {"fixed": fixed, "share": share}


def check_spelling(language: str) -> None:
    """Refuse another spelling, which Markdown would show as code."""
    if language != LANGUAGE:
        raise DemoError(LANGUAGE, expected=f"`#!{LANGUAGE} …`", found=f"`#!{language} …`")


def check_front_matter(meta: Mapping[str, Any]) -> None:
    """Refuse an expression in the front matter, which is no Markdown."""
    for key, value in meta.items():
        if f"#!{LANGUAGE}" in str(value):
            expected, hint = "text", "type the number; a test can hold it against the module"
            raise DemoError(f"front matter `{key}`", expected=expected, found=f"#!{LANGUAGE}", hint=hint)


def page_names(chosen: Any, folder: Path) -> dict[str, Any]:
    """The public names of the modules that a page's front matter chooses: one name, or a list of them."""
    modules = [chosen] if isinstance(chosen, str) else [] if chosen is None else chosen
    if not isinstance(modules, list) or not all(isinstance(m, str) for m in modules):
        expected = f"the name of a module in {folder.name}/, or a list of them"
        raise DemoError("front matter `numbers`", expected=expected, found=repr(chosen))
    names: dict[str, Any] = {}
    for module in modules:
        new = _public(load(module, folder))
        twice = [name for name in new.keys() & names.keys() if new[name] is not names[name]]
        if twice:
            expected = "modules whose names differ"
            raise DemoError("front matter `numbers`", expected=expected, found=f"{min(twice)!r} in two")
        names |= new
    return names


def together(shared: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """What a page's expressions may use. Its own names must not hide shared ones."""
    for name, value in own.items():
        if name in shared and value is not shared[name]:
            expected = "names that every page doesn’t have already"
            raise DemoError("front matter `numbers`", expected=expected, found=repr(name), hint="rename it")
    return {**shared, **own}


def load(name: str, folder: Path) -> ModuleType:
    """Import `<folder>/<name>.py`, once until `forget`."""
    private = f"{PREFIX}{name}"
    path = folder / f"{name}.py"
    if private in sys.modules and sys.modules[private].__file__ == str(path):
        return sys.modules[private]
    spec = importlib.util.spec_from_file_location(private, path)
    if not name.isidentifier() or not path.is_file() or spec is None or spec.loader is None:
        there = ", ".join(sorted(p.stem for p in folder.glob("*.py"))) or "there is none yet"
        expected = f"a module in {folder.name}/ ({there})"
        raise DemoError("front matter `numbers`", expected=expected, found=repr(name))
    module = sys.modules[private] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        where, hint = f"{folder.name}/{name}.py", _where(error)
        del sys.modules[private]
        raise DemoError(where, expected="a module of numbers", found=_said(error), hint=hint) from error
    return module


@lru_cache(maxsize=128)  # `mkdocs serve` builds all pages for an edit of one
def check_leftovers(html: str) -> None:
    """Refuse a page on which an expression stayed as it was, or became a part of an attribute."""
    text = _Text()
    text.feed(html)
    text.close()
    left = re.search(rf"`#!{LANGUAGE}\b[^`]*`?", "".join(text.parts))
    if left:
        hint = 'write `#!calc …` in text; an HTML element around it needs markdown="1"'
        raise DemoError(LANGUAGE, expected="an expression that Markdown reads", found=left[0], hint=hint)


class _Text(HTMLParser):
    """The text of a page outside code, and of its attributes. A number in an attribute has ended it."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.inside = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside += tag in {"code", "pre"}
        self.parts += [value for _, value in attrs if value]
        if any(name.startswith("ld-number") for name, _ in attrs):
            self.parts.append(f"`#!{LANGUAGE} …` in an attribute of <{tag}>")

    def handle_endtag(self, tag: str) -> None:
        self.inside -= tag in {"code", "pre"}

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.parts.append(data)


def forget() -> None:
    """Drop the modules, so that the next build reads what was edited."""
    for name in [n for n in sys.modules if n.startswith(PREFIX)]:
        del sys.modules[name]


def _public(module: ModuleType) -> dict[str, Any]:
    return {name: value for name, value in vars(module).items() if not name.startswith("_")}


def _said(error: BaseException) -> str:
    return _one_line(f"{type(error).__name__}: {getattr(error, 'msg', error)}").rstrip(": ")


def _where(error: BaseException) -> str:
    """The author's line that failed: the last one in a module of numbers."""
    if isinstance(error, SyntaxError) and error.filename:  # it has not run, so no frame tells its place
        return f"{_tail(error.filename)}, line {error.lineno}: {(error.text or '').strip()}"
    files = {m.__file__ for n, m in sys.modules.items() if n.startswith(PREFIX)}
    linecache.checkcache()
    own = [f for f in traceback.extract_tb(error.__traceback__) if f.filename in files]
    return f"{_tail(own[-1].filename)}, line {own[-1].lineno}: {own[-1].line}" if own else ""


def _tail(filename: str) -> str:
    return "/".join(Path(filename).parts[-2:])


def _one_line(text: str) -> str:
    return " ".join(text.split())

"""The pure parts of a cell's scripts, in Node."""

import json
from pathlib import Path

import pytest

from tests.node import run_module

CODE = Path(__file__).parents[2] / "site_plugins/mkdocs_live_demo/assets/code"
NODE_MODULES = Path(__file__).parents[2] / "node_modules"

BINDS = [
    ("x = 1", "x"),
    ("x: int = 1", "x"),
    ("a, x = 1, 2", "x"),
    ("x = y = 1", "y"),
    ("if (x := 3) > 2: pass", "x"),
    ("    x += 1", "x"),
    ("def x(n):\n    return n", "x"),
    ("class x:\n    pass", "x"),
    ("import x", "x"),
    ("import os, x", "x"),
    ("import numpy as x", "x"),
    ("from math import pi, x", "x"),
    ("from math import pi as x", "x"),
    ("for x in range(3):\n    pass", "x"),
    ("for n, x in pairs:\n    pass", "x"),
    ("with open(name) as x:\n    pass", "x"),
    ("y = 1\nx = 2", "x"),
    ("größe = 1", "größe"),
]
BINDS_NOT = [
    ("print(x)", "x"),
    ("x == 1", "x"),
    ("y = x", "x"),
    ("xs = 1", "x"),
    ("a.x = 1", "x"),
    ("f(x=1)", "x"),
    ("# x = 1", "x"),
    ("for n in x:\n    pass", "x"),
    ("x = 1", "."),
]


@pytest.fixture(scope="module")
def found() -> dict[str, bool]:
    cases = [*BINDS, *BINDS_NOT]
    script = f"""
        import {{ binds }} from {json.dumps((CODE / "names.js").as_uri())};
        console.log(JSON.stringify({json.dumps(cases)}.map(([code, name]) => binds(code, name))));
    """
    done = run_module(script, 60)
    return dict(zip(map(str, cases), json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("case", BINDS, ids=str)
def test_what_binds_a_name(found: dict[str, bool], case: tuple[str, str]) -> None:
    assert found[str(case)]


@pytest.mark.parametrize("case", BINDS_NOT, ids=str)
def test_what_does_not(found: dict[str, bool], case: tuple[str, str]) -> None:
    assert not found[str(case)]


COLOURED = [
    ("def f(x): # c", [("def", "k"), ("f", "nf"), ("(", "p"), ("x", "n"), ("):", "p"), ("# c", "c1")]),
    ("class A: pass", [("class", "k"), ("A", "nc"), (":", "p"), ("pass", "k")]),
    ("a is not None", [("a", "n"), ("is", "ow"), ("not", "ow"), ("None", "kc")]),
    ("x = 0x1F + 1_0.5e-3j", [("x", "n"), ("=", "o"), ("0x1F", "mi"), ("+", "o"), ("1_0.5e-3j", "mi")]),
    ("f'a#b' rb\"c'd\"", [("f'a#b'", "s1"), ('rb"c\'d"', "s2")]),
    ('"""a\n"b" # c"""1', [('"""a\n"b" # c"""', "s2"), ("1", "mi")]),
    ("'a\\'b' 'open\nx", [("'a\\'b'", "s1"), ("'open", "s1"), ("x", "n")]),
    ("@deco\na @ b", [("@deco", "nd"), ("a", "n"), ("@", "o"), ("b", "n")]),
    ("print(a.len)", [("print", "nb"), ("(", "p"), ("a", "n"), (".", "p"), ("len", "n"), (")", "p")]),
    ("raise KeyError", [("raise", "k"), ("KeyError", "ne")]),
    ("größe = self", [("größe", "n"), ("=", "o"), ("self", "bp")]),
]
# What a pattern that goes back over its text would not be done with.
LONG = [('"', 20_000), ("''' \\", 10_000), (" @", 10_000), ("0_", 10_000), ("f", 20_000), ("1.", 10_000)]


def test_code_of_a_link_is_read_as_python() -> None:
    codes = [code for code, _ in COLOURED] + [text * times for text, times in LONG]
    script = f"""
        import {{ classed }} from {json.dumps((CODE / "highlight.js").as_uri())};
        const codes = {json.dumps([code for code, _ in COLOURED])};
        const long = {json.dumps(LONG)}.map(([text, times]) => text.repeat(times));
        console.log(JSON.stringify([...codes, ...long].map(classed)));
    """
    found = json.loads(run_module(script, 60).stdout)
    for code, parts in zip(codes, found, strict=True):
        assert "".join(text for text, _ in parts) == code
    for (code, expected), parts in zip(COLOURED, found, strict=False):
        assert [(text, name) for text, name in parts if name] == expected, code


def test_the_licence_names_all_that_the_editor_is_made_of() -> None:
    told = (CODE.parent / "vendor/codemirror-LICENSE.txt").read_text(encoding="utf-8")
    names = ["@codemirror/*", "@lezer/*", "@marijn/*", "style-mod", "w3c-keyname", "crelt"]
    licences = [path for name in names for path in NODE_MODULES.glob(f"{name}/LICENSE")]
    assert len(licences) > 10
    for path in licences:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert next(line for line in lines if line.startswith("Copyright")) in told
        assert str(path.parent.relative_to(NODE_MODULES).as_posix()) in told

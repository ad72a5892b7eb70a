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


def test_the_licence_names_all_that_the_editor_is_made_of() -> None:
    told = (CODE.parent / "vendor/codemirror-LICENSE.txt").read_text(encoding="utf-8")
    names = ["@codemirror/*", "@lezer/*", "@marijn/*", "style-mod", "w3c-keyname", "crelt"]
    licences = [path for name in names for path in NODE_MODULES.glob(f"{name}/LICENSE")]
    assert len(licences) > 10
    for path in licences:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert next(line for line in lines if line.startswith("Copyright")) in told
        assert str(path.parent.relative_to(NODE_MODULES).as_posix()) in told

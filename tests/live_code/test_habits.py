"""What readers bring from Jupyter, from a terminal or from a page's scripts is answered in a sentence."""

import builtins
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import live_code
from live_code import browser
from live_code.faults import LONG, WIDE


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delattr(builtins, "_", raising=False)  # doctest's prompt leaves one to the tests after it
    yield
    browser.forget("page")


def items(code: str) -> list[dict[str, Any]]:
    said: list[str] = []
    browser.run("page", "cell 1", code, said.append)
    return [json.loads(piece) for piece in said]


def html(code: str) -> str:
    return "".join(item.get("html", "") for item in items(code))


NOT_PYTHON = "Python cannot read line 1."


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("%timeit 1 + 1", "%timeit is a magic command of Jupyter; there are none here. time.perf_counter()"),
        ("%%time\nx = 1", "%%time is a magic command"),
        ("x = 1\n  \n%matplotlib inline", "%matplotlib is a magic command of Jupyter; there are none here. Leave"),
        ("!ls", "A line with ! is a command for a terminal"),
        ("!pip install x", "Nothing can be installed here"),
        ("%pip install x", "Nothing can be installed here"),
        ("pip install numpy", "Nothing can be installed here"),
        ("python -m pip install numpy", "Nothing can be installed here"),
        ("x?", "A question mark asks Jupyter for help. Here, write help(x)."),
        ("??a.b", "A question mark asks Jupyter for help. Here, write help(a.b)."),
        ("x = 1\n>>> 1 + 1", "A prompt, such as &gt;&gt;&gt;, is not part of the code."),
        ("import time\nawait time", "Nothing can be awaited here"),
        ("async with x: pass", "Nothing can be awaited here"),
        ("[y async for y in x]", "Nothing can be awaited here"),
        ("_", "Python’s prompt and Jupyter keep the last value in _"),
        ("breakpoint()", "breakpoint() cannot work in a page: no keyboard"),
        ("x = 5 % ? 3", NOT_PYTHON),
        ("z = 'a?", NOT_PYTHON),
        ("yield 1", NOT_PYTHON),
        ("1 !", NOT_PYTHON),
        ("pip = 5 5", NOT_PYTHON),
    ],
)
def test_a_habit_is_named(code: str, words: str) -> None:
    assert f'<p class="lc-plain">{words}' in html(code)


REACH = '<p class="lc-plain">A cell runs in a worker, out of reach of the page, its document and its window.'


def test_the_page_is_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "js", None)  # as at build
    assert REACH in html("import js")
    monkeypatch.setitem(sys.modules, "js", ModuleType("js"))
    for code in ("from js import document", "import js\njs.document", "import js\njs.window"):
        assert REACH in html(code)
    assert REACH not in html("import js\njs.nothing")
    assert REACH not in html("[].document")


def test_long_names_and_messages_are_shortened() -> None:
    long = html("a" * 50_000)
    assert len(long) < 3 * WIDE
    assert f"called {'a' * 59}… so far." in long
    many = html("raise ValueError('\\n'.join(['x' * 1000] * 100))")
    assert many.count("x…") == LONG
    assert len(many) < (LONG + 2) * (WIDE + 10)
    assert len(html(f"({'x' * 600} y z")) < 2 * WIDE
    assert len(browser.run("page", "cell 1", "raise ValueError('x' * 10**6)", lambda _: None)) < 2 * WIDE


def test_warnings_are_written_without_the_runner_or_as_the_cell_wants(tmp_path: Path) -> None:
    # In a process of its own: pytest takes warnings away.
    cells = (
        "async def f(): pass\nf();",
        "import warnings\nwarnings.warn('x')",
        "warnings.simplefilter('always')\nwarnings.formatwarning = lambda *a, **k: 'own'",
        "warnings.warn('y')",
    )
    code = f"from live_code import browser\nsaid = []\nfor c in {cells!r}: browser.run('page', 'cell 1', c, said.append)"
    code += "\nprint(*said, sep='\\n')"
    environ = os.environ | {"PYTHONPATH": str(Path(live_code.__path__[0]).parent)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environ, capture_output=True, text=True, check=True
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"stream": "stderr", "text": "RuntimeWarning: coroutine 'f' was never awaited\n"},
        {"stream": "stderr", "text": "cell 1:2: UserWarning: x\n  warnings.warn('x')\n"},
        {"stream": "stderr", "text": "own"},
    ]


@pytest.mark.parametrize("what", ["settrace", "setprofile"])
def test_what_follows_calls_ends_with_the_cell(what: str) -> None:
    code = f"import sys\ncalls = []\nsys.{what}(lambda *a: calls.append(a[0].f_code.co_filename))\nx = 1"
    assert items(code) == []
    (seen,) = items("len([name for name in calls if 'output.py' in name or 'contextlib' in name])")
    assert seen["plain"] == "0"
    assert "1/0" in html(f"import sys\nsys.{what}(lambda *a: 1/0)")
    assert items(f"import sys\nsys.{what}(lambda *a: 1/0)\nx = 1") is not None
    assert items("6")[0]["plain"] == "6"

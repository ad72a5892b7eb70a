"""A cell says the same in CPython and in Pyodide: values, errors, and what a page cannot do."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mkdocs_pyodide.cache import cache_folder, check
from mkdocs_pyodide.lock import read_lock
from tests.node import run_module

ENGINE = Path(__file__).parents[2] / "site_plugins"
FORGET = ""  # the page is left
SPOIL = """import sys, builtins, colorsys
import numpy as np
np.set_printoptions(precision=2)
np.exp = builtins.sorted = colorsys.rgb_to_hsv = None
sys.setrecursionlimit(200)
np.array([1 / 3] * 20)"""
LOOK = """import sys, colorsys
import numpy as np
print(np.exp(2.0), np.array([1 / 3] * 20), sorted([2, 1]), sys.getrecursionlimit() > 200)
colorsys.rgb_to_hsv(1, 0, 0), np.random.default_rng(0).random(2)"""
CELLS = (
    "print('a')\n1 + 1",
    "def half(n):\n    return 1 / n\nhalf(0)",
    "import numpy as np\nnp.array([[-0.1, 0.9], [1, np.nan]])",
    "np.random.default_rng(0).normal(size=(3, 3))",
    "print(np.linspace(0, 1, 7), np.float64(1 / 3), {'a': 2.5})",
    "np.ones(3) @ np.ones(4)",
    "from live_demo import bars\nbars([0.25, 0.75], ['a', 'b'])",
    "name = input('Your name? ')",
    "import pathlib\npathlib.Path('a.txt').write_text('é')\npathlib.Path('a.txt').read_text()",
    "import time\nprint('half', end='')\ntime.sleep(0.01)\nprint('whole')",
    "import warnings\nwarnings.warn('careful')",
    "print('é ∑ 𝒳')",
    "for i in range(100_000): print('x' * 49)",
    "def again(n): return again(n + 1)\nagain(0)",
    "nothing",
    "x = (",
    "if True:\nx = 1",
    "import a_module_of_nobody",
    "import sys\nsys.exit(3)",
    "import threading\nthreading.Thread(target=print).start()",
    "import subprocess\nsubprocess.run(['true'])",
    "import os\nos.system('true')",
    "import socket\nsocket.create_connection(('127.0.0.1', 9))",
    "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9/')",
    "import asyncio\nasync def f(): pass\nasyncio.run(f())",
    "1 + 1",
    "class A:\n    def _repr_html_(self): return '<b onclick=f()>x<script>f()</script></b>'\nA()",
    "async def f(): pass\nf();",
    "breakpoint()",
    "%timeit 1 + 1",
    "await f()",
    "import time\nfor i in range(3):\n    print(f'\\r{i} %', end='')\n    time.sleep(0.06)\nprint()",
    "print('\\x1b[1;31mred\\x1b[0m and \\x1b]0;title\\x07\\x1b[38;5;2', end='')\nprint('mgreen\\rR')",
    FORGET,
    SPOIL,
    FORGET,
    LOOK,
    FORGET,
    "print(1)\nimport numpy as np\nnp.linalg.norm(np.ones(4))",
)
RUN = """
import json, sys
from live_code import browser
from mkdocs_live_demo.cells.pieces import settled
def answers(cells):
    for code in cells:
        if not code:
            browser.forget("page")
        said = []
        result = json.loads(browser.run("page", "cell 1", code, said.append))
        items = [json.loads(s) for s in said]
        shown = [item["html"] if isinstance(item, dict) else item for item in settled(items)]
        yield [shown, result]
"""


def in_cpython(folder: Path) -> list[Any]:
    # A process of its own: a cell leaves an audit hook and a changed asyncio behind.
    command = [sys.executable, "-c", f"{RUN}\nprint(json.dumps(list(answers(json.load(sys.stdin)))))"]
    environ = os.environ | {"PYTHONPATH": str(ENGINE)}
    done = subprocess.run(
        command, input=json.dumps(CELLS), cwd=folder, env=environ, capture_output=True, text=True, check=True
    )
    found: list[Any] = json.loads(done.stdout)
    return found


def in_pyodide() -> list[Any]:
    runtime = cache_folder(read_lock())
    check(runtime, read_lock())
    script = f"""
        import {{ loadPyodide }} from {json.dumps((runtime / "pyodide.mjs").as_uri())};
        const folder = {json.dumps(f"{runtime}/")};
        const python = await loadPyodide({{ indexURL: folder, packageBaseUrl: folder, packages: ["numpy"] }});
        python.FS.mkdir("/engine");
        python.FS.mount(python.FS.filesystems.NODEFS, {{ root: {json.dumps(str(ENGINE))} }}, "/engine");
        python.runPython("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/engine')");
        python.runPython({json.dumps(RUN)});
        python.globals.set("cells", {json.dumps(json.dumps(CELLS))});
        console.log("answers " + python.runPython("json.dumps(list(answers(json.loads(cells))))"));
    """
    done = run_module(script, 300)
    (line,) = [part for part in done.stdout.splitlines() if part.startswith("answers ")]
    found: list[Any] = json.loads(line.removeprefix("answers "))
    return found


@pytest.mark.slow
def test_a_cell_says_the_same_in_both(tmp_path: Path) -> None:
    for code, here, there in zip(CELLS, in_cpython(tmp_path), in_pyodide(), strict=True):
        assert here == there, code

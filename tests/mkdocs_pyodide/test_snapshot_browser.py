"""The memory snapshot in a real browser: restored it is Python as started; broken in any way, the files start it."""

import gzip
import json
import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser

from mkdocs_assets.integrity import integrity
from mkdocs_pyodide.publish import Runtime
from tests.mkdocs_pyodide.browser_worker import Said, start
from tests.mkdocs_pyodide.servers import Server, answered

type Manifest = dict[str, Any]
type Break = Callable[[bytes], bytes]


def missing(statement: str) -> str:
    return f"try:\n  {statement}\n  name = None\nexcept ImportError as error:\n  name = error.name\nname"


TOTAL = "import tiny_sums; tiny_sums.total(4)"
# Each step's last expression, and what CPython says. An error says its last line.
STEPS = {
    TOTAL: "6",
    "import numpy as np, json, re; np.__version__": np.__version__,
    "json.dumps([re.sub(r'(a+)b', r'\\1c', 'aab'), json.loads('{\"a\": 2}')['a']])": '["aac", 2]',
    "a = np.sin(np.arange(2500.0).reshape(50, 50) ** 1.3) + 20 * np.eye(50); bool(np.allclose(np.linalg.inv(a) @ a, np.eye(50)))": "true",
    "str(np.sort(np.array([3, 1, 2], dtype='i2'))) + str(np.datetime64('2026-01-01') + 3)": "[1 2 3]2026-01-04",
    "np.zeros(2) @ np.zeros(3)": "ValueError: matmul: Input operand 1 has a mismatch in its core dimension 0, with "
    "gufunc signature (n?,k),(k,m?)->(n?,m?) (size 3 is different from 2)",
    "try:\n  1 / 0\nexcept ZeroDivisionError as error:\n  text = repr(error)\ntext": "ZeroDivisionError('division by zero')",
    "def f(n): return f(n + 1)\ntry:\n  f(0)\nexcept RecursionError as error:\n  text = type(error).__name__\ntext": "RecursionError",
    "from js import Array, JSON\ntry:\n  JSON.parse('{')\nexcept Exception as error:\n  text = type(error).__name__\ntext": "JsException",
    "import js; js.eval('(f) => [3, 1, 2].sort(f).join()')(lambda x, y: x - y)": "1,2,3",
    "import asyncio; await asyncio.gather(asyncio.sleep(0.01), asyncio.sleep(0.02)); 'slept'": "slept",
    "float(np.ones((6000, 1000)).sum())": "6000000",  # 48 MB: the memory grows
    "class C:\n  @property\n  def a(self): return 1\nC().a + object().__reduce_ex__(2)[0].__name__.count('new')": "2",
    missing("import tarfile"): "tarfile",  # only loading packages imports it
    "import tomllib_or_not": "ModuleNotFoundError: No module named 'tomllib_or_not'",
}
FEW = {step: STEPS[step] for step in list(STEPS)[:6]}
LATER = {
    "import ssl, tarfile; ssl.__name__, tarfile.BLOCKSIZE": "('ssl', 512)",
    "import statistics, numpy.random, sqlite3; statistics.mean([1, 2, 6])": "3",
    "repr(float(np.random.default_rng(0).normal()))": repr(float(np.random.default_rng(0).normal())),
    "repr(complex(np.fft.fft([1, 0])[0]))": "(1+0j)",
    "sqlite3.connect(':memory:').execute('select 2 + 3').fetchone()[0]": "5",
    "import inspect; inspect.getsource(tiny_sums.total).splitlines()[0]": "def total(n: int) -> float:",
    "from importlib.metadata import version; version('tiny-sums') + ' ' + version('numpy')": f"1.2.3 {np.__version__}",
    TOTAL: "6",
}


@pytest.fixture
def manifest(tiny_runtime: Runtime) -> Manifest:
    return tiny_runtime.manifest.as_json()


def at(runtime: Runtime, name: str) -> str:
    return f"/{runtime.manifest.folder}/{name}"


def test_what_is_restored_is_python(chromium: Browser, tiny_server: Server, manifest: Manifest) -> None:
    answer = start(chromium, tiny_server, manifest, *STEPS, "rest", *LATER)
    assert (answer.route, answer.why) == ("snapshot", ""), answer
    assert dict(zip([*STEPS, *LATER], answer.said, strict=True)) == STEPS | LATER
    assert answer.restored
    assert answer.progress == sorted(set(answer.progress))
    assert answer.progress[-1] == 1


def test_it_fetches_no_file_that_it_does_not_need(
    chromium: Browser, tiny_server: Server, tiny_runtime: Runtime, manifest: Manifest
) -> None:
    start(chromium, tiny_server, manifest, TOTAL)
    asked = [path for path, _ in tiny_server.seen if path.startswith("/assets/pyodide-")]
    needed = {
        "pyodide.js",
        "pyodide.asm.js",
        "pyodide.asm.wasm",
        "pyodide-lock.json",
        "snapshot.js",
        "snapshot.json",
    }
    large = ["pyodide.asm.wasm", "snapshot.json", *manifest["snapshot"]["libraries"]]
    copies = [f"{name}.gz" for name in large]  # the server compresses nothing by itself
    scripts = ["pyodide.js", "pyodide.asm.js", "snapshot.js"]  # imported once they are known to be right
    names = [*needed, "snapshot.bin", *manifest["snapshot"]["libraries"], *copies, *scripts]
    assert sorted(asked) == sorted(at(tiny_runtime, name) for name in names)


@pytest.mark.slow
def test_a_start_leaves_out_what_the_ordinary_way_leaves_out(
    chromium: Browser, tiny_server: Server, manifest: Manifest
) -> None:
    steps = [missing(f"import {name}") for name in ("statistics", "numpy.random", "numpy.fft", "sqlite3", "ssl")]
    steps += ["import sys; ' '.join(sys.path)", "import os; ' '.join(sorted(os.environ))"]
    restored = start(chromium, tiny_server, manifest, TOTAL, *steps)
    ordinary = start(chromium, tiny_server, manifest | {"snapshot": None}, TOTAL, *steps)
    assert (restored.route, ordinary.route) == ("snapshot", "files")
    assert restored.said == ordinary.said
    assert restored.said[1:6] == ["statistics", "numpy.random", "numpy.fft", "sqlite3", "ssl"]


@pytest.mark.slow
def test_two_starts_draw_different_random_numbers(
    chromium: Browser, tiny_server: Server, manifest: Manifest
) -> None:
    draws = [start(chromium, tiny_server, manifest, "import random; random.random()") for _ in range(2)]
    assert [draw.route for draw in draws] == ["snapshot", "snapshot"]
    assert draws[0].said != draws[1].said


@pytest.mark.slow
def test_local_time_is_the_readers(chromium: Browser, tiny_server: Server, manifest: Manifest) -> None:
    # 2026-07-01 00:00 UTC; Kathmandu is 5:45 ahead, all year.
    step = "import time; time.strftime('%H:%M', time.localtime(1782864000))"
    answer = start(chromium, tiny_server, manifest, step, timezone_id="Asia/Kathmandu")
    assert (answer.route, answer.said) == ("snapshot", ["05:45"])


def flipped(data: bytes) -> bytes:
    """Change the first word of the inflated memory: the magic number."""
    delta = gzip.decompress(data)
    return gzip.compress(bytes([delta[0] ^ 1]) + delta[1:], 9, mtime=0)


def of_another_build(data: bytes) -> bytes:
    delta = gzip.decompress(data)
    return gzip.compress(delta[:8] + bytes(16) + delta[24:], 9, mtime=0)


def empty(data: bytes) -> bytes:
    """Keep header and places, and make all content zeros: Python breaks down while it wakes."""
    delta = gzip.decompress(data)
    (runs,) = struct.unpack("<I", delta[28:32])
    head = 32 + 8 * runs
    return gzip.compress(delta[:head] + bytes(len(delta) - head), 9, mtime=0)


def with_another(key: str, value: object) -> Break:
    return lambda data: json.dumps(json.loads(data) | {key: value}, separators=(",", ":")).encode()


def moved(data: bytes) -> bytes:
    """Say that the first library lies elsewhere in the function table."""
    description = json.loads(data)
    description["libraries"][1]["tableBase"] -= 1
    return json.dumps(description, separators=(",", ":")).encode()


midway = (b"return description.config;", b"throw new Error('midway');")
slow = pytest.mark.slow


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "broken", "why"),
    [
        ("snapshot.bin", flipped, "magic number of the snapshot: expected 544f4853 / found 544f4852"),
        ("snapshot.js", lambda data: data.replace(*midway), "midway"),
        pytest.param("snapshot.bin", of_another_build, "id of the snapshot", marks=slow),
        pytest.param("snapshot.bin", empty, "", marks=slow),
        pytest.param("snapshot.bin", lambda data: data[:-8], "", marks=slow),
        pytest.param(
            "snapshot.json", with_another("format", 2), "snapshot.json: expected 1 / found 2", marks=slow
        ),
        pytest.param("snapshot.json", with_another("layout", "0" * 8), "layout of functions and data", marks=slow),
        pytest.param("snapshot.json", with_another("fresh", "0" * 8), "fresh memory: expected 0", marks=slow),
        pytest.param(
            "snapshot.json", with_another("table", 99), "function table: expected 99 / found", marks=slow
        ),
        pytest.param("snapshot.json", moved, "length of the function table", marks=slow),
        pytest.param("snapshot.json", lambda _: b"{", "JSON", marks=slow),
        pytest.param("snapshot.js", lambda _: b"nonsense(", "", marks=slow),
        pytest.param(
            "numpy._core._multiarray_umath.wasm", lambda data: data[:1000] + data[:-1000], "", marks=slow
        ),
    ],
)
def test_broken_it_gives_way_to_the_files(
    chromium: Browser, tiny_server: Server, tiny_runtime: Runtime, name: str, broken: Break, why: str
) -> None:
    path = at(tiny_runtime, name)
    data = tiny_server.files[path] = broken(tiny_server.files[path])
    manifest = tiny_runtime.manifest.as_json()
    manifest["sizes"][name] = len(data)  # so that size and hash are not what is found first
    manifest["hashes"][name] = integrity(data)
    manifest["packed"] = []  # and not its compressed copy, which is whole
    gave_way(start(chromium, tiny_server, manifest, *FEW), why)
    asked = [path for path, _ in tiny_server.seen]
    assert asked.count(at(tiny_runtime, "pyodide.asm.wasm")) == 1


@pytest.mark.slow
def test_cut_short_it_gives_way_to_the_files(
    chromium: Browser, tiny_server: Server, tiny_runtime: Runtime, manifest: Manifest
) -> None:
    path = at(tiny_runtime, "snapshot.bin")
    whole = tiny_server.files[path]
    tiny_server.files[path] = whole[:1_000_000]
    answer = start(chromium, tiny_server, manifest, *FEW)
    gave_way(answer, f"snapshot.bin: expected {len(whole)} bytes, 1000000 arrived")


@pytest.mark.parametrize(
    "name",
    [
        "numpy.linalg._umath_linalg.wasm",
        *(pytest.param(f"snapshot.{end}", marks=slow) for end in ("bin", "json", "js")),
    ],
)
def test_missing_it_gives_way_to_the_files(
    chromium: Browser, tiny_server: Server, tiny_runtime: Runtime, manifest: Manifest, name: str
) -> None:
    tiny_server.answers[at(tiny_runtime, name)] = [answered(404)]
    gave_way(start(chromium, tiny_server, manifest, *FEW), name)


def gave_way(answer: Said, why: str) -> None:
    assert answer.route == "files", answer
    assert why in answer.why
    assert dict(zip(FEW, answer.said, strict=True)) == FEW
    assert answer.restored
    assert answer.progress == sorted(set(answer.progress))


@slow
@pytest.mark.parametrize("role", ["loader", "module", "wasm", "lock"])
def test_without_what_both_ways_need_the_error_names_it(
    chromium: Browser, tiny_server: Server, tiny_runtime: Runtime, manifest: Manifest, role: str
) -> None:
    name = manifest["files"][role]
    tiny_server.answers[at(tiny_runtime, name)] = [answered(404)] * 2
    assert name in start(chromium, tiny_server, manifest, TOTAL).error

"""What the page Trust prints: counts and measurements, read from the files that the checks wrote."""

import ast
import doctest
import importlib
import json
from pathlib import Path
from typing import Any

import numpy as np

import attn_core
from demos._powers import scientific

_ROOT = Path(__file__).parents[2]
_TESTS = _ROOT / "tests/attn_core"


def _read(path: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((_ROOT / path).read_text(encoding="utf-8"))
    return found


def _golden(family: str) -> dict[str, Any]:
    with np.load(_TESTS / f"golden/torch_{family}.npz") as file:
        made_by: dict[str, Any] = json.loads(str(file["made_by"]))
        return made_by | {"numbers": file["values"].size}


def _constant(path: Path, name: str) -> Any:
    """A constant of a test, as it is written there."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == [name]:
            return ast.literal_eval(node.value)
    raise LookupError(f"{path} has no constant {name}")


def _is_property(node: ast.AST) -> bool:
    """Whether hypothesis draws this test's inputs."""
    if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
        return False
    return any(isinstance(d, ast.Call) and ast.unparse(d.func) == "given" for d in node.decorator_list)


def _properties() -> int:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in _TESTS.glob("test_*.py")]
    return sum(_is_property(node) for tree in trees for node in ast.walk(tree))


def _examples() -> int:
    modules = [
        importlib.import_module(f"attn_core.{path.stem}") for path in (_ROOT / "attn_core").glob("[!_]*.py")
    ]
    return sum(len(test.examples) for module in modules for test in doctest.DocTestFinder().find(module))


onnx = _read("tests/attn_core/results/onnx.json")
onnx_cases = sum(onnx["cases"].values())
tolerance = _constant(_TESTS / "test_onnx.py", "TOLERANCE")
"""What a number may be off by, for each number type, as a part of the largest number of its case."""

golden = {family: _golden(family) for family in ("attention", "multihead", "rows")}
golden_cases = sum(family["cases"] for family in golden.values())
golden_numbers = sum(family["numbers"] for family in golden.values())
torch = golden["attention"]["versions"]["torch"].partition("+")[0]

minilm = _read("tests/minilm/golden.json")
minilm_longest = max(len(case["tokens"]) for case in minilm["cases"])
minilm_weights = sum(len(case["attention"]["at"]) for case in minilm["cases"])

properties = _properties()
names = len(attn_core.__all__)
examples = _examples()

mutation = _read("tests/attn_core/results/mutation.json")
pyodide = _read("site_plugins/mkdocs_pyodide/runtime.lock.json")

engines = _read("tests/browser/results/engines.json")

overhead = _read("bench/results/attention_overhead.json")
memory = _read("bench/results/tiled_memory.json")
importing = _read("bench/results/import_time.json")
starting = _read("bench/results/startup.json")
load = _read("bench/results/load.json")
endurance = _read("bench/results/endurance.json")
lighthouse = _read("bench/results/lighthouse.json")
learning = _read("bench/results/training.json")
learned = learning["demos"].values()


def started(measure: str) -> dict[str, Any]:
    """The medians of one measure of a start, in Chromium, over a link that nothing slows."""
    found = (
        m for m in starting["medians"] if (m["engine"], m["link"], m["measure"]) == ("chromium", "none", measure)
    )
    return next(found)


def percent(part: float) -> str:
    """A part of one in per cent, one decimal."""
    return f"{100 * part:.1f}"


def megabytes(count: int) -> str:
    """Bytes in millions, one decimal, thousands apart."""
    return f"{count / 1e6:,.1f}"


def power(x: float) -> str:
    """A small number as its first digit and a power of ten: 2e-05 becomes 2 · 10⁻⁵."""
    return scientific(x, 0).replace("×", "·")

"""The published runtime starts, by the recipe that the worker uses."""

import zipfile
from pathlib import Path

import numpy as np
import pytest

from mkdocs_pyodide.lock import read_lock
from mkdocs_pyodide.publish import Runtime, prepare
from tests.mkdocs_pyodide.projects import MODULE, ask_python
from tests.node import run_module


def missing(statement: str) -> str:
    """Say what an import error names. It need not be a ModuleNotFoundError: `from . import part` raises its parent."""
    return f"try:\n  {statement}\n  name = None\nexcept ImportError as error:\n  name = error.name\nname"


WHERE_IT_FAILED = """
import json
try:
  json.loads("")
except ValueError as error:
  last = error.__traceback__
  while last.tb_next:
    last = last.tb_next
  positions = list(last.tb_frame.f_code.co_positions())
  text = f"{last.tb_lineno} {last.tb_frame.f_code.co_qualname} {positions[last.tb_lasti // 2][2:]}"
text
"""


@pytest.fixture(scope="module")
def answers(tiny_runtime: Runtime, tiny_site: Path) -> list[str]:
    return ask_python(
        tiny_runtime,
        tiny_site,
        "import numpy, tiny_sums; numpy.__version__",
        "tiny_sums.total(4)",
        "import inspect; inspect.getsource(tiny_sums.total) + tiny_sums.total.__doc__",
        "tiny_sums.total(-1)",
        missing("import statistics"),
        missing("numpy.random.default_rng(0)"),
        missing("from importlib.metadata import version; version('numpy')"),
        "rest",
        "import statistics, numpy.random; statistics.mean([1, 2, 6])",
        "repr(numpy.random.default_rng(0).normal())",
        "from numpy import *; repr(fft.fft([1, 0])[0])",
        "import sqlite3; sqlite3.connect(':memory:').execute('select 2 + 3').fetchone()[0]",
        "version('tiny-sums') + ' ' + version('numpy')",
        WHERE_IT_FAILED,
        "import json.decoder; json.decoder.__doc__, numpy.linalg.inv.__doc__, numpy.ndarray.sum.__doc__",
    )


def test_numpy_is_the_builds_own(answers: list[str]) -> None:
    assert answers[0] == np.__version__


def test_the_sites_wheel_runs_and_keeps_its_words(answers: list[str]) -> None:
    assert answers[1] == "6"  # 0 + 1 + 2 + 3, a float that JavaScript prints
    source = MODULE[MODULE.index("def total") :]
    assert answers[2] == source + "Add the numbers below n."
    assert answers[3] == "AssertionError: n counts"


def test_what_a_start_leaves_out_says_so_and_comes_later(answers: list[str]) -> None:
    assert answers[4:7] == ["statistics", "numpy.random", "importlib.metadata"]
    assert answers[8] == "3"
    assert answers[9] == repr(np.random.default_rng(0).normal())
    assert answers[10] == "np.complex128(1+0j)"
    assert answers[11] == "5"
    assert answers[12] == f"1.2.3 {np.__version__}"


def test_the_library_keeps_its_lines_and_neither_columns_nor_docstrings(
    answers: list[str], runtime_files: Path
) -> None:
    source = zipfile.ZipFile(runtime_files / "python_stdlib.zip").read("json/decoder.py").decode()
    before, _ = source.rsplit('raise JSONDecodeError("Expecting value"', 1)
    assert answers[13] == f"{before.count('\n') + 1} JSONDecoder.raw_decode (None, None)"
    assert answers[14] == "(None, None, None)"


def test_plain_python_starts(tmp_path: Path) -> None:
    runtime = prepare()
    runtime.publish(tmp_path)
    said = ask_python(runtime, tmp_path, "sum(range(4))", "import numpy", "rest", "import statistics; 'there'")
    assert said[0] == "6"
    assert "numpy" in said[1]
    assert said[3] == "there"


def test_named_imports_are_part_of_the_start(tmp_path: Path) -> None:
    runtime = prepare(imports=["statistics"])
    runtime.publish(tmp_path)
    assert ask_python(runtime, tmp_path, "import statistics; statistics.mean([1, 2, 6])") == ["3"]


IMPORT_ALL = """
import importlib, pkgutil, sys, warnings, numpy
warnings.simplefilter("ignore")
RUN_SOMETHING = {"this", "antigravity", "idlelib", "__main__"}
names = [m.name for m in pkgutil.walk_packages(numpy.__path__, "numpy.")] + sorted(sys.stdlib_module_names)
works = []
for name in names:
    if not {"tests", "__main__"} & set(name.split(".")) and name not in RUN_SOMETHING:
        try:
            importlib.import_module(name)
        except ImportError:
            continue
        works.append(name)
" ".join(sorted(works))
"""


@pytest.mark.slow
def test_with_the_rest_everything_can_be_imported_that_stock_pyodide_imports(
    tiny_runtime: Runtime, tiny_site: Path, runtime_files: Path
) -> None:
    ours = ask_python(tiny_runtime, tiny_site, "rest", IMPORT_ALL)[1].split()
    script = f"""
        import {{ loadPyodide }} from {str(runtime_files / "pyodide.mjs")!r};
        const options = {{ indexURL: {f"{runtime_files}/"!r}, packageBaseUrl: {f"{runtime_files}/"!r} }};
        const python = await loadPyodide({{ ...options, packages: ["numpy"] }});
        console.log("STOCK " + python.runPython({IMPORT_ALL!r}));
    """
    done = run_module(script, 300)
    stock = next(line for line in done.stdout.splitlines() if line.startswith("STOCK ")).split()[1:]
    assert len(stock) > 400
    assert ours == stock
    assert read_lock().packages["numpy"].version == np.__version__

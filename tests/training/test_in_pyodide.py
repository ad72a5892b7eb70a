"""The browser's Python trains to the same printed digits, and soon enough to be watched."""

import json
from pathlib import Path
from typing import Any

import pytest

from demos.training.recorded import recorded
from mkdocs_pyodide.cache import cache_folder, check
from mkdocs_pyodide.lock import read_lock
from tests.node import run_module

ROOT = Path(__file__).parents[2]
RUNS: dict[str, list[dict[str, Any]]] = {
    "scale_duel": [{"scaled": True}, {"scaled": False}],
    "induction": [{}, {"periods": [8]}],
    "translation": [{"mixing": False}, {"mixing": True}],
    "bottleneck": [{"length": 8, "attends": False}, {"length": 8, "attends": True}],
}
TRAIN = """
import json, sys
from importlib import import_module
sys.dont_write_bytecode = True
sys.path[:0] = ["/repository", "/repository/docs"]
for name, runs in json.loads(asked).items():
    for settings in runs:
        settings = {key: tuple(v) if isinstance(v, list) else v for key, v in settings.items()}
        *_, end = import_module(f"demos.training.{name}").run(**settings)
        print(json.dumps([end.step, end.loss, end.accuracy, dict(end.measures)]))
"""


@pytest.mark.slow
def test_the_browsers_python_ends_where_this_one_does() -> None:
    runtime = cache_folder(read_lock())
    check(runtime, read_lock())
    script = f"""
        import {{ loadPyodide }} from {json.dumps((runtime / "pyodide.mjs").as_uri())};
        const folder = {json.dumps(f"{runtime}/")};
        const python = await loadPyodide({{ indexURL: folder, packageBaseUrl: folder, packages: ["numpy"] }});
        python.FS.mkdir("/repository");
        python.FS.mount(python.FS.filesystems.NODEFS, {{ root: {json.dumps(str(ROOT))} }}, "/repository");
        python.globals.set("asked", {json.dumps(json.dumps(RUNS))});
        python.runPython({json.dumps(TRAIN)});
    """
    done = run_module(script, 600)
    assert done.returncode == 0, done.stderr[-3000:]
    ended = iter(map(json.loads, done.stdout.splitlines()))
    for name, runs in RUNS.items():
        for settings in runs:
            then = recorded(name, **settings)[-1]
            step, loss, accuracy, measures = next(ended)
            assert step == then.step
            assert loss == pytest.approx(then.loss, abs=6e-5), (name, settings)
            assert accuracy == pytest.approx(then.accuracy, abs=6e-5), (name, settings)
            assert measures == pytest.approx(then.measures, abs=6e-5), (name, settings)

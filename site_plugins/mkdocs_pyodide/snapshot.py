"""Keep the memory of a started Python, so that a page restores it instead of starting one.

It rests on private parts of one version of Pyodide. To take over another one: set PINNED, see that EXPRESSION is
still what gives a shared library its memory, run the tests in all engines. Until then that version does without.
"""

import json
import logging
import re
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mkdocs_pyodide.derived import derived_folder
from mkdocs_pyodide.job import HERE, JobError, collect, job_folder, run_job
from mkdocs_pyodide.lock import RuntimeLock
from mkdocs_pyodide.packed import COMPRESSOR, gzipped
from mkdocs_pyodide.trim import STDLIB, Start, module_sources

PINNED = "314.0.3"
HOME = "/lib/site"
EXPRESSION = b"alignMemory(getMemory(metadata.memorySize+memAlign),memAlign)"
REPLACEMENT = b"(Module.snapshotMemBase??" + EXPRESSION + b")"
MODULE, SCRIPT, DESCRIPTION, DELTA = "pyodide.asm.mjs", "snapshot.js", "snapshot.json", "snapshot.bin"
_SCRIPTS = ("freeze.py", "freeze.js", "inspect_module.js", "delta.js", "assets/snapshot.js")
_TOOLS = {name: (HERE / name).read_bytes() for name in _SCRIPTS}
# The packages of a snapshot are loaded, so what only loading imports can wait for whoever asks for it.
_LOADING = re.compile(r"(email|importlib\.metadata|tarfile)(\..+)?")
_WHAT = "memory snapshot"
_log = logging.getLogger("mkdocs.plugins.pyodide")


@dataclass(frozen=True)
class Snapshot:
    """A folder with the patched module, the memory, what describes it, and the shared libraries."""

    folder: Path
    libraries: tuple[str, ...]

    @property
    def sources(self) -> dict[str, Path]:
        """What is published beside the patched module, by name."""
        names = (DESCRIPTION, DELTA, *self.libraries)
        return {SCRIPT: HERE / "assets" / SCRIPT, **{name: self.folder / name for name in names}}

    def as_json(self) -> dict[str, Any]:
        """Return file names by role, for the manifest."""
        names = {"script": SCRIPT, "description": DESCRIPTION, "delta": DELTA}
        return {**names, "libraries": list(self.libraries)}


def snapshot_of(files: Path, lock: RuntimeLock, start: Start, trimmed: Path) -> Snapshot | None:
    """Return the snapshot of a start, made now or earlier; None if this Pyodide is not the one it is proven for.

    Parameters
    ----------
    files
        The folder of checked runtime files. The result is kept inside it.
    lock
        Names them.
    start
        What the page's start imports.
    trimmed
        The result of `trimmed_start`.

    Raises
    ------
    JobError
        If Pyodide is not as expected, or fails.
    """
    if lock.pyodide != PINNED:
        _log.info("%s: made for Pyodide %s only, this is %s: pages start without it", _WHAT, PINNED, lock.pyodide)
        return None
    inputs: dict[str, str | bytes] = {**_TOOLS, "start": trimmed.name, "compressor": COMPRESSOR}
    folder = derived_folder(files, "snapshot", inputs, lambda out: _make(out, files, start, trimmed))
    described: dict[str, Any] = json.loads((folder / DESCRIPTION).read_text("utf-8"))
    return Snapshot(folder, tuple(library["file"] for library in described["libraries"]))


def patched(module: bytes) -> bytes:
    """Let a shared library be linked at an address that was recorded.

    >>> patched(b"a?" + EXPRESSION + b":0")
    b'a?(Module.snapshotMemBase??alignMemory(getMemory(metadata.memorySize+memAlign),memAlign)):0'
    """
    found = module.count(EXPRESSION)
    if found != 1:
        raise JobError(
            f"{_WHAT}: expected 1 place in {MODULE} that reads {EXPRESSION.decode()!r} / found {found}"
            " / hint: find in `loadWebAssemblyModule` what gives a library its memory and put it into EXPRESSION"
            f" of {Path(__file__).name}, or set PINNED there to another version and do without"
        )
    return module.replace(EXPRESSION, REPLACEMENT)


def module_names(archives: Iterable[Path]) -> list[str]:
    """List the modules in archives of Python files, each archive's in the order of names."""
    names = (name for path in archives for name in sorted(zipfile.ZipFile(path).namelist()))
    found = (re.fullmatch(r"(?P<stem>[^.]+)(\.cpython[^/]*)?\.(pyc?|so)", name) for name in names)
    stems = [match["stem"] for match in found if match and "__pycache__" not in match["stem"]]
    return [stem.removesuffix("/__init__").replace("/", ".") for stem in stems]


def _make(out: Path, files: Path, start: Start, trimmed: Path) -> None:
    wheels = sorted([*start.trimmed, *start.wheels])
    archives = {name: (trimmed / name).read_bytes() for name in [STDLIB, *wheels]}
    job = job_folder(out, archives)
    module = job / "out" / MODULE
    module.write_bytes(patched((files / MODULE).read_bytes()))
    sources = module_sources(start.imports, start.shipped)
    modules = [name for name in module_names(trimmed / name for name in archives) if not _LOADING.fullmatch(name)]
    description = {
        "loader": (files / "pyodide.mjs").as_uri(),
        "module": module.as_uri(),
        "runtime": str(files),
        "stdlib": STDLIB,
        "wheels": wheels,
        "sources": {path: data.decode() for path, data in sources.items()},
        "home": HOME,
        "modules": [*modules, *start.imports],
        "script": _TOOLS["freeze.py"].decode(),
        "lock": json.dumps(start.spec.to_dict(), sort_keys=True),
        "id": out.name.removeprefix("snapshot-") * 2,
    }
    run_job(_WHAT, "freeze.js", job, description)
    collect(job, out)
    (out / DELTA).write_bytes(gzipped((out / DELTA).read_bytes()))

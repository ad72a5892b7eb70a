"""Lay the runtime out for a site: what a start needs, what may be wanted later, and a manifest of both."""

import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pyodide_lock import PyodideLockSpec

from mkdocs_assets.integrity import integrity
from mkdocs_pyodide.cache import cache_folder, check, sha256_of
from mkdocs_pyodide.derived import digest
from mkdocs_pyodide.installed import InstalledWheel, browser_markers, by_module, divided, installed_wheels
from mkdocs_pyodide.lock import RuntimeLock, read_lock
from mkdocs_pyodide.packed import packed
from mkdocs_pyodide.snapshot import HOME, snapshot_of
from mkdocs_pyodide.trim import REST, STDLIB, Start, compiled_runtime, trimmed_start
from mkdocs_pyodide.wheel import pure_wheel, small_spec

ASSETS = "assets"
# Published names end in .js, since some servers don't know .mjs and browsers then refuse it as a module.
LOADER, MODULE, WASM = "pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm"
FULL_STDLIB = "python_stdlib-full.zip"
LOCK = "pyodide-lock.json"
NOTICE = """\
Pyodide {pyodide}: Mozilla Public License 2.0, sources at https://github.com/pyodide/pyodide
Python {python} inside it: PSF License 2, https://docs.python.org/3/license.html
Packages: their licences are in the wheels here and in {rest}.
Standard library and compiled packages were compiled to bytecode and divided.
{patched}"""


PATCHED = (
    "In {module} one expression was changed: it reads Module.snapshotMemBase; without that all is as before.\n"
)


@dataclass(frozen=True)
class RuntimeManifest:
    """What a page needs to know to start Python.

    Attributes
    ----------
    folder
        Where the files are, relative to the site's root; the name holds a hash of their content.
    version, python
        Of Pyodide and of its Python.
    packages
        What a start loads; their wheels' file names are in `wheels`, dependencies included.
    files
        File names by role: loader, module, wasm, stdlib, lock are needed for a start, fullStdlib and fullPackages
        are what it left out. fullPackages is absent if nothing was left out.
    sizes
        Bytes of each file, by name.
    hashes
        The sha256 of each file that the worker may ask for, as `fetch` takes it: not of the `.br`.
    snapshot
        File names of the memory snapshot by role, and of its shared libraries; None if there is none.
    packed
        Names of files that have a `.gz` and a `.br` beside them.
    modules
        The wheels that are fetched when a module is first imported, by the module's top-level name.
    """

    folder: str
    version: str
    python: str
    packages: tuple[str, ...]
    wheels: tuple[str, ...]
    files: Mapping[str, str]
    sizes: Mapping[str, int]
    hashes: Mapping[str, str]
    snapshot: Mapping[str, Any] | None = None
    packed: tuple[str, ...] = ()
    modules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return JSON values for scripts. `folder` is relative to any script in another folder under `assets`."""
        return {
            "folder": f"../{self.folder.removeprefix(f'{ASSETS}/')}/",
            "version": self.version,
            "python": self.python,
            "packages": list(self.packages),
            "wheels": list(self.wheels),
            "files": dict(self.files),
            "sizes": dict(self.sizes),
            "hashes": dict(self.hashes),
            "home": HOME,
            "snapshot": self.snapshot,
            "packed": list(self.packed),
            "modules": {module: list(wheels) for module, wheels in self.modules.items()},
        }


@dataclass(frozen=True)
class Runtime:
    """A manifest and where each of its files comes from."""

    manifest: RuntimeManifest
    sources: Mapping[str, Path | bytes]
    importable: frozenset[str]
    """The top-level modules that can be imported beside the standard library's."""

    def publish(self, site: Path) -> None:
        """Copy the files into the site, except those that are there."""
        folder = site / self.manifest.folder
        folder.mkdir(parents=True, exist_ok=True)
        for name, source in self.sources.items():
            target = folder / name
            if target.is_file() and target.stat().st_size == self.manifest.sizes[name]:
                continue
            if isinstance(source, bytes):
                target.write_bytes(source)
            else:
                shutil.copyfile(source, target)


def prepare(
    packages: Sequence[str] = (),
    wheels: Sequence[Path] = (),
    imports: Sequence[str] = (),
    cache: str | Path | None = None,
) -> Runtime:
    """Check the cached runtime, trim it and describe what is to be published. Nothing of this uses the network.

    Parameters
    ----------
    packages
        Those of the runtime's lock, such as numpy, are loaded at the start; others must be installed and pure, and
        are fetched when they are imported. What a package or a wheel depends on comes by itself.
    wheels
        Project folders or `.whl` files of pure Python.
    imports
        Further modules that a start imports, so that it finds what they need.
    cache
        The cache's root; see `cache_root`.

    Raises
    ------
    RuntimeFilesError, WheelError, JobError
        Each with a text of one line.
    """
    lock = read_lock()
    files = cache_folder(lock, cache)
    check(files, lock)
    with tempfile.TemporaryDirectory() as scratch:
        built = [pure_wheel(wheel, Path(scratch)) for wheel in wheels]
        full = PyodideLockSpec.from_json(files / LOCK)
        own, others = divided(packages, lock.packages)
        spec, names = small_spec(full, own, built, {file.name for file in lock.files})
        start = Start(spec, names, {wheel.name: wheel.read_bytes() for wheel in built}, imports)
    return _laid_out(lock, files, start, installed_wheels(others, spec.packages, browser_markers(lock.python)))


def _laid_out(lock: RuntimeLock, files: Path, start: Start, later: Sequence[InstalledWheel]) -> Runtime:
    compiled = compiled_runtime(files, lock)
    trimmed = trimmed_start(files, compiled, start)
    snapshot = snapshot_of(files, lock, start, trimmed)
    wheels = sorted([*start.trimmed, *start.wheels])
    roles = {
        "loader": LOADER,
        "module": MODULE,
        "wasm": WASM,
        "stdlib": STDLIB,
        "lock": LOCK,
        "fullStdlib": FULL_STDLIB,
    }
    sources: dict[str, Path | bytes] = {
        LOADER: files / "pyodide.mjs",
        MODULE: (snapshot.folder if snapshot else files) / "pyodide.asm.mjs",
        WASM: files / "pyodide.asm.wasm",
        STDLIB: trimmed / STDLIB,
        LOCK: _lock_of(start.spec, trimmed),
        FULL_STDLIB: compiled / STDLIB,
        **{name: trimmed / name for name in wheels},
        **(snapshot.sources if snapshot else {}),
        **{wheel.name: wheel.data for wheel in later},
    }
    patch = PATCHED.format(module=MODULE) if snapshot else ""
    sources["NOTICE.txt"] = NOTICE.format(
        pyodide=lock.pyodide, python=lock.python, rest=REST, patched=patch
    ).encode()
    if (trimmed / REST).exists():
        roles["fullPackages"] = REST
        sources[REST] = trimmed / REST
    contents = {
        name: source if isinstance(source, bytes) else source.read_bytes() for name, source in sources.items()
    }
    copies = packed(files, contents)
    manifest = RuntimeManifest(
        folder=f"{ASSETS}/pyodide-{digest(contents)[:12]}",
        version=lock.pyodide,
        python=lock.python,
        packages=tuple(start.packages),
        wheels=tuple(wheels),
        files=roles,
        sizes={name: len(data) for name, data in contents.items()}
        | {name: path.stat().st_size for name, path in copies.items()},
        hashes={name: integrity(data) for name, data in contents.items()}
        | {name: integrity(path.read_bytes()) for name, path in copies.items() if name.endswith(".gz")},
        snapshot=snapshot.as_json() if snapshot else None,
        packed=tuple(name.removesuffix(".gz") for name in copies if name.endswith(".gz")),
        modules=by_module(later),
    )
    importable = frozenset({*start.shipped, *manifest.modules})
    return Runtime(manifest, {**sources, **copies}, importable)


def _lock_of(spec: PyodideLockSpec, folder: Path) -> bytes:
    """Write a lock whose hashes are those of the trimmed files in `folder`."""
    trimmed = spec.clone()
    for entry in trimmed.packages.values():
        entry.sha256 = sha256_of(folder / entry.file_name)
    return json.dumps(trimmed.to_dict(), sort_keys=True, separators=(",", ":")).encode()

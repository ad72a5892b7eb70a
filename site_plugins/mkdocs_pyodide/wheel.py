"""Pure wheels of project folders, and the small lock file that tells Pyodide about them."""

import tomllib
from collections.abc import Collection, Sequence
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder
from pyodide_lock import PyodideLockSpec
from pyodide_lock.utils import add_wheels_to_spec

BACKEND = "hatchling.build"


class WheelError(Exception):
    """A wheel cannot be made or cannot run in the browser. The text is one line."""


def pure_wheel(source: Path, into: Path) -> Path:
    """Make a pure wheel in the folder `into` and return its path.

    Parameters
    ----------
    source
        A project folder that hatchling builds, or a finished `.whl` file. Nothing is written there.
    into
        An existing folder. The same sources give the same bytes.

    Raises
    ------
    WheelError
        If the source is neither, or if its wheel holds compiled code.
    """
    wheel = _copied(source, into) if source.suffix == ".whl" else _built(source, into)
    if not wheel.stem.endswith("-none-any"):
        raise WheelError(f"wheel {wheel.name}: expected a pure one, *-none-any.whl / found compiled code")
    return wheel


def _copied(source: Path, into: Path) -> Path:
    if not source.is_file():
        raise WheelError(f"wheel {source}: expected a file / found nothing there")
    wheel = into / source.name
    wheel.write_bytes(source.read_bytes())
    return wheel


def _built(project: Path, into: Path) -> Path:
    description = project / "pyproject.toml"
    if not description.is_file():
        raise WheelError(f"wheel of {project}: expected a folder with a pyproject.toml / found none there")
    backend = tomllib.loads(description.read_text("utf-8")).get("build-system", {}).get("build-backend")
    if backend != BACKEND:
        raise WheelError(
            f"wheel of {project}: expected build-backend {BACKEND!r} / found {backend!r}"
            " / hint: build the wheel yourself and name the .whl file instead"
        )
    # This is hatchling.build.build_wheel without its need to change the process's current folder.
    try:
        return Path(next(WheelBuilder(str(project)).build(directory=str(into), versions=["standard"])))
    except Exception as error:
        raise WheelError(f"wheel of {project}: {error}".splitlines()[0]) from error


def small_spec(
    spec: PyodideLockSpec, packages: Sequence[str], wheels: Sequence[Path], available: Collection[str]
) -> tuple[PyodideLockSpec, list[str]]:
    """Reduce Pyodide's lock to some packages and wheels, and all that they depend on.

    Parameters
    ----------
    spec
        Pyodide's own lock.
    packages
        Names of packages in it.
    wheels
        Pure wheels that are added; the names of their files become relative addresses.
    available
        The files that can be published.

    Returns
    -------
    The small lock, and the names to load at the start: `packages` and those of the wheels.

    Raises
    ------
    WheelError
        If a package is not in the lock or its file is not available.
    """
    try:
        grown = add_wheels_to_spec(spec, list(wheels))
    except RuntimeError as error:
        raise WheelError(f"wheels {', '.join(wheel.name for wheel in wheels)}: {error}") from error
    files = {wheel.name for wheel in wheels}
    named = [*packages, *(name for name, entry in grown.packages.items() if entry.file_name in files)]
    needed = _with_dependencies(grown, named)
    for name in needed:
        if name not in grown.packages or grown.packages[name].file_name not in {*available, *files}:
            raise WheelError(
                f"package {name}: expected one whose file is in runtime.lock.json / found none"
                " / hint: add its file there, or leave it out"
            )
    grown.packages = {name: grown.packages[name] for name in needed}
    return grown, sorted(set(named))


def _with_dependencies(spec: PyodideLockSpec, names: Sequence[str]) -> list[str]:
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += spec.packages[name].depends if name in spec.packages else []
    return sorted(found)

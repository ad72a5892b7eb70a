"""Pure wheels of packages that the author has installed, made again from what is there."""

import io
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, PackagePath, distribution
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.tags import Tag, parse_tag
from packaging.utils import canonicalize_name

from mkdocs_pyodide.wheel import WheelError

# What an installer adds beside the files of the wheel.
_ADDED = {"INSTALLER", "RECORD", "REQUESTED", "direct_url.json"}


@dataclass(frozen=True)
class InstalledWheel:
    """A wheel and the modules that it brings.

    Attributes
    ----------
    name
        Its file name.
    data
        Its bytes; the same installation gives the same.
    modules
        The top-level names that it makes importable.
    """

    name: str
    data: bytes
    modules: frozenset[str]


def divided(packages: Sequence[str], pinned: Collection[str]) -> tuple[list[str], list[str]]:
    """Part the packages that the runtime's lock pins from those that must be installed.

    >>> divided(["numpy", "six"], ["numpy"])
    (['numpy'], ['six'])
    """
    return [text for text in packages if text in pinned], [text for text in packages if text not in pinned]


def by_module(wheels: Sequence[InstalledWheel]) -> dict[str, tuple[str, ...]]:
    """List the wheels of each top-level module; a namespace package has several."""
    modules = sorted({module for wheel in wheels for module in wheel.modules})
    return {module: tuple(w.name for w in wheels if module in w.modules) for module in modules}


def browser_markers(python: str) -> dict[str, str]:
    """Return the environment markers of the browser's Python where they differ from this machine's."""
    return {
        "os_name": "posix",
        "sys_platform": "emscripten",
        "platform_system": "Emscripten",
        "platform_machine": "wasm32",
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
        "python_version": python.rpartition(".")[0],
        "python_full_version": python,
    }


def installed_wheels(
    requirements: Sequence[str], shipped: Collection[str], browser: dict[str, str]
) -> list[InstalledWheel]:
    """Make the wheels of installed packages and of all that they need.

    Parameters
    ----------
    requirements
        Such as `six` or `six==1.17.0`.
    shipped
        Names of packages that the browser's Python has already.
    browser
        Its environment markers, such as `python_version`; the machine's own don't count.

    Raises
    ------
    WheelError
        If a package is not installed, is of another version, holds compiled code, or is not what was installed.
    """
    known = {str(canonicalize_name(name)) for name in shipped}
    found: dict[str, InstalledWheel] = {}
    waiting = [_requirement(text) for text in requirements]
    while waiting:
        wanted = waiting.pop()
        name = str(canonicalize_name(wanted.name))
        if name in known:
            continue
        known.add(name)
        package = _distribution(wanted)
        found[name] = _wheel(package)
        waiting += _needs(package, wanted.extras, browser)
    return [found[name] for name in sorted(found)]


def _requirement(text: str) -> Requirement:
    try:
        return Requirement(text)
    except InvalidRequirement:
        raise WheelError(
            f"package {text!r}: expected a name, or a name and a version such as six==1.17.0 / found neither"
        ) from None


def _distribution(wanted: Requirement) -> Distribution:
    try:
        package = distribution(wanted.name)
    except PackageNotFoundError:
        raise WheelError(
            f"package {wanted.name}: expected one that is installed or in runtime.lock.json / found neither"
            f" / hint: install it beside mkdocs (pip install '{wanted}')"
        ) from None
    if not wanted.specifier.contains(package.version, prereleases=True):
        raise WheelError(f"package {wanted.name}: expected version {wanted.specifier} / found {package.version}")
    return package


def _needs(package: Distribution, extras: Collection[str], browser: dict[str, str]) -> list[Requirement]:
    needs = map(Requirement, package.requires or ())
    return [
        need
        for need in needs
        if need.marker is None or any(need.marker.evaluate(browser | {"extra": e}) for e in ["", *extras])
    ]


def _wheel(package: Distribution) -> InstalledWheel:
    files = _files(package)
    contents = {path.as_posix(): _content(package, path) for path in files}
    stem = f"{str(canonicalize_name(package.name)).replace('-', '_')}-{package.version}"
    info = next(path.parts[0] for path in files if path.name == "METADATA")
    lines = [f"{name},sha256={_hash(data)},{len(data)}" for name, data in contents.items()]
    contents[f"{info}/RECORD"] = "\n".join([*lines, f"{info}/RECORD,,\n"]).encode()
    modules = frozenset(path.parts[0].removesuffix(".py") for path in files if path.suffix == ".py")
    return InstalledWheel(f"{stem}-{_tag(package)}.whl", _zip(contents), modules)


def _files(package: Distribution) -> list[PackagePath]:
    """List the files that came from the wheel, in order of their names."""
    paths = [
        path
        for path in package.files or ()
        if path.parts[0] != ".." and "__pycache__" not in path.parts and not _is_added(path)
    ]
    if not any(path.name == "METADATA" for path in paths) or all(path.suffix != ".py" for path in paths):
        raise WheelError(
            f"package {package.name}: expected one whose files are installed / found an editable or broken one"
            " / hint: name its project folder under `wheels:`"
        )
    return sorted(paths, key=PackagePath.as_posix)


def _is_added(path: PackagePath) -> bool:
    return path.name in _ADDED and path.parts[0].endswith(".dist-info")


def _tag(package: Distribution) -> Tag:
    """Return the tag of the wheel that was installed. Only a pure one runs in the browser as it is."""
    lines = (package.read_text("WHEEL") or "").splitlines()
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("Tag:")]
    tags = [tag for text in named for tag in parse_tag(text)]
    pure = [tag for tag in tags if tag.platform == "any" and tag.abi == "none"]
    if not pure:
        raise WheelError(
            f"package {package.name}: expected a pure one, *-none-any.whl"
            f" / found {', '.join(named) or 'no WHEEL file'}, compiled for this machine"
            " / hint: name it under `packages:` as runtime.lock.json does, or do without"
        )
    return next((tag for tag in pure if tag.interpreter == "py3"), pure[0])


def _content(package: Distribution, path: PackagePath) -> bytes:
    """Read a file and hold it against the hash that the wheel was installed with."""
    data = Path(str(package.locate_file(path))).read_bytes()
    if path.hash is not None and path.hash.mode == "sha256" and path.hash.value != _hash(data):
        raise WheelError(
            f"package {package.name}: expected {path} as it was installed / found it changed"
            " / hint: install the package again"
        )
    return data


def _hash(data: bytes) -> str:
    return urlsafe_b64encode(sha256(data).digest()).decode().rstrip("=")


def _zip(contents: dict[str, bytes]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            entry = zipfile.ZipInfo(name)  # 1980, so that the same files give the same bytes
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return whole.getvalue()

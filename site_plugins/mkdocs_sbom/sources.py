"""What locks and installed packages say of a component: its version, its licence, where the licence's text is."""

import json
import re
import tomllib
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mkdocs_sbom.errors import SbomError

_LICENCE = re.compile(r"(LICEN[CS]E|COPYING)([.-]\w+)?", re.IGNORECASE)


@dataclass(frozen=True)
class Package:
    """One package of a registry: `purl` is its package URL, `text` the file with its licence, if it is here."""

    name: str
    version: str
    licence: str
    purl: str
    text: Path | None = None
    sha512: str = ""


def npm_lock(root: Path) -> dict[str, Any]:
    """Read the packages of package-lock.json; empty where there is no such file.

    A package's key is its name. One that lies inside another, in a version of its own, has its path for a key:
    ``prompts/node_modules/kleur``.
    """
    path = root / "package-lock.json"
    if not path.is_file():
        return {}
    packages: Mapping[str, Any] = json.loads(path.read_text("utf-8"))["packages"]
    return {key.removeprefix("node_modules/"): entry for key, entry in packages.items() if key}


def npm_package(root: Path, lock: Mapping[str, Any], key: str) -> Package:
    """Look a package up in the lock. Raises SbomError if it is not there."""
    entry = lock.get(key)
    if entry is None:
        raise _unknown(f"npm:{key}", "package-lock.json")
    folder = root / "node_modules" / key
    name = key.rpartition("node_modules/")[2]
    found = sorted(path for path in folder.glob("*") if _LICENCE.fullmatch(path.name)) if folder.is_dir() else []
    purl = f"pkg:npm/{quote(name, safe='/')}@{entry['version']}"
    return Package(
        name, entry["version"], entry.get("license", ""), purl, next(iter(found), None), _hexadecimal(entry)
    )


def npm_closure(lock: Mapping[str, Any], name: str) -> list[str]:
    """List a package and all that it needs.

    >>> npm_closure({"a": {"dependencies": {"b": "1"}}, "b": {"dependencies": {"a": "1"}}, "c": {}}, "a")
    ['a', 'b']
    """
    found: list[str] = []
    waiting = [name]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.append(here)
            waiting += lock.get(here, {}).get("dependencies", {})
    return sorted(found)


@lru_cache(maxsize=128)  # `mkdocs serve` asks again for each edit
def pypi_package(name: str) -> Package:
    """Look an installed package up. Raises SbomError if it is not there."""
    try:
        package = distribution(name)
    except PackageNotFoundError:
        raise _unknown(f"pypi:{name}", "what is installed") from None
    licence = package.metadata.get("License-Expression") or ""
    return pypi(name, package.version, licence, next(_texts(package), None))


def pypi(name: str, version: str, licence: str = "", text: Path | None = None) -> Package:
    """Describe a package of that registry.

    >>> pypi("six", "1.17.0").purl
    'pkg:pypi/six@1.17.0'
    """
    return Package(name, version, licence, f"pkg:pypi/{name.lower().replace('_', '-')}@{version}", text)


def project(folder: Path) -> Package:
    """Describe a project by its pyproject.toml; its licence's text is named by the author."""
    told = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    return pypi(told["name"], told["version"], told["license"])


def required(requirements: str) -> list[Package]:
    r"""List what a requirements file pins.

    >>> required("six==1.17.0 ; os_name == 'posix' \\\n    --hash=sha256:0\n")[0].purl
    'pkg:pypi/six@1.17.0'
    """
    return [pypi(name, version) for name, version in re.findall(r"(?m)^([\w.-]+)==([^\s;\\]+)", requirements)]


def wheel_version(wheels: Sequence[str], name: str) -> str:
    """Read a version off the name of a published wheel. Raises SbomError if there is no such wheel.

    >>> wheel_version(["attn_core-0.1.0-py3-none-any.whl"], "attn-core")
    '0.1.0'
    """
    parts = [wheel.split("-") for wheel in wheels]
    found = [part[1] for part in parts if part[0] == name.replace("-", "_")]
    if not found:
        raise _unknown(f"wheel:{name}", "the published wheels")
    return found[0]


def _texts(package: Distribution) -> Iterator[Path]:
    for path in package.files or ():
        if ".dist-info" in path.parts[0] and _LICENCE.fullmatch(path.name):
            yield Path(str(package.locate_file(path)))


def _hexadecimal(entry: Mapping[str, Any]) -> str:
    kind, _, digest = entry.get("integrity", "").partition("-")
    return b64decode(digest).hex() if kind == "sha512" else ""


def _unknown(source: str, where: str) -> SbomError:
    return SbomError(f"sbom: {source}", expected=f"a package of {where}", found="none", hint="mend its `source`")

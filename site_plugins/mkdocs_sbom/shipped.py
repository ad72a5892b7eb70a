"""What the site ships: the author's list, with what locks and packages say of each entry."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mkdocs_sbom import sources
from mkdocs_sbom.errors import SbomError
from mkdocs_sbom.listed import Listed
from mkdocs_sbom.sources import Package


@dataclass(frozen=True)
class Runtime:
    """What is known of the browser's Python: versions of its parts by name, file names of its wheels."""

    versions: Mapping[str, str]
    wheels: Sequence[str]


@dataclass(frozen=True)
class Component:
    """One thing that readers get.

    `text` is where its licence is: a file, or `site:…` of the finished site; it is published as `text_name`.
    """

    name: str
    group: str
    version: str
    licence: str
    purl: str
    text: Path | str
    text_name: str
    files: tuple[str, ...]
    within: str


def components(listed: Sequence[Listed], root: Path, runtime: Runtime) -> list[Component]:
    """Look up each entry, in order.

    Raises
    ------
    SbomError
        A package is unknown, an entry has no licence or no text, or another licence than its source.
    """
    lock = sources.npm_lock(root)
    return [_component(one, package, root) for one, package in _expanded(listed, root, lock, runtime)]


def build_tools(root: Path, shipped: Sequence[Component]) -> list[Package]:
    """List the packages of both locks that are not shipped, by package URL: what builds and tests the site."""
    requirements = root / "requirements.txt"
    python = sources.required(requirements.read_text("utf-8")) if requirements.is_file() else []
    lock = sources.npm_lock(root)
    node = [sources.npm_package(root, lock, key) for key in lock]
    known = {component.purl for component in shipped}
    found = {package.purl: package for package in [*python, *node] if package.purl not in known}
    return [found[purl] for purl in sorted(found)]


def _expanded(
    listed: Sequence[Listed], root: Path, lock: Mapping[str, Any], runtime: Runtime
) -> Iterator[tuple[Listed, Package | None]]:
    """Give an entry that brings what it needs one more for each of those; a package comes once."""
    seen: set[str] = set()
    for one in listed:
        kind, _, name = one.source.partition(":")
        if not one.dependencies:
            yield one, _package(one, root, lock, runtime)
            continue
        for needed in sources.npm_closure(lock, name):
            if needed not in seen:
                seen.add(needed)
                package = sources.npm_package(root, lock, needed)
                yield Listed(needed, one.group, f"{kind}:{needed}", files=one.files, within=one.within), package


def _package(one: Listed, root: Path, lock: Mapping[str, Any], runtime: Runtime) -> Package | None:
    kind, _, name = one.source.partition(":")
    match kind:
        case "":
            return None
        case "npm":
            return sources.npm_package(root, lock, name)
        case "pypi":
            return sources.pypi_package(name)
        case "wheel":
            return sources.pypi(name, sources.wheel_version(runtime.wheels, name))
        case "project":
            return sources.project(root / name)
        case "runtime" if name in runtime.versions:
            return Package(name, runtime.versions[name], "", f"pkg:generic/{name}@{runtime.versions[name]}")
    expected = f"npm:, pypi:, wheel:, project: or runtime: ({', '.join(sorted(runtime.versions))})"
    raise SbomError(f"sbom: {one.name}", expected=expected, found=one.source, hint="mend its `source`")


def _component(one: Listed, package: Package | None, root: Path) -> Component:
    told = package.licence if package else ""
    if not (one.licence or told) or (one.licence and told and one.licence != told):
        expected = f"the licence {told}" if told else "a licence"
        raise SbomError(
            f"sbom: {one.name}", expected=expected, found=one.licence or "none", hint="an SPDX expression"
        )
    text: Path | str | None = one.text if one.text.startswith("site:") else root / one.text
    if not one.text:
        text = package.text if package else None
    if text is None or (isinstance(text, Path) and not text.is_file()):
        raise SbomError(
            f"sbom: {one.name}", expected="the licence’s text", found=str(text), hint="name it as `text`"
        )
    return Component(
        name=one.name,
        group=one.group,
        version=package.version if package else one.version,
        licence=one.licence or told,
        purl=package.purl if package else "",
        text=text,
        text_name=_text_name(one),
        files=one.files,
        within=one.within,
    )


def _text_name(one: Listed) -> str:
    """Name the published text after the component, or after the project's file, which several may share.

    >>> _text_name(Listed("@lezer/common", "Scripts")), _text_name(Listed("zlib", "Python", text="licences/C.txt"))
    ('lezer-common.txt', 'C.txt')
    """
    if one.text.endswith(".txt") and not one.text.startswith("site:"):
        return Path(one.text).name
    return f"{'-'.join(re.findall(r'[a-z0-9._]+', one.name.lower()))}.txt"

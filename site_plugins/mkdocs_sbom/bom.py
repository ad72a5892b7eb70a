"""The bill of materials as CycloneDX 1.6: no time, no random number, so that one commit has one."""

import json
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from hashlib import sha256
from typing import Any

from mkdocs_sbom.errors import SbomError
from mkdocs_sbom.shipped import Component
from mkdocs_sbom.sources import Package


def owners(names: Sequence[str], components: Sequence[Component]) -> dict[str, list[str]]:
    """Give each file to the first component that names it; return the files by component.

    Raises
    ------
    SbomError
        A file belongs to nobody, or a component that should have files has none.
    """
    found: dict[str, list[str]] = {component.name: [] for component in components}
    for name in sorted(names):
        owner = next((c.name for c in components if any(fnmatchcase(name, pattern) for pattern in c.files)), None)
        if owner is None:
            expected = "an entry for each file below assets/"
            raise SbomError("sbom", expected=expected, found=name, hint="name it in the `files` of an entry")
        found[owner].append(name)
    for component in components:
        if component.files and not found[component.name]:
            files = ", ".join(component.files)
            expected = f"files of {component.name}: {files}"
            raise SbomError("sbom", expected=expected, found="none", hint="take the entry out of the list")
    return found


def document(
    site: Mapping[str, Any],
    components: Sequence[Component],
    files: Mapping[str, Mapping[str, bytes]],
    tools: Sequence[Package],
) -> bytes:
    """Write the document.

    Parameters
    ----------
    site
        Name, and licence if it has one, of what the document is about.
    components
        What is shipped. Those within another one stand inside it.
    files
        The files of each component, by its name.
    tools
        What built and tested the site: its scope is `excluded`.
    """
    about: dict[str, Any] = {"type": "application", "bom-ref": "site", **site}
    shipped = [_component(one, components, files) for one in components if not one.within]
    return _json(
        {
            "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "version": 1,
            "metadata": {
                "lifecycles": [{"phase": "build"}],
                "component": about,
            },
            "components": [*shipped, *map(_tool, tools)],
        }
    )


def _component(
    one: Component, components: Sequence[Component], files: Mapping[str, Mapping[str, bytes]]
) -> dict[str, Any]:
    inside = [_component(other, components, files) for other in components if other.within == one.name]
    parts = [_file(name, data) for name, data in files.get(one.name, {}).items()]
    return {
        "type": "library",
        "bom-ref": one.purl or one.name,
        "name": one.name,
        **_present(version=one.version, purl=one.purl),
        "scope": "required",
        "licenses": [{"expression": one.licence}],
        **_present(components=[*inside, *parts]),
    }


def _file(name: str, data: bytes) -> dict[str, Any]:
    return {"type": "file", "name": name, "hashes": [{"alg": "SHA-256", "content": sha256(data).hexdigest()}]}


def _tool(package: Package) -> dict[str, Any]:
    sums = [{"alg": "SHA-512", "content": package.sha512}] if package.sha512 else []
    licences = [{"expression": package.licence}] if package.licence else []
    return {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
        "scope": "excluded",
        **_present(licenses=licences, hashes=sums),
    }


def _present(**values: Any) -> dict[str, Any]:
    """Leave out what is empty: the schema wants a value or no key."""
    return {key: value for key, value in values.items() if value}


def _json(data: object) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()

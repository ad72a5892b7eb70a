"""The licences' texts: read from the project, from packages, or from the finished site and the archives in it."""

import zipfile
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from mkdocs_sbom.errors import SbomError
from mkdocs_sbom.shipped import Component


def texts(components: Sequence[Component], site: Path) -> dict[str, bytes]:
    """Read the text of each component, by the name that it is published under.

    Raises
    ------
    SbomError
        A pattern fits no file of the site, or no file of the archive.
    """
    return {
        component.text_name: _in_site(component, site)
        if isinstance(component.text, str)
        else component.text.read_bytes()
        for component in components
    }


def _in_site(component: Component, site: Path) -> bytes:
    """Read `site:<pattern>`, or all files of `site:<pattern>!<pattern>` after one another, each under its name."""
    pattern, _, member = str(component.text).removeprefix("site:").partition("!")
    found = sorted(site.glob(pattern))
    if found and not member:
        return found[0].read_bytes()
    for path in found:
        with zipfile.ZipFile(path) as archive:
            names = sorted(
                (name for name in archive.namelist() if fnmatchcase(name, member)), key=lambda n: (n.count("/"), n)
            )
            if names:
                return b"\n".join(f"== {name}\n\n".encode() + archive.read(name) for name in names)
    raise SbomError(
        f"sbom: {component.name}",
        expected=f"its licence at {component.text}",
        found="none",
        hint="mend its `text`",
    )

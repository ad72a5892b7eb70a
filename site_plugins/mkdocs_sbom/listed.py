"""The author's list of what the site ships: a TOML file, read and checked."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from mkdocs_sbom.errors import SbomError


@dataclass(frozen=True)
class Listed:
    """One entry of the list.

    Attributes
    ----------
    name
        As people call it.
    group
        The heading of the table under which it stands.
    source
        Where version and licence come from: `npm:idiomorph`, `pypi:mkdocs-material`, `runtime:pyodide`,
        `wheel:numpy`, or `project:.`, a folder with a pyproject.toml. Empty: `version` says it, or nobody knows.
    version
        Where no source tells it.
    licence
        An SPDX expression, where the source does not tell it.
    text
        The licence's text: a file of the project, or `site:<pattern>` of the finished site, with `!<pattern>` for
        a file in an archive. Empty: the file of the source's package.
    files
        Patterns of the files of the site that it stands for. A file belongs to the first entry that fits.
    within
        The name of the entry whose files hold it, where it has none of its own.
    dependencies
        Whether what the npm package needs is shipped with it; each gets an entry of its own.
    """

    name: str
    group: str
    source: str = ""
    version: str = ""
    licence: str = ""
    text: str = ""
    files: tuple[str, ...] = ()
    within: str = ""
    dependencies: bool = False


def read(text: str, what: str) -> list[Listed]:
    r"""Read the list.

    Raises
    ------
    SbomError
        An entry has an unknown or a missing key, its name twice, or neither files nor a place within another.

    Examples
    --------
    >>> read('[[shipped]]\nname = "a"\ngroup = "g"\nfiles = ["a.js"]', "sbom.toml")[0].files
    ('a.js',)
    """
    try:
        entries: list[Mapping[str, Any]] = tomllib.loads(text)["shipped"]
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise SbomError(
            what, expected="[[shipped]] entries in TOML", found=str(error), hint="see listed.py"
        ) from None
    listed = [_entry(entry, what) for entry in entries]
    names = [entry.name for entry in listed]
    for entry in listed:
        where = f"{what}, {entry.name}"
        if names.count(entry.name) > 1:
            raise SbomError(where, expected="each name once", found="it twice", hint="join the two")
        if bool(entry.files) == bool(entry.within) or (entry.within and entry.within not in names):
            expected = "either files or the name of the entry that holds it"
            raise SbomError(where, expected=expected, found=entry.within or "none or both", hint="files or within")
    return listed


def _entry(entry: Mapping[str, Any], what: str) -> Listed:
    known = {field.name for field in fields(Listed)}
    wrong = sorted(entry.keys() - known) or sorted({"name", "group"} - entry.keys())
    if wrong:
        raise SbomError(
            f"{what}, {entry.get('name')}",
            expected=", ".join(sorted(known)),
            found=wrong[0],
            hint="name and group are required",
        )
    return Listed(**{**entry, "files": tuple(entry.get("files", ()))})

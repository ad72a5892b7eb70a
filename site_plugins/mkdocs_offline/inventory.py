"""What is published: every file with its size and hash, and one version for all of it."""

import json
import re
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from hashlib import sha256

from mkdocs_assets.integrity import digits, integrity

# Names that change with their content: a folder of ours, a file of ours or of the theme's.
HASHED = r"-[0-9a-f]{12}[/.]|\.[0-9a-f]{8}\.min\."
# What no page asks for: copies that servers choose, files for robots and hosts, maps for debuggers.
_LEFT_OUT = re.compile(r"\.(?:gz|br|map)$|^(?:sitemap\.xml|_headers|\.nojekyll|CNAME|robots\.txt|objects\.inv)$")
_META = '<meta name="site-version" content="{}">'
_HEAD = re.compile(r"(<head(?:\s[^>]*)?>\s*<meta charset=[^>]*>)", re.IGNORECASE)


@dataclass(frozen=True)
class Entry:
    """A file as a page asks for it."""

    address: str
    size: int
    hash: str


def entries(files: Mapping[str, bytes]) -> list[Entry]:
    """List what a copy of the site needs, by address; a folder's page has the folder's.

    Examples
    --------
    >>> [entry.address for entry in entries({"lab/index.html": b"", "a.wasm": b"", "a.wasm.gz": b""})]
    ['a.wasm', 'lab/']
    """
    kept = {name: data for name, data in files.items() if not _LEFT_OUT.search(name)}
    found = [
        Entry(re.sub(r"(^|/)index\.html$", r"\1", name), len(data), integrity(data)) for name, data in kept.items()
    ]
    return sorted(found, key=lambda entry: entry.address)


def version(files: Mapping[str, bytes]) -> str:
    """Twelve hexadecimal digits that change with any file.

    >>> version({"a": b"1", "b": b"2"}) == version({"b": b"2", "a": b"1"}) != version({"a": b"12"})
    True
    """
    sums = {name: sha256(data).hexdigest() for name, data in files.items()}
    return digits(json.dumps(sums, sort_keys=True).encode())


def inventory_file(found: Iterable[Entry], number: str, apart: Set[str] = frozenset()) -> bytes:
    """The inventory as JSON for scripts. Files with an address in `apart` are no part of a copy of the site."""
    files: list[list[str | int]] = []
    others: list[list[str | int]] = []
    for entry in found:
        chosen = others if entry.address in apart else files
        chosen.append([entry.address, entry.size, entry.hash])
    return json.dumps({"version": number, "files": files, "apart": others}, separators=(",", ":")).encode()


def with_version(html: str, number: str) -> str:
    """Tell a page which version of the site it belongs to.

    >>> with_version('<head><meta charset="utf-8"><title>', "0a1b")
    '<head><meta charset="utf-8"><meta name="site-version" content="0a1b"><title>'
    """
    return _HEAD.sub(lambda head: head[1] + _META.format(number), html, count=1)

"""Compressed copies beside published files, for hosts that send them and for the worker, which inflates `.gz`."""

import gzip
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import brotli

from mkdocs_pyodide.derived import derived_folder

_KINDS = (".wasm", ".js", ".json")  # the rest is compressed already
_LEAST = 4096  # bytes below which a copy saves nobody's time


def packed(root: Path, contents: Mapping[str, bytes]) -> dict[str, Path]:
    """Return a `.gz` and a `.br` of each file that gains by it, by name; made once for equal contents.

    Parameters
    ----------
    root
        Where the copies are kept.
    contents
        What is published, by name.
    """
    copies: dict[str, Path] = {}
    for name, data in contents.items():
        if name.endswith(_KINDS) and len(data) >= _LEAST:
            folder = derived_folder(root, f"packed-{name}", {name: data}, partial(_make, name=name, data=data))
            copies |= {f"{name}{end}": folder / f"{name}{end}" for end in (".gz", ".br")}
    return copies


def _make(out: Path, name: str, data: bytes) -> None:
    # No name and no time in the header, so that equal files have equal copies.
    (out / f"{name}.gz").write_bytes(gzip.compress(data, 9, mtime=0))
    (out / f"{name}.br").write_bytes(brotli.compress(data, quality=9))

"""Compressed copies beside published files, for hosts that send them and for the worker, which inflates `.gz`."""

from collections.abc import Mapping
from functools import partial
from importlib.metadata import version
from pathlib import Path

import brotli
import deflate

from mkdocs_pyodide.derived import derived_folder

COMPRESSOR = f"deflate {version('deflate')}"  # another one may give other bytes
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
            inputs: dict[str, str | bytes] = {name: data, "compressor": COMPRESSOR}
            folder = derived_folder(root, f"packed-{name}", inputs, partial(_make, name=name, data=data))
            copies |= {f"{name}{end}": folder / f"{name}{end}" for end in (".gz", ".br")}
    return copies


def gzipped(data: bytes) -> bytes:
    """Compress as far as gzip goes: no name and no time in the header, so that equal data gives equal bytes.

    >>> deflate.gzip_decompress(gzipped(b"abc"))
    b'abc'
    """
    return bytes(deflate.gzip_compress(data, 12))


def _make(out: Path, name: str, data: bytes) -> None:
    (out / f"{name}.gz").write_bytes(gzipped(data))
    (out / f"{name}.br").write_bytes(brotli.compress(data, quality=9))

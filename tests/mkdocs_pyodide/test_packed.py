import gzip
from pathlib import Path

import brotli

from mkdocs_pyodide.packed import gzipped, packed

CODE = b"export const answer = 42;\n" * 400


def test_both_copies_hold_the_file(tmp_path: Path) -> None:
    copies = packed(tmp_path, {"a.js": CODE})
    assert set(copies) == {"a.js.gz", "a.js.br"}
    assert gzip.decompress(copies["a.js.gz"].read_bytes()) == CODE
    assert brotli.decompress(copies["a.js.br"].read_bytes()) == CODE


def test_gzip_goes_further_than_zlib_and_names_no_time(runtime_files: Path) -> None:
    script = (runtime_files / "pyodide.asm.mjs").read_bytes()
    best = gzipped(script)
    assert gzip.decompress(best) == script
    assert len(best) < 0.96 * len(gzip.compress(script, 9))
    assert best[3:8] == bytes(5)  # RFC 1952: flags, of which one is a name, and the time


def test_small_files_and_archives_have_none(tmp_path: Path) -> None:
    assert packed(tmp_path, {"a.js": b"1", "b.zip": CODE, "c.bin": CODE, "d.whl": CODE}) == {}


def test_equal_files_have_equal_copies_and_are_compressed_once(tmp_path: Path) -> None:
    first = packed(tmp_path / "a", {"a.js": CODE})
    again = packed(tmp_path / "b", {"a.js": CODE})
    assert {n: p.read_bytes() for n, p in first.items()} == {n: p.read_bytes() for n, p in again.items()}
    stamps = {p: p.stat().st_mtime_ns for p in first.values()}
    assert {p: p.stat().st_mtime_ns for p in packed(tmp_path / "a", {"a.js": CODE}).values()} == stamps

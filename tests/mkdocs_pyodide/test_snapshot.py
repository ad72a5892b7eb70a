"""The memory snapshot at build: what it is made of, when it is made, that it is the same wherever it is made."""

import gzip
import json
import logging
import re
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from mkdocs_pyodide.job import JobError
from mkdocs_pyodide.lock import read_lock
from mkdocs_pyodide.publish import Runtime, prepare
from mkdocs_pyodide.snapshot import EXPRESSION, REPLACEMENT, module_names, patched, snapshot_of
from mkdocs_pyodide.trim import Start
from tests.mkdocs_pyodide.projects import write_tiny_project


@pytest.fixture
def folder(tiny_runtime: Runtime, tiny_site: Path) -> Path:
    return tiny_site / tiny_runtime.manifest.folder


def test_one_expression_of_pyodide_is_changed(folder: Path, runtime_files: Path) -> None:
    ours = (folder / "pyodide.asm.js").read_bytes()
    stock = (runtime_files / "pyodide.asm.mjs").read_bytes()
    assert ours.count(REPLACEMENT) == 1
    assert ours.replace(REPLACEMENT, EXPRESSION) == stock
    assert "one expression was changed" in (folder / "NOTICE.txt").read_text()


@pytest.mark.parametrize("times", [0, 2])
def test_a_module_without_exactly_one_such_place_is_refused_in_one_line(times: int) -> None:
    with pytest.raises(JobError) as caught:
        patched(b"a" + times * EXPRESSION)
    message = str(caught.value)
    assert (
        f"expected 1 place in pyodide.asm.mjs that reads {EXPRESSION.decode()!r} / found {times} / hint:"
        in message
    )
    assert "EXPRESSION of snapshot.py, or set PINNED" in message
    assert "\n" not in message


def test_another_pyodide_starts_without_a_snapshot_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    lock = replace(read_lock(), pyodide="999.0.0")
    with caplog.at_level(logging.INFO, "mkdocs.plugins.pyodide"):
        assert snapshot_of(tmp_path, lock, Start.__new__(Start), tmp_path) is None
    assert caplog.messages == [
        "memory snapshot: made for Pyodide 314.0.3 only, this is 999.0.0: pages start without it"
    ]


def test_the_manifest_names_what_is_published(tiny_runtime: Runtime, folder: Path) -> None:
    manifest = tiny_runtime.manifest.as_json()
    assert manifest["snapshot"] == {
        "script": "snapshot.js",
        "description": "snapshot.json",
        "delta": "snapshot.bin",
        "libraries": ["numpy._core._multiarray_umath.wasm", "numpy.linalg._umath_linalg.wasm"],
    }
    assert manifest["home"] == "/lib/site"


def test_the_memory_belongs_to_its_description(folder: Path) -> None:
    description = json.loads((folder / "snapshot.json").read_text())
    delta = gzip.decompress((folder / "snapshot.bin").read_bytes())
    magic, form, *identity, heap, runs = struct.unpack("<8I", delta[:32])
    assert magic.to_bytes(4, "little") == b"SHOT"
    assert form == description["format"] == 1
    assert "".join(f"{word:08x}" for word in identity) == description["id"]
    assert heap == description["heap"]
    assert heap % 65536 == 0  # a page of WebAssembly
    places = struct.unpack(f"<{2 * runs}I", delta[32 : 32 + 8 * runs])
    starts, lengths = places[::2], places[1::2]
    assert len(delta) == 32 + 8 * runs + 4 * sum(lengths)
    ends = [start + length for start, length in zip(starts, lengths, strict=True)]
    assert all(end < start for end, start in zip(ends, starts[1:], strict=False))  # in order, and apart
    assert 4 * ends[-1] <= heap


def test_libraries_are_those_of_the_wheel(folder: Path) -> None:
    libraries = json.loads((folder / "snapshot.json").read_text())["libraries"]
    first, second = libraries
    assert first["name"].endswith("/numpy/_core/_multiarray_umath.cpython-314-wasm32-emscripten.so")
    assert first["tableBase"] + first["tableSize"] <= second["tableBase"]
    assert first["memBase"] + first["memSize"] <= second["memBase"]
    for library in libraries:
        assert (folder / library["file"]).read_bytes()[:4] == b"\0asm"


def test_nothing_of_this_machine_is_inside(folder: Path, runtime_files: Path) -> None:
    delta = gzip.decompress((folder / "snapshot.bin").read_bytes())
    for trace in (str(runtime_files), str(Path.home()), "job.json", ".part-", str(Path(__file__).parents[2])):
        assert trace.encode() not in delta, trace
        assert trace.encode("utf-16-le") not in delta, trace
        assert trace not in (folder / "snapshot.json").read_text()


def test_no_file_is_kept_a_second_time(folder: Path) -> None:
    delta = gzip.decompress((folder / "snapshot.bin").read_bytes())
    assert delta.count(b"\0asm\1\0\0\0") == 0  # how a library begins
    assert re.findall(rb"PK\x03\x04.{26}[\w/]+\.pyc?", delta, re.DOTALL) == []  # a member of an archive


def test_module_names_come_from_files(tiny_site: Path, tiny_runtime: Runtime) -> None:
    folder = tiny_site / tiny_runtime.manifest.folder
    names = module_names([folder / tiny_runtime.manifest.wheels[1], folder / tiny_runtime.manifest.wheels[0]])
    assert names[0] == "tiny_sums"
    assert {"numpy", "numpy.linalg._umath_linalg", "numpy._core._multiarray_umath", "numpy.version"} <= set(names)
    assert not [name for name in names if not re.fullmatch(r"\w+(\.\w+)*", name)]


def test_it_is_made_again_for_another_source_only(
    tiny_runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("asked for Node")

    monkeypatch.setattr("mkdocs_pyodide.job.node", refuse)
    tiny = write_tiny_project(tmp_path / "tiny")
    (tmp_path / "page.md").write_text("no input")
    assert prepare(wheels=[tiny]).manifest == tiny_runtime.manifest
    (tiny / "tiny_sums" / "__init__.py").write_text("import numpy\n\nTHREE = 3\n")
    with pytest.raises(AssertionError, match="asked for Node"):
        prepare(wheels=[tiny])

"""The start in a real browser's worker, from servers that behave and from servers that don't: the ordinary way."""

import gzip
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser

from mkdocs_pyodide.publish import Runtime
from tests.mkdocs_pyodide.browser_worker import start
from tests.mkdocs_pyodide.servers import Server, answered, typed
from tests.quick import first_quick

type Manifest = dict[str, Any]

TOTAL = "import tiny_sums; tiny_sums.total(4)"


@pytest.fixture
def manifest(tiny_runtime: Runtime) -> Manifest:
    """Leave the snapshot out, as for a Pyodide that it is not proven for."""
    return replace(tiny_runtime.manifest, snapshot=None).as_json()


def resized(manifest: Manifest, size: int) -> Manifest:
    """The sizes of a runtime whose compressed WebAssembly is another."""
    return {"sizes": manifest["sizes"] | {"pyodide.asm.wasm.gz": size}}


def at(runtime: Runtime, name: str) -> str:
    return f"/{runtime.manifest.folder}/{name}"


def test_it_starts_and_tells_its_progress(
    chromium: Browser, tiny_server: Server, tiny_runtime: Runtime, manifest: Manifest
) -> None:
    mean = "import statistics, numpy.random; statistics.mean([1, 2, 6])"
    answer = start(chromium, tiny_server, manifest, TOTAL, "rest", mean)
    assert answer.said == ["6", "3"], answer
    assert answer.route == "files"
    assert answer.progress == sorted(set(answer.progress))
    assert answer.progress[-1] == 1
    assert 0.85 < answer.progress[-2] <= 0.9  # all bytes are there; Python gets up
    assert answer.restored
    asked = [path for path, _ in tiny_server.seen if path.startswith("/assets/pyodide-")]
    snapshot = tiny_runtime.manifest.snapshot or {}
    unwanted = {"NOTICE.txt", *snapshot["libraries"], *(v for v in snapshot.values() if isinstance(v, str))}
    files = {name for name in tiny_runtime.manifest.sizes if not name.endswith((".gz", ".br"))}
    # This server compresses nothing, so of WebAssembly it is asked for the copy. It lets nothing be cached, so a
    # script is asked for twice: compared with its hash, then imported.
    scripts = [tiny_runtime.manifest.files[role] for role in ("loader", "module")]
    expected = [*(files - unwanted), "pyodide.asm.wasm.gz", *scripts]
    assert sorted(asked) == sorted(at(tiny_runtime, name) for name in expected)


@pytest.mark.parametrize("role", first_quick(["wasm", "loader", "module", "stdlib", "lock"], 1))
def test_a_missing_file_is_an_error_and_no_endless_wait(
    chromium: Browser, tiny_server: Server, tiny_runtime: Runtime, manifest: Manifest, role: str
) -> None:
    name = tiny_runtime.manifest.files[role]
    tiny_server.answers[at(tiny_runtime, name)] = [answered(404)]
    assert name in start(chromium, tiny_server, manifest, TOTAL).error


def test_a_missing_wheel_is_an_error(
    chromium: Browser, tiny_server: Server, tiny_runtime: Runtime, manifest: Manifest
) -> None:
    name = tiny_runtime.manifest.wheels[0]
    tiny_server.answers[at(tiny_runtime, name)] = [answered(500)]
    assert start(chromium, tiny_server, manifest, TOTAL).error == f"Error: {name}: the server answered 500"


def test_damaged_wasm_is_an_error(
    chromium: Browser, tiny_server: Server, tiny_runtime: Runtime, manifest: Manifest
) -> None:
    path = at(tiny_runtime, "pyodide.asm.wasm")
    whole = tiny_server.files[path]
    tiny_server.files[f"{path}.gz"] = gzip.compress(whole[:3_000_000] + bytes(len(whole) - 3_000_000))
    short = len(tiny_server.files[f"{path}.gz"])
    told = start(chromium, tiny_server, manifest | resized(manifest, short), TOTAL).error
    assert told == f"Error: pyodide.asm.wasm.gz: expected {short} bytes, others arrived"


def test_a_file_that_arrives_short_is_named_with_both_sizes(
    chromium: Browser, tiny_server: Server, tiny_runtime: Runtime, manifest: Manifest
) -> None:
    path = at(tiny_runtime, "pyodide.asm.wasm.gz")
    whole = tiny_server.files[path]
    tiny_server.files[path] = whole[:3_000_000]
    error = start(chromium, tiny_server, manifest, TOTAL).error
    assert error == f"Error: pyodide.asm.wasm.gz: expected {len(whole)} bytes, 3000000 arrived"


@pytest.mark.slow
def test_so_is_one_without_a_copy(
    chromium: Browser, tiny_server: Server, tiny_runtime: Runtime, manifest: Manifest
) -> None:
    path = at(tiny_runtime, "pyodide.asm.wasm")
    whole = tiny_server.files[path]
    tiny_server.files[path] = whole[:3_000_000]
    error = start(chromium, tiny_server, manifest | {"packed": []}, TOTAL).error
    assert error == f"Error: pyodide.asm.wasm: expected {len(whole)} bytes, 3000000 arrived"


@pytest.mark.slow
def test_a_server_that_does_not_know_wasm_will_do(
    chromium: Browser, tiny_server: Server, tiny_runtime: Runtime, manifest: Manifest
) -> None:
    tiny_server.answers[at(tiny_runtime, "pyodide.asm.wasm")] = [typed("application/octet-stream")]
    assert start(chromium, tiny_server, manifest, TOTAL).said == ["6"]


def test_a_policy_that_forbids_wasm_is_an_error(
    chromium: Browser, tiny_server: Server, tiny_runtime: Runtime, manifest: Manifest
) -> None:
    policy = {"Content_Security_Policy": "script-src 'self'"}
    tiny_server.answers["/assets/demo/worker.js"] = [typed("text/javascript", **policy)]
    assert "Content Security policy" in start(chromium, tiny_server, manifest, TOTAL).error

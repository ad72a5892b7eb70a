"""The start in a real browser's worker, from servers that behave and from servers that don't."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from mkdocs_pyodide.publish import Runtime
from tests.mkdocs_pyodide.projects import BOOT
from tests.mkdocs_pyodide.servers import Answer, Handler, Server

type Serve = Callable[[dict[str, bytes]], Server]

WORKER = """
import { boot, loadRest } from "./boot.js";
self.onmessage = async ({ data }) => {
  const progress = [];
  try {
    const python = await boot(data, import.meta.url, (ratio) => progress.push(ratio));
    const total = python.runPython("import tiny_sums; tiny_sums.total(4)");
    await loadRest(python, data, import.meta.url);
    const mean = python.runPython("import statistics, numpy.random; statistics.mean([1, 2, 6])");
    const own = ["fetch", "instantiateStreaming"].map((name) => String((self[name] ?? WebAssembly[name])));
    postMessage({ total, mean, progress, restored: own.every((text) => text.includes("[native code]")) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
"""
ASK = """
manifest => new Promise(resolve => {
  const worker = new Worker("/assets/demo/worker.js", { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => resolve({ error: "worker: " + message });
  setTimeout(() => resolve({ error: "it hangs" }), 60_000);
  worker.postMessage(manifest);
})
"""


def typed(kind: str, **headers: str) -> Answer:
    def answer(handler: Handler, data: bytes) -> None:
        handler.start(data, 200, Content_Type=kind, **headers)
        handler.send(data)

    return answer


def answered(status: int) -> Answer:
    return lambda handler, _: handler.send_error(status)


@pytest.fixture
def server(serve: Serve, tiny_runtime: Runtime, tiny_site: Path) -> Server:
    """Serve the site as a simple server does, under each file's own type."""
    files = {
        path.relative_to(tiny_site).as_posix(): path.read_bytes()
        for path in tiny_site.rglob("*")
        if path.is_file()
    }
    files |= {"": b"<!doctype html><title>t</title>", "assets/demo/worker.js": WORKER.encode()}
    files |= {"assets/demo/boot.js": BOOT.read_bytes()}
    state = serve(files)
    kinds = {".js": "text/javascript", ".wasm": "application/wasm", "": "text/html", ".json": "application/json"}
    for path in state.files:
        kind = kinds.get(Path(path).suffix, "application/octet-stream")
        state.answers[path] = [typed(kind)] * 4
    return state


def start(chromium: Browser, server: Server, runtime: Runtime) -> dict[str, Any]:
    context = chromium.new_context()
    try:
        page = context.new_page()
        page.goto(server.url)
        answer: dict[str, Any] = page.evaluate(ASK, json.loads(json.dumps(runtime.manifest.as_json())))
        return answer
    finally:
        context.close()


def at(runtime: Runtime, name: str) -> str:
    return f"/{runtime.manifest.folder}/{name}"


def test_it_starts_and_tells_its_progress(chromium: Browser, server: Server, tiny_runtime: Runtime) -> None:
    answer = start(chromium, server, tiny_runtime)
    assert (answer.get("total"), answer.get("mean")) == (6, 3), answer
    progress = answer["progress"]
    assert progress == sorted(set(progress))
    assert progress[-1] == 1
    assert 0.85 < progress[-2] <= 0.9  # all bytes are there; Python gets up
    assert answer["restored"]
    asked = [path for path, _ in server.seen if path.startswith("/assets/pyodide-")]
    expected = {at(tiny_runtime, name) for name in tiny_runtime.manifest.sizes if name != "NOTICE.txt"}
    assert sorted(asked) == sorted(expected)  # each once


@pytest.mark.parametrize("role", ["loader", "module", "wasm", "stdlib", "lock"])
def test_a_missing_file_is_an_error_and_no_endless_wait(
    chromium: Browser, server: Server, tiny_runtime: Runtime, role: str
) -> None:
    name = tiny_runtime.manifest.files[role]
    server.answers[at(tiny_runtime, name)] = [answered(404)]
    assert name in start(chromium, server, tiny_runtime)["error"]


def test_a_missing_wheel_is_an_error(chromium: Browser, server: Server, tiny_runtime: Runtime) -> None:
    name = tiny_runtime.manifest.wheels[0]
    server.answers[at(tiny_runtime, name)] = [answered(500)]
    assert start(chromium, server, tiny_runtime)["error"] == f"Error: {name}: the server answered 500"


def test_damaged_wasm_is_an_error(chromium: Browser, server: Server, tiny_runtime: Runtime) -> None:
    path = at(tiny_runtime, "pyodide.asm.wasm")
    whole = server.files[path]
    server.files[path] = whole[:3_000_000] + bytes(len(whole) - 3_000_000)
    assert "CompileError" in start(chromium, server, tiny_runtime)["error"]


def test_a_file_that_arrives_short_is_named_with_both_sizes(
    chromium: Browser, server: Server, tiny_runtime: Runtime
) -> None:
    path = at(tiny_runtime, "pyodide.asm.wasm")
    whole = server.files[path]
    server.files[path] = whole[:3_000_000]
    error = start(chromium, server, tiny_runtime)["error"]
    assert error == f"Error: pyodide.asm.wasm: expected {len(whole)} bytes, 3000000 arrived"


def test_a_server_that_does_not_know_wasm_will_do(
    chromium: Browser, server: Server, tiny_runtime: Runtime
) -> None:
    server.answers[at(tiny_runtime, "pyodide.asm.wasm")] = [typed("application/octet-stream")]
    assert start(chromium, server, tiny_runtime).get("total") == 6


def test_a_policy_that_forbids_wasm_is_an_error(chromium: Browser, server: Server, tiny_runtime: Runtime) -> None:
    policy = {"Content_Security_Policy": "script-src 'self'"}
    server.answers["/assets/demo/worker.js"] = [typed("text/javascript", **policy)]
    assert "Content Security policy" in start(chromium, server, tiny_runtime)["error"]

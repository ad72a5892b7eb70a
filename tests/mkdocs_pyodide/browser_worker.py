"""A worker that starts the published Python in a real browser and runs steps in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.mkdocs_pyodide.projects import BOOT
from tests.mkdocs_pyodide.servers import Server, typed

WORKER = """
import { addRest, boot, fetchRest } from "./boot.js";
self.onmessage = async ({ data: { manifest, steps } }) => {
  const progress = [];
  try {
    const started = await boot(manifest, import.meta.url, (ratio) => progress.push(ratio));
    const { python, route, why } = started;
    const said = [];
    for (const step of steps) {
      if (step === "rest") addRest(started, manifest, await fetchRest(started, manifest, import.meta.url));
      else said.push(await python.runPythonAsync(step).then(String, (error) => String(error).trim().split("\\n").at(-1)));
    }
    const own = ["fetch", "instantiateStreaming"].map((name) => String((self[name] ?? WebAssembly[name])));
    const restored = own.every((text) => text.includes("[native code]"));
    postMessage({ route, why, said, progress, restored });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
"""
ASK = """
({ manifest, steps }) => new Promise(resolve => {
  const worker = new Worker("/assets/demo/worker.js", { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => resolve({ error: "worker: " + message });
  setTimeout(() => resolve({ error: "it hangs" }), 60_000);
  worker.postMessage({ manifest, steps });
})
"""
KINDS = {".js": "text/javascript", ".wasm": "application/wasm", "": "text/html", ".json": "application/json"}


@dataclass(frozen=True)
class Said:
    """What the worker answered; `restored` means that `fetch` is the browser's own again."""

    route: str = ""
    why: str = ""
    said: Sequence[str] = ()
    progress: Sequence[float] = ()
    restored: bool = False
    error: str = ""


def serve_site(state: Server, site: Path) -> None:
    """Serve a published site and the worker as a simple server does, under each file's own type."""
    files = {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    files |= {
        f"assets/demo/{name}": BOOT.with_name(name).read_bytes()
        for name in ("boot.js", "downloads.js", "whole.js")
    }
    files |= {"": b"<!doctype html><title>t</title>", "assets/demo/worker.js": WORKER.encode()}
    state.files |= {f"/{name}": data for name, data in files.items()}
    for path in state.files:
        kind = KINDS.get(Path(path).suffix, "application/octet-stream")
        state.answers[path] = [typed(kind)] * 4


def start(chromium: Browser, server: Server, manifest: Mapping[str, object], *steps: str, **options: Any) -> Said:
    """Start Python in a new browser context; run steps of Python source, or "rest" to add what a start leaves out."""
    context = chromium.new_context(**options)
    try:
        page = context.new_page()
        page.goto(server.url)
        return Said(**page.evaluate(ASK, {"manifest": manifest, "steps": steps}))
    finally:
        context.close()

"""What a live page costs once it is there: python -m bench.moves

500 moves of the lab, each beside an empty round trip to a worker and the bare call of Python, in each engine that
is installed; the memory of Chromium's renderers with the lab live, and after twenty pages.
"""

import argparse
import sys
import tempfile
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench import memory, tables
from bench.measured import write
from bench.serving import Server, stock_folders
from bench.site import build
from bench.visits import OURS, body, reader, visit
from mkdocs_pyodide.lock import read_lock
from tools.engines import ENGINES, EngineError, MissingEngineError

MOVES, BATCH = 500, 50


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engines", nargs="+", default=ENGINES, choices=ENGINES)
    engines = parser.parse_args().engines
    result: dict[str, Any] = {"browsers": {}, "pyodide": read_lock().pyodide, "moves": {}}
    failures = []
    with ExitStack() as stack:
        site = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(Server({"/": site, **stock_folders()}))
        build(site, server.url)
        server.warm()
        for engine in engines:
            tables.tell(f"{MOVES} moves: {engine}")
            try:
                result["browsers"][engine], result["moves"][engine] = _moves(engine, server.url)
            except MissingEngineError as error:
                tables.tell(f"without {engine}: {error}")
            except EngineError as error:
                failures.append(f"{engine}: {error}")
        if "chromium" in result["moves"] and sys.platform == "linux":
            tables.tell("memory: chromium")
            result["memory_mb"] = memory.measure(server.url)
    write("moves", result, show=False)
    print(tables.after_start(result))
    if failures:
        sys.exit("\n".join(["expected every move to be answered / found:", *failures]))


def _moves(engine: str, root: str) -> tuple[str, dict[str, Any]]:
    """The browser's version, and what its moves took."""
    with reader(engine) as browser:
        visit(browser, root + OURS.path, OURS.ready)
        times: dict[str, list[float]] = defaultdict(list)
        for first in range(0, MOVES, BATCH):
            for name, values in browser.run(body("moves"), BATCH, root + "stock/", first).items():
                times[name] += values
        found: dict[str, Any] = dict(tables.moves(times))
        if engine == "chromium":
            found["layout_shift"] = round(browser.run(body("entries"))["shift"], 4)
        return browser.version, found


if __name__ == "__main__":
    main()

"""One tab for a long time: python -m bench.endurance

500 navigations to and fro between the lab and the home page, each with a move of what is there. The memory of
Chromium's renderers after twenty and after all, how many workers run Python, and what the console said.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench import memory, tables
from bench.measured import require, write
from bench.serving import Server
from bench.site import build
from bench.visits import OURS, body, reader, visit

FIRST, ALL, BATCH = 20, 500, 20
MORE = 1.15  # what the memory may grow to


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--navigations", type=int, default=ALL)
    count = parser.parse_args().navigations
    if sys.platform != "linux":
        sys.exit("expected Linux, whose /proc says what a renderer holds / found another system")
    with tempfile.TemporaryDirectory() as folder, Server({"/": Path(folder)}) as server:
        build(Path(folder), server.url)
        server.warm()
        found = endure(server.url, count)
    write("endurance", found)
    require(found["workers"] == 1, "one worker that runs Python at a time", f"{found['workers']}")
    require(found["errors"] == [], "no error in the console", f"{found['errors']}")
    held = f"{found['after_20_mb']} and then {found['after_all_mb']} MB"
    require(
        found["after_all_mb"] <= MORE * found["after_20_mb"], f"memory within {MORE:.0%} of that after 20", held
    )


def endure(root: str, count: int) -> dict[str, Any]:
    """What was seen; `workers` is the most at any time."""
    with reader("chromium") as browser:
        visit(browser, root + OURS.path, OURS.ready)
        browser.run(body("watch"))
        early = 0
        for done in range(BATCH, count + 1, BATCH):
            browser.run(body("walk"), BATCH, True)
            if done == FIRST:
                early = memory.held(browser)
            if done % 100 == 0:
                tables.tell(f"{done} navigations")
        late = memory.held(browser)
        seen = browser.run("return [window.benchWorkers.most, window.benchErrors]")
        return {
            "browser": browser.version,
            "navigations": count,
            "after_20_mb": round(early / 1e6),
            "after_all_mb": round(late / 1e6),
            "workers": seen[0],
            "errors": seen[1],
        }


if __name__ == "__main__":
    main()

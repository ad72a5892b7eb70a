"""How long networks learn in the page, beside CPython: python -m bench.training [--rounds 3]

Each demo of the page Training with its own settings, in Chromium and on the same machine without it, in turns.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.measured import write
from bench.serving import Server
from bench.site import build
from bench.visits import body, reader
from live_demo.demo import load

ROOT = Path(__file__).parents[1]
DEMOS = ("train-scale", "train-induction", "train-translation", "train-bottleneck")
TRAIN = {"show": "train it now"}
PATIENCE = 180  # seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    sys.path.insert(0, str(ROOT / "docs"))
    runs: dict[str, list[dict[str, float]]] = {name: [] for name in DEMOS}
    with tempfile.TemporaryDirectory() as folder, Server({"/": Path(folder)}) as server:
        build(Path(folder), server.url)
        server.warm()
        with reader("chromium") as browser:
            for _ in range(rounds):
                for name in DEMOS:
                    browser.go(f"{server.url}training/")
                    seen = browser.run(body("training"), name, PATIENCE)
                    runs[name].append(seen | {"native": native(name)})
                    print(name, runs[name][-1], file=sys.stderr, flush=True)
            version = browser.version
    measured = {"chromium": version, "rounds": rounds, "demos": {name: summary(runs[name]) for name in DEMOS}}
    write("training", measured)


def native(name: str) -> float:
    """Seconds that CPython takes for the same run and its drawings."""
    demo = load(name)
    begun = time.perf_counter()
    for _ in demo.frames(demo.initial() | TRAIN):
        pass
    return time.perf_counter() - begun


def summary(runs: list[dict[str, float]]) -> dict[str, Any]:
    """Medians; frames a second and the longest task are the worst of all rounds."""
    return {
        "seconds": round(statistics.median(run["seconds"] for run in runs), 1),
        "native_seconds": round(statistics.median(run["native"] for run in runs), 1),
        "ratio": round(statistics.median(run["seconds"] / run["native"] for run in runs), 1),
        "frames_per_second": round(min(run["frames"] / run["seconds"] for run in runs), 1),
        "longest_task_ms": round(max(run["longest"] for run in runs)),
    }


if __name__ == "__main__":
    main()

"""Record the finished runs of `demos.training`: `python -m tools.training.record`.

Pages show them before the reader starts one. It is run by hand, after a change to the networks or their settings,
takes a minute and writes docs/demos/fetched/training/*.json, a file a network. Of each setting's seed 0 it keeps a
curve and the last maps, of other seeds the end.
"""

import inspect
import json
import platform
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from demos.training import bottleneck, induction, scale_duel, translation
from demos.training.loop import Frame
from demos.training.recorded import as_recorded

FOLDER = Path(__file__).resolve().parents[2] / "docs/demos/fetched/training"
POINTS = 50

type Run = Callable[..., Iterator[Frame]]
type Settings = Mapping[str, Any]

RUNS: dict[str, tuple[Run, list[dict[str, Any]]]] = {
    "scale_duel": (
        scale_duel.run,
        [
            {"d": d, "rate": rate, "scaled": scaled, "seed": seed}
            for d, rate, scaled, seed in product([128, 64, 32], [3e-3, 1e-3], [True, False], range(3))
        ],
    ),
    "induction": (
        induction.run,
        [
            {"periods": list(periods), "seed": seed}
            for periods, seed in product([induction.ANY_PERIOD, induction.ONE_PERIOD], range(3))
        ],
    ),
    "translation": (
        translation.run,
        [{"mixing": mixing, "seed": seed} for mixing, seed in product([False, True], range(6))],
    ),
    "bottleneck": (
        bottleneck.run,
        [
            {"length": length, "attends": attends, "seed": 0}
            for length, attends in product(bottleneck.LENGTHS, [False, True])
        ],
    ),
}


def complete(run: Run, settings: Settings) -> dict[str, Any]:
    """The settings with the defaults of those that aren't given, but for how often frames come."""
    defaults = {name: p.default for name, p in inspect.signature(run).parameters.items() if name != "every"}
    return {name: settings.get(name, default) for name, default in defaults.items()}


def thinned(frames: Sequence[Frame], points: int) -> list[Frame]:
    """At most so many of the frames, equally far apart, with the last.

    >>> [f.step for f in thinned([Frame(step, 0, 0) for step in range(8)], 4)]
    [0, 4, 7]
    """
    stride = -(-(len(frames) - 1) // max(points - 2, 1))
    return [*frames[:-1:stride], frames[-1]]


def entry(run: Run, settings: Settings) -> dict[str, Any]:
    """One run, as columns."""
    frames = list(run(**settings))
    first = settings["seed"] == 0
    kept = list(map(as_recorded, thinned(frames, POINTS) if first else frames[-1:]))
    return {
        "settings": complete(run, settings),
        "step": [frame.step for frame in kept],
        "loss": [frame.loss for frame in kept],
        "accuracy": [frame.accuracy for frame in kept],
        "measures": {name: [f.measures[name] for f in kept] for name in kept[0].measures},
        "maps_percent": {
            name: np.rint(100 * A).astype(int).tolist() for name, A in kept[-1].maps.items() if first
        },
    }


def record(name: str) -> None:
    """Write the file of one network."""
    run, all_settings = RUNS[name]
    head = {
        "script": "tools/training/record.py",
        "date": datetime.now(UTC).date().isoformat(),
        "versions": {"numpy": np.__version__, "python": platform.python_version()},
    }
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    runs = []
    for settings in all_settings:
        began = time.perf_counter()
        made = entry(run, settings)
        runs.append("  " + json.dumps(made, separators=(",", ":")))
        print(f"{name} {settings}: {made['accuracy'][-1]:.3f} in {time.perf_counter() - began:.1f} s")
    text = "{\n" + ",\n".join([*lines, ' "runs": [\n' + ",\n".join(runs) + "\n ]"]) + "\n}\n"
    (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for network in RUNS:
        record(network)

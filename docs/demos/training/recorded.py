"""The finished runs, as pages show them before the reader starts one: fetched network by network."""

import json
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from demos.training.loop import Frame
from live_demo import fetched

DIGITS = 4  # that the record keeps of a measure; of a weight it keeps per cents


def recorded(name: str, **settings: Any) -> tuple[Frame, ...]:
    """The frames of the recorded run of `training.<name>` with these settings; the last one has the maps.

    Of seeds other than 0 only the last frame is kept, without maps. The first run that fits is taken, so a
    setting that isn't given may have any value. Raises LookupError if none fits.

    >>> [frame.step for frame in recorded("translation", mixing=True)][-2:]
    [296, 300]
    """
    asked = json.loads(json.dumps(settings)).items()
    for run in _runs(name):
        if all(run["settings"].get(key) == value for key, value in asked):
            return _frames(run)
    raise LookupError(f"expected a recorded run of {name} with {settings}; found none")


def as_recorded(frame: Frame) -> Frame:
    """The frame with the digits that the record keeps, so that a run of now prints what a recorded one does."""
    return Frame(
        frame.step,
        round(frame.loss, DIGITS),
        round(frame.accuracy, DIGITS),
        {name: round(x, DIGITS) for name, x in frame.measures.items()},
        {name: np.rint(100 * A) / 100 for name, A in frame.maps.items()},
    )


@cache
def _runs(name: str) -> list[dict[str, Any]]:
    runs: list[dict[str, Any]] = json.loads(fetched(f"training/{name}.json"))["runs"]
    return runs


def _frames(run: dict[str, Any]) -> tuple[Frame, ...]:
    frames = []
    for i, step in enumerate(run["step"]):
        measures = {name: column[i] for name, column in run["measures"].items()}
        frames.append(Frame(step, run["loss"][i], run["accuracy"][i], measures))
    maps = {name: np.array(percent) / 100 for name, percent in run["maps_percent"].items()}
    return *frames[:-1], replace(frames[-1], maps=maps)

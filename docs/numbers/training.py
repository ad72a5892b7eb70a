"""The numbers of the page “Watch it learn”, out of the recorded runs and the networks that made them."""

from collections.abc import Sequence

import numpy as np

from demos import train_bottleneck, train_induction, train_scale, train_translation
from demos.train_bottleneck import ATTENTION, VECTOR
from demos.train_induction import ANY, ONE
from demos.train_translation import ALONE, MIXED
from demos.training import bottleneck, induction, scale_duel, translation
from demos.training.adam import Parameters
from demos.training.loop import Frame
from live_demo import fixed

PAIRS, WORDS = scale_duel.PAIRS, scale_duel.WORDS


def between(values: Sequence[float], places: int = 3) -> str:
    """The least and the most, or the one that all have.

    >>> between([0.25, 0.5, 0.75]), between([1.0, 1.0])
    ('0.250 to 0.750', '1.000')
    """
    least, most = fixed(min(values), places), fixed(max(values), places)
    return least if least == most else f"{least} to {most}"


def _count(parameters: Parameters) -> str:
    return f"{sum(p.size for p in parameters.values()):,}"


def duel(d: int, rate: float, *, scaled: bool) -> str:
    """Accuracy after 300 steps, over the seeds."""
    runs = [train_scale.duel(d, rate, seed)[0 if scaled else 1] for seed in range(train_scale.SEEDS)]
    return between([frames[-1].accuracy for frames in runs])


def at_step(frames: Sequence[Frame], step: int) -> Frame:
    """The first recorded frame from that step on."""
    return next(frame for frame in frames if frame.step >= step)


def induction_end(period: str, measure: str) -> str:
    """A measure at the end, over the seeds."""
    return between([_of(frames[-1], measure) for frames in train_induction.ends(period)])


def translation_end(encoder: str, measure: str) -> str:
    """A measure at the end, over the seeds."""
    return between([_of(frames[-1], measure) for frames in train_translation.ends(encoder)], 2)


def held(length: int, decoder: str) -> str:
    """Accuracy at the end of strings of this length."""
    return fixed(train_bottleneck.reached(length, decoder), 3)


def _of(frame: Frame, measure: str) -> float:
    return frame.accuracy if measure == "accuracy" else frame.measures[measure]


quick = at_step(train_scale.duel(128, 3e-3, 0)[0], 100)
_first = train_induction.ends(ANY)[0]
_looks_back = np.diagonal(_first[-1].maps["first"], -1) > 0.5  # from the second place on
looks_back, places = int(_looks_back.sum()), induction.LENGTH - 1
last_look_back = int(np.flatnonzero(_looks_back).max()) + 2
before, after = at_step(_first, 72), at_step(_first, 96)
rng = np.random.default_rng(0)
duel_parameters = _count(scale_duel.start(rng, 128))
induction_parameters = _count(induction.start(rng))
translation_parameters = _count(translation.start(rng, mixing=False))
longest = max(bottleneck.LENGTHS)

__all__ = [
    "ALONE",
    "ANY",
    "ATTENTION",
    "MIXED",
    "ONE",
    "PAIRS",
    "VECTOR",
    "WORDS",
    "after",
    "before",
    "between",
    "bottleneck",
    "duel",
    "duel_parameters",
    "held",
    "induction",
    "induction_end",
    "induction_parameters",
    "last_look_back",
    "longest",
    "looks_back",
    "places",
    "quick",
    "train_induction",
    "train_scale",
    "train_translation",
    "translation",
    "translation_end",
    "translation_parameters",
]

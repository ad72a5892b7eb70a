"""What does the division by the root of the width do to learning?"""

from collections.abc import Iterator
from functools import cache, partial
from typing import Annotated

from demos._runs import PRESETS, RECORD, SHOW, History, Shown, Told, chart, shown, side_by_side, training
from demos.training import scale_duel
from demos.training.recorded import recorded
from live_demo import Child, Choice, Element, Slider, View, fixed, share, strong, table

__all__ = ["PRESETS", "view"]

WIDTHS, RATES, SEEDS, STEPS = ("128", "64", "32"), ("0.003", "0.001"), 3, 300
WITH, WITHOUT = "with √d", "without"
LEARNT = 0.99


def view(
    show: Annotated[str, SHOW] = RECORD,
    width: Annotated[str, Choice("Width d", WIDTHS)] = "128",
    rate: Annotated[str, Choice("Learning rate", RATES)] = "0.003",
    seed: Annotated[int, Slider("Seed", 0, SEEDS - 1, 1)] = 0,
) -> Iterator[View]:
    d, step = int(width), float(rate)
    runs = [partial(scale_duel.run, scaled=scaled, d=d, rate=step, seed=seed, every=1) for scaled in (True, False)]
    for now in shown(show, duel(d, step, seed), runs, like=duel(d, step, 0)[0]):
        yield drawn(now, d, step, seed)


@cache
def duel(d: int, rate: float, seed: int) -> tuple[History, History]:
    """The recorded runs of one setting, with the division and without."""
    return (
        recorded("scale_duel", scaled=True, d=d, rate=rate, seed=seed),
        recorded("scale_duel", scaled=False, d=d, rate=rate, seed=seed),
    )


def drawn(now: Shown, d: int, rate: float, seed: int) -> View:
    """Both runs as far as they are."""
    scaled, unscaled = now.histories
    pair = ((WITH, "curve-main", scaled), (WITHOUT, "curve-part", unscaled))
    accuracy = [Told(name, css, frames, lambda f: f.accuracy) for name, css, frames in pair]
    loss = [Told(name, css, frames, lambda f: f.loss) for name, css, frames in pair]
    return View(
        side_by_side(
            chart("Accuracy of both runs over the steps of training", "accuracy", accuracy, steps=STEPS),
            chart("Loss of both runs over the steps of training", "loss", loss, steps=STEPS, top=4),
        ),
        measured(now),
        seeds(d, rate),
        sentence=said(now, d, rate, seed),
        progress=now.progress,
    )


def measured(now: Shown) -> Element:
    """The newest numbers of both runs."""
    rows: list[list[Child]] = []
    for name, frames in zip((WITH, WITHOUT), now.histories, strict=True):
        last = frames[-1]
        weights = [share(last.measures["top"]), share(last.measures["right"])]
        rows.append([name, str(last.step), fixed(last.loss, 3), fixed(last.accuracy, 3), *weights])
    return table(
        "How far both runs are: the mean largest weight of a question, and that on the word it asks for",
        ["this run", "step", "loss", "accuracy", "top weight", "on the word"],
        rows,
        main=3,
    )


def seeds(d: int, rate: float) -> Element:
    """The recorded ends of all seeds at this width and rate."""
    rows: list[list[Child]] = [
        [f"seed {seed}", *(fixed(frames[-1].accuracy, 3) for frames in duel(d, rate, seed))]
        for seed in range(SEEDS)
    ]
    return table(f"Recorded accuracy after {STEPS} steps", ["recorded", WITH, WITHOUT], rows)


def said(now: Shown, d: int, rate: float, seed: int) -> list[Child]:
    """Who has learnt more, and what the weights of the other look like."""
    if not now.ended:
        return training("Both start from the same numbers and see the same questions. The outcome follows here.")
    scaled, unscaled = (frames[-1] for frames in now.histories)
    setting = f" Width {d}, learning rate {rate:g}, seed {seed}, {STEPS} steps."
    right = [fixed(run.accuracy, 3) for run in (scaled, unscaled)]
    said = strong(f"With the root the accuracy is {right[0]}, without it {right[1]}.")
    if unscaled.accuracy > LEARNT:
        return [said, f" Both learn it.{setting}"]
    return [
        said,
        f" Without, a question’s largest weight is {share(unscaled.measures['top'])} on average, but the word it ",
        f"asks for gets {share(unscaled.measures['right'])}.{setting}",
    ]

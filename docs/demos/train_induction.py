"""How does a network learn to go on with what repeats itself?"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Annotated

import numpy as np

from demos._runs import PRESETS, RECORD, SHOW, Shown, Told, chart, shown, side_by_side, training
from demos._weight_map import weight_map
from demos.training import induction
from demos.training.layers import Array
from demos.training.loop import Frame
from demos.training.recorded import recorded
from live_demo import Child, Choice, Element, View, element, fixed, share, strong, table

__all__ = ["PRESETS", "view"]

ANY, ONE = "random, from 5 to 13", "always 8"
PERIODS = {ANY: induction.ANY_PERIOD, ONE: induction.ONE_PERIOD}
SEEDS, STEPS = 3, 250
MEASURES: dict[str, Callable[[Frame], float]] = {
    "accuracy": lambda f: f.accuracy,
    "on periods 5 to 13": lambda f: f.measures["any_period"],
    "head 1, letter before": lambda f: f.measures["previous"],
    "head 2, right letters": lambda f: f.measures["copied"],
}


def view(
    show: Annotated[str, SHOW] = RECORD, period: Annotated[str, Choice("Period", (ANY, ONE))] = ANY
) -> Iterator[View]:
    for now in shown(show, [ends(period)[0]], [partial(induction.run, periods=PERIODS[period])]):
        yield drawn(now, period)


@cache
def ends(period: str) -> list[tuple[Frame, ...]]:
    """The recorded runs of all seeds; but for the first their ends alone."""
    return [recorded("induction", periods=PERIODS[period], seed=seed) for seed in range(SEEDS)]


@cache
def example(period: str) -> tuple[str, int]:
    """The string on which the heads are drawn, and its period."""
    rng = np.random.default_rng(0)
    induction.start(rng)
    tests = induction.draw(rng, induction.TESTS, PERIODS[period])
    return "".join(chr(ord("a") + letter) for letter in tests.text[0]), int(tests.period[0, 0])


def drawn(now: Shown, period: str) -> View:
    """The run as far as it is: its curves, both heads, its numbers."""
    frames, last = now.histories[0], now.histories[0][-1]
    lines = [
        Told("accuracy", "curve-main", frames, MEASURES["accuracy"]),
        Told("head 2", "curve-sum", frames, MEASURES["head 2, right letters"]),
        Told("head 1", "curve-part", frames, MEASURES["head 1, letter before"]),
    ]
    loss = [Told("loss", "curve-main", frames, lambda f: f.loss)]
    wait = "The period is drawn anew for each string." if period == ANY else "All strings have period 8."
    return View(
        side_by_side(
            chart("Accuracy, and the weight of both heads where it belongs", "share", lines, steps=STEPS),
            chart("Loss over the steps of training", "loss", loss, steps=STEPS, top=5),
        ),
        side_by_side(*maps(last, period)),
        measured(last, period),
        *([strongest(last, period)] if now.ended else []),
        sentence=said(last, period) if now.ended else training(f"{wait} The outcome follows here."),
        progress=now.progress,
    )


def maps(last: Frame, period: str) -> list[Element]:
    """Both heads on one string."""
    string, length = example(period)
    parts = [element("span", string[i : i + length], " ") for i in range(0, len(string), length)]
    return [
        weight_map(
            "Head 1: how much each place (row) takes from each (column)",
            last.maps["first"],
            "The letter before lies one step left of the diagonal.",
        ),
        weight_map(
            "Head 2, which reads what head 1 wrote",
            last.maps["second"],
            ["Both read ", element("span", parts, class_="train-string"), f"of period {length}."],
        ),
    ]


def measured(last: Frame, period: str) -> Element:
    """The run now, and how all recorded ones ended."""
    recorded_ends = [frames[-1] for frames in ends(period)]
    rows: list[list[Child]] = [["step", str(last.step), *(str(end.step) for end in recorded_ends)]]
    rows.append(["loss", fixed(last.loss, 3), *(fixed(end.loss, 3) for end in recorded_ends)])
    for name, measure in MEASURES.items():
        rows.append([name, fixed(measure(last), 3), *(fixed(measure(end), 3) for end in recorded_ends)])
    columns = ["measure", "shown", *(f"seed {seed}" for seed in range(SEEDS))]
    return table("The run that is shown (seed 0), and how the recorded ones ended", columns, rows, main=1)


def strongest(last: Frame, period: str) -> Element:
    """The maps in words: where each place looks most."""
    string, _ = example(period)

    def most(A: Array, i: int) -> list[Child]:
        j = int(A[i].argmax())
        return [f"{j + 1} {string[j]}", share(min(float(A[i, j]), 0.999))]

    first, second = last.maps["first"], last.maps["second"]
    rows: list[list[Child]] = [
        [f"{i + 1} {letter}", *most(first, i), *most(second, i)] for i, letter in enumerate(string)
    ]
    columns = ["place", "head 1 most at", "weight", "head 2 most at", "weight"]
    return table("Where each place of the string looks most", columns, rows, hidden=True)


def said(last: Frame, period: str) -> list[Child]:
    """What has been learnt, and by which way."""
    previous, copied = (share(last.measures[name]) for name in ("previous", "copied"))
    right = strong(f"Accuracy {fixed(last.accuracy, 3)}.")
    if period == ANY:
        return [
            right,
            f" Head 1, which tells letters their predecessor, puts {previous} of its weight on the one before, ",
            f"and head 2 {copied} of its own on what followed the letter at its earlier places. Seed 0.",
        ]
    return [
        right,
        f" But on strings of other periods {fixed(last.measures['any_period'], 3)}. Head 1 puts only {previous} ",
        "on the letter before, so nothing is looked up: ",
        f"head 2 counts places, and puts {copied} of its weight on those that answer. Seed 0.",
    ]

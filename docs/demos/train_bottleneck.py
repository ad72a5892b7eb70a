"""How long a string can a network hold in one vector?"""

from collections.abc import Iterator
from functools import cache, partial
from typing import Annotated

from demos._curves import Curve, Rule, curves
from demos._runs import PRESETS, RECORD, SHARES, SHOW, Shown, Told, chart, shown, side_by_side, training
from demos._weight_map import weight_map
from demos.training import bottleneck
from demos.training.loop import Frame
from demos.training.recorded import recorded
from live_demo import Axis, Child, Choice, Element, View, fixed, share, strong, table

__all__ = ["PRESETS", "view"]

ATTENTION, VECTOR = "attention", "one vector"
LENGTHS = tuple(map(str, bottleneck.LENGTHS))
STEPS = 1500
# Looks at long strings take longer, and the record has every 35th step.
EVERY = {4: 5, 8: 5, 12: 5, 20: 1}


def view(
    show: Annotated[str, SHOW] = RECORD,
    length: Annotated[str, Choice("Length", LENGTHS)] = "12",
    decoder: Annotated[str, Choice("Decoder", (ATTENTION, VECTOR))] = VECTOR,
) -> Iterator[View]:
    letters, attends = int(length), decoder == ATTENTION
    record = recorded("bottleneck", length=letters, attends=attends)
    run = partial(bottleneck.run, length=letters, attends=attends, every=EVERY[letters])
    for now in shown(show, [record], [run]):
        yield drawn(now, letters, decoder)


@cache
def reached(length: int, decoder: str) -> float:
    """The recorded accuracy at the end."""
    return recorded("bottleneck", length=length, attends=decoder == ATTENTION)[-1].accuracy


def drawn(now: Shown, length: int, decoder: str) -> View:
    """The run as far as it is, beside the curve of all recorded ones."""
    frames, last = now.histories[0], now.histories[0][-1]
    way = [Told("accuracy", "curve-main", frames, lambda f: f.accuracy)]
    if decoder == ATTENTION:
        way.append(Told("weight", "curve-part", frames, lambda f: f.measures["right"]))
    loss = [Told("loss", "curve-main", frames, lambda f: f.loss)]
    right = (
        weight_map(
            "What each place of the answer (row) takes from each letter (column)",
            last.maps["weights"],
            "Backwards: from the last letter to the first.",
        )
        if decoder == ATTENTION
        else chart("Loss over the steps of training", "loss", loss, steps=STEPS, top=3)
    )
    wait = training(f"The point in the upper chart is this run, at length {length}. The outcome follows here.")
    return View(
        all_lengths(length, last.accuracy),
        side_by_side(chart(f"The run that is shown, at length {length}", "accuracy", way, steps=STEPS), right),
        measured(last, decoder),
        lengths(),
        sentence=said(last, length, decoder) if now.ended else wait,
        progress=now.progress,
    )


def all_lengths(length: int, accuracy: float) -> Element:
    """Accuracy over length, recorded, with a point for the run that is shown."""
    lines = [
        Curve("attention", [reached(n, ATTENTION) for n in bottleneck.LENGTHS], "curve-main"),
        Curve("one vector", [reached(n, VECTOR) for n in bottleneck.LENGTHS], "curve-part"),
    ]
    return curves(
        "Recorded accuracy after 1500 steps over the length of the string",
        list(bottleneck.LENGTHS),
        lines,
        x_axis=Axis("letters", 4, 20, [(n, str(n)) for n in bottleneck.LENGTHS]),
        y_axis=Axis("accuracy after 1500 steps", 0, 1, SHARES),
        rules=[Rule(length, "", "curve-rule", accuracy)],
    )


def measured(last: Frame, decoder: str) -> Element:
    """The newest numbers of the run."""
    right = share(last.measures["right"], 3) if decoder == ATTENTION else "–"
    row: list[Child] = [decoder, str(last.step), fixed(last.loss, 3), fixed(last.accuracy, 3), right]
    columns = ["this run", "step", "loss", "accuracy", "weight"]
    return table("How far the run is; the weight on the letter that is asked for", columns, [row], main=3)


def lengths() -> Element:
    """The recorded accuracies."""
    rows: list[list[Child]] = [
        [f"{n} letters", fixed(reached(n, VECTOR), 3), fixed(reached(n, ATTENTION), 3)] for n in bottleneck.LENGTHS
    ]
    return table(f"Recorded accuracy after {STEPS} steps", ["recorded", VECTOR, ATTENTION], rows)


def said(last: Frame, length: int, decoder: str) -> list[Child]:
    """What this decoder reached, and the other one."""
    one, attended = (fixed(reached(length, kind), 3) for kind in (VECTOR, ATTENTION))
    right = strong(f"Accuracy {fixed(last.accuracy, 3)} at {length} letters")
    if decoder == ATTENTION:
        return [
            right,
            f" with a look at every letter; with one vector for all of them {one}. ",
            f"The letter asked for gets {share(last.measures['right'])} of the weight. One seed, {STEPS} steps.",
        ]
    how = f" from one vector of {bottleneck.WIDTH} numbers; with attention {attended}. One seed, {STEPS} steps."
    return [right, how]

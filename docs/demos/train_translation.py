"""Does a network that translates learn which word stands for which?"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Annotated

import numpy as np

from demos._runs import PRESETS, RECORD, SHOW, Shown, Told, chart, shown, side_by_side, training
from demos.training import translation
from demos.training.layers import Array
from demos.training.loop import Frame
from demos.training.recorded import recorded
from live_demo import Child, Choice, Element, View, element, fixed, heatmap, share, strong, table

__all__ = ["PRESETS", "view"]

ALONE, MIXED = "sees each word alone", "mixes the words first"
SEEDS, STEPS = 6, 300
MEASURES: dict[str, Callable[[Frame], float]] = {
    "accuracy": lambda f: f.accuracy,
    "on the right word": lambda f: f.measures["aligned"],
    "article, on its noun": lambda f: f.measures["article"],
}


def view(
    show: Annotated[str, SHOW] = RECORD, encoder: Annotated[str, Choice("The encoder", (ALONE, MIXED))] = ALONE
) -> Iterator[View]:
    for now in shown(show, [ends(encoder)[0]], [partial(translation.run, mixing=encoder == MIXED)]):
        yield drawn(now, encoder)


@cache
def ends(encoder: str) -> list[tuple[Frame, ...]]:
    """The recorded runs of all seeds; but for the first their ends alone."""
    return [recorded("translation", mixing=encoder == MIXED, seed=seed) for seed in range(SEEDS)]


def drawn(now: Shown, encoder: str) -> View:
    """The run as far as it is: the map of one sentence that it has not learnt from, its curves, its numbers."""
    frames, last = now.histories[0], now.histories[0][-1]
    lines = [
        Told("accuracy", "curve-main", frames, MEASURES["accuracy"]),
        Told("right word", "curve-part", frames, MEASURES["on the right word"]),
    ]
    example = translation.EXAMPLE
    alignment = heatmap(
        "How much each French word (row) takes from each English word (column)",
        softened(last).tolist(),
        list(example.french),
        list(example.english),
        ramp="attn",
    )
    hint = element("p", "Row: the French word to write. Column: where it looks.", class_="ld-hint")
    wait = training("The squares grow darker where the decoder learns to look. The outcome follows here.")
    return View(
        side_by_side(
            element("div", alignment, hint),
            chart("Accuracy, and the weight on the right word", "share", lines, steps=STEPS),
        ),
        measured(last, encoder),
        sentence=said(last, encoder) if now.ended else wait,
        progress=now.progress,
    )


def measured(last: Frame, encoder: str) -> Element:
    """The run now, and between what the recorded ones ended."""
    recorded_ends = [frames[-1] for frames in ends(encoder)]
    rows: list[list[Child]] = [["step", str(last.step), str(STEPS), str(STEPS)]]
    losses = [end.loss for end in recorded_ends]
    rows.append(["loss", fixed(last.loss, 3), fixed(min(losses), 3), fixed(max(losses), 3)])
    for name, measure in MEASURES.items():
        values = [measure(end) for end in recorded_ends]
        rows.append([name, fixed(measure(last), 3), fixed(min(values), 3), fixed(max(values), 3)])
    columns = ["measure", "shown", "least", "most"]
    return table(f"The run that is shown (seed 0), least and most of {SEEDS} recorded ones", columns, rows, main=1)


def said(last: Frame, encoder: str) -> list[Child]:
    """Whether words are right, and whether the map says where they come from."""
    right = strong(f"Accuracy {fixed(last.accuracy, 3)}.")
    aligned = share(last.measures["aligned"])
    words = f" Nouns, adjectives and verbs put {aligned} of their weight on the word they stand for"
    if encoder == ALONE:
        return [right, words, f", and the map crosses where French turns the order round: {swap(last)}. Seed 0."]
    values = [frames[-1].measures["aligned"] for frames in ends(encoder)]
    return [
        right,
        words,
        f", so the map is no alignment: {swap(last)}. ",
        f"In {SEEDS} runs that share lies between {share(min(values))} and {share(max(values))}. Seed 0.",
    ]


def softened(last: Frame) -> Array:
    """The map, whose per cents may say 0 and 1, which softmax never gives."""
    return np.clip(last.maps["alignment"], 0.001, 0.999)


def swap(last: Frame) -> str:
    """Where the noun and the adjective after it look."""
    example, A = translation.EXAMPLE, softened(last)
    parts = []
    for i in (1, 2):
        j = example.source[i]
        parts.append(f"{example.french[i]} takes {share(float(A[i, j]))} from {example.english[j]}")
    return ", ".join(parts)

"""How much of the attention falls on tokens that are no words?"""

import json
from pathlib import Path
from typing import Annotated

import numpy as np

from live_demo import Choice, View, heatmap, listing, share, strong, table

RECORD = json.loads(Path(__file__).with_name("data").joinpath("minilm_sentence.json").read_text(encoding="utf-8"))
WORDS: list[str] = RECORD["words"]
ALL = "all eleven words"
# "the" stands twice in the sentence, so a choice carries its place.
OPTIONS = (ALL, *(f"{word} ({i})" for i, word in enumerate(WORDS, 1)))
# [layer, head, asking word]: what a row of weights over the eleven words lacks to 1. Recorded to four decimals,
# so that 0 and 1 mean less than half of the last one away: softmax gives neither.
HALF = 0.00005
OUTSIDE = np.clip(1 - np.array(RECORD["heads_per_10000"]).sum(axis=-1) / 10_000, HALF, 1 - HALF)
LAYERS, HEADS = OUTSIDE.shape[:2]


def view(word: Annotated[str, Choice("The word that asks", OPTIONS)] = ALL) -> View:
    outside = OUTSIDE.mean(axis=-1) if word == ALL else OUTSIDE[..., OPTIONS.index(word) - 1]
    layers = [f"layer {i}" for i in range(LAYERS)]
    means = outside.mean(axis=1)
    most, least = (divmod(int(i), HEADS) for i in (outside.argmax(), outside.argmin()))
    said = listing([f"{name} {share(float(mean))}" for name, mean in zip(layers, means, strict=True)])
    return View(
        heatmap(
            "Share of the attention outside the words, by head and layer",
            outside.T.tolist(),
            [f"head {i}" for i in range(HEADS)],
            [str(i) if i else "layer 0" for i in range(LAYERS)],
            ramp="attn",
        ),
        table(
            "Mean share outside the words, by layer",
            ["layer", "mean"],
            [[name, share(float(mean), 3)] for name, mean in zip(layers, means, strict=True)],
            hidden=True,
        ),
        sentence=[
            strong(f"{share(float(outside.mean()))} of the attention"),
            " falls on the full stop and the marks for start and end. Most ",
            spot(outside, most),
            "; least ",
            spot(outside, least),
            ". By layer: ",
            said,
            ".",
        ],
    )


def spot(outside: np.ndarray, index: tuple[int, int]) -> str:
    """One head and its share."""
    return f"in head {index[1]} of layer {index[0]}: {share(float(outside[index]))}"

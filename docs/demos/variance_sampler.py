"""How far do random dot products spread?"""

from typing import Annotated

import numpy as np

from attn_core import attention_scores, softmax
from live_demo import Element, Slider, Toggle, View, element, fixed, heatmap, share, strong, table
from live_demo.numerals import short

KEYS = 16
DRAWS = 300
BATCH = 250  # 250 draws of 16 keys with 1024 numbers each are 33 MB
SHOWN = 12
EDGE = 56.0


def random_scores(width: int, draws: int, seed: int, keys: int = KEYS) -> np.ndarray:
    """Dot products of a random query with random keys, (draws, keys): all numbers independent, of variance 1."""
    rng = np.random.default_rng(seed)
    parts = []
    for first in range(0, draws, BATCH):
        n = min(BATCH, draws - first)
        query, key = rng.standard_normal((n, 1, width)), rng.standard_normal((n, keys, width))
        parts.append(attention_scores(query, key, scale=1)[:, 0])
    return np.concatenate(parts)


def mean_top_weight(scores: np.ndarray) -> float:
    """The weight of the key on top, averaged over the draws."""
    return float(softmax(scores).max(axis=-1).mean())


def view(
    width: Annotated[int, Slider("Head width", 4, 256, 4)] = 64,
    scaled: Annotated[bool, Toggle("Divide each score by the root of the width")] = False,
    seed: Annotated[int, Slider("Seed", 0, 20, 1)] = 0,
) -> View:
    divisor = float(np.sqrt(width)) if scaled else 1.0
    scores = random_scores(width, DRAWS, seed) / divisor
    spread, expected = float(scores.std()), float(np.sqrt(width)) / divisor
    ranked = np.sort(softmax(scores), axis=-1)[:, ::-1].mean(axis=0)
    cells = [*ranked[:4].tolist(), float(ranked[4:].sum())]
    names = ["1st", "2nd", "3rd", "4th", "rest"]
    rows = [
        ["standard deviation", fixed(spread), fixed(expected)],
        ["scores beyond ±10", share(float((abs(scores) > 10).mean())), "–"],
        ["mean top weight", share(cells[0], 3), "–"],
    ]
    return View(
        strips(scores, spread),
        heatmap("Mean weight of the keys, the heaviest first", [cells], ["mean weight"], names, ramp="attn"),
        table("Measured and expected", ["quantity", "measured", "expected"], rows, main=1),
        sentence=[
            strong(f"Spread {fixed(spread, 1)}."),
            f" {scores.size:,} products of {width} terms each",
            f", divided by √{width}," if scaled else "",
            f" have standard deviation {fixed(spread)}, where {fixed(expected)} is expected.",
            f" The key on top takes {share(cells[0])} of the weight on average; even would be {share(1 / KEYS)}.",
        ],
    )


def strips(scores: np.ndarray, spread: float) -> Element:
    """The first draws, one a line: a dot for each key's score, and the weight of the one on top."""
    band = {"--x": short(_part(-spread)), "--r": short(_part(spread) - _part(-spread))}
    lines = [element("div", dots(row), weight(row), class_="mv-line") for row in scores[:SHOWN]]
    ticks = [element("span", fixed(x, 0), style={"--x": short(_part(x))}) for x in (-40, -20, 0, 20, 40)]
    names = [element("span", "score of each key"), element("span", "top weight")]
    named = element("span", f"±{fixed(spread, 1)}")
    return element(
        "div",
        element("div", names, class_="mv-names"),
        element("div", element("div", named, class_="mv-band", style=band), class_="mv-over"),
        lines,
        element("div", ticks, class_="mv-ticks"),
        class_="mv-strips",
        role="img",
        aria_label=f"The scores of {SHOWN} draws as dots; their standard deviation is {fixed(spread, 1)}",
        data_figure=True,
    )


def dots(row: np.ndarray) -> Element:
    """The scores of one draw as dots on a line, the largest one larger."""
    top = int(row.argmax())
    marks = [
        element("i", class_="mv-dot mv-top" if i == top else "mv-dot", style={"--x": short(_part(float(x)))})
        for i, x in enumerate(row)
    ]
    return element("div", marks, class_="mv-dots")


def weight(row: np.ndarray) -> Element:
    """The weight of the largest score of one draw."""
    top = float(softmax(row).max())
    return element("div", share(top), class_="ld-cell attn", style={"--w": short(top)})


def _part(score: float) -> float:
    """Where a score lies on the axis, 0 to 1; one beyond its ends lies at the end."""
    return float(np.clip(0.5 + score / (2 * EDGE), 0, 1))

"""What does a summary of fixed size lose as the text grows?"""

from functools import cache
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from attn_core import scaled_dot_product_attention
from demos._units import percent
from live_demo import Axis, Child, Choice, Line, Series, Slider, View, aside, line_plot, share, strong, table

LARGEST, STEP = 256, 16
COUNTS = tuple(range(STEP, LARGEST + 1, STEP))
DRAWS, QUESTIONS = 8, 32  # texts for each length, and at most so many questions to each
ADDED, FITTED = "each pair added on", "best fit to all pairs"
ATTENTION = Series("attention", css="line-first")
SUMMARY = Series("summary", css="line-second")

type Matrix = NDArray[np.floating]


def unit_rows(rng: np.random.Generator, n: int, d: int) -> Matrix:
    """Random directions for each draw: DRAWS x n rows of length 1."""
    rows = rng.standard_normal((DRAWS, n, d))
    unit: Matrix = rows / np.linalg.norm(rows, axis=-1, keepdims=True)
    return unit


def summary(K: Matrix, V: Matrix, rule: str) -> Matrix:
    """The d × d matrix M that stands for all pairs: sum of k vᵀ, or the M that makes |K M − V| least.

    The latter solves KᵀK M = KᵀV; with no more pairs than d it is the smallest M with K M = V.
    """
    if rule == ADDED:
        return np.asarray(K.mT @ V)
    n, d = K.shape[-2:]
    return np.asarray(K.mT @ np.linalg.solve(K @ K.mT, V) if n <= d else np.linalg.solve(K.mT @ K, K.mT @ V))


def recalled(answers: Matrix, V: Matrix) -> float:
    """The part of the answers, one for each of the first keys, that lie nearest to their own value."""
    nearest = (answers @ V.mT).argmax(axis=-1)
    return float(np.mean(nearest == np.arange(answers.shape[-2])))


def recall(n: int, d: int, rule: str) -> tuple[float, float]:
    """Recall of n stored pairs, mean over DRAWS: through attention, and through the summary."""
    rng = np.random.default_rng([n, d])
    K, V = unit_rows(rng, n, d), unit_rows(rng, n, d)
    asked = K[:, :QUESTIONS]
    attended = np.asarray(scaled_dot_product_attention(asked, K, V, scale=float(d)))
    return recalled(attended, V), recalled(asked @ summary(K, V, rule), V)


@cache
def curve(d: int, rule: str) -> tuple[tuple[float, float], ...]:
    """`recall` at each of COUNTS."""
    return tuple(recall(n, d, rule) for n in COUNTS)


def view(
    pairs: Annotated[int, Slider("Pairs n", STEP, LARGEST, step=STEP)] = 128,
    width: Annotated[str, Choice("Width d", ("8", "16", "32"))] = "32",
    rule: Annotated[str, Choice("The summary is", (ADDED, FITTED))] = FITTED,
) -> View:
    d = int(width)
    attention, fixed_size = zip(*curve(d, rule), strict=True)
    at = COUNTS.index(pairs)
    figure = line_plot(
        f"Pairs recalled, by the number of pairs stored: attention, and a summary of {d} by {d} numbers",
        COUNTS,
        [Line(ATTENTION, attention), Line(SUMMARY, fixed_size)],
        x_axis=Axis("pairs in the text", 0, LARGEST, [(x, str(x)) for x in (64, 128, 192, 256)]),
        y_axis=Axis("recalled", 0, 1.08, [(0, "0"), (0.25, "0.25"), (0.5, "0.5"), (0.75, "0.75"), (1, "1")]),
        marker=pairs,
    )
    return View(
        figure,
        table(
            f"At {pairs} pairs",
            ["way", "recalled", "numbers kept"],
            [
                ["attention", share(attention[at], 3), f"{2 * pairs * d:,}"],
                ["summary", share(fixed_size[at], 3), f"{d * d:,}"],
                ["guessing", share(1 / pairs, 3), "0"],
            ],
        ),
        sentence=said(pairs, d, attention[at], fixed_size[at]),
    )


def said(n: int, d: int, attention: float, summarised: float) -> list[Child]:
    """Compare both at the chosen length, with what each has to keep."""
    return [
        strong(f"The summary recalls {percent(summarised)}"),
        f" of {n} pairs, attention {percent(attention)}.",
        f" The summary keeps {d * d:,} numbers however long the text is; attention keeps {2 * n * d:,}.",
        aside(f" Mean of {DRAWS} random texts, up to {QUESTIONS} questions each."),
    ]

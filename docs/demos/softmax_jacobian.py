"""When does softmax stop learning?"""

from typing import Annotated

import numpy as np

from attn_core import softmax, softmax_backward
from demos._keys import KEYS, NAMES
from demos._powers import plain, scientific
from live_demo import Child, Gauge, Presets, Slider, View, bars, element, fixed, matrix, share, strong, table

SKETCH = {"the": 2, "animal": 95, "street": 10, "tired": 80}
PRESETS = Presets(
    "Try",
    {
        "÷ 8": {**SKETCH, "divisor": 8},
        "not divided": {**SKETCH, "divisor": 1},
        "all equal": {"the": 50, "animal": 50, "street": 50, "tired": 50, "divisor": 8},
    },
)


def jacobian(alpha: np.ndarray) -> np.ndarray:
    """diag(a) - a aᵀ: how each weight (row) answers to each divided score (column)."""
    n = len(alpha)
    moves = softmax_backward(np.eye(n), np.tile(alpha, (n, 1)))
    # 1 - a of a weight near 1 would be rounded away; the sum of the other weights is not.
    np.fill_diagonal(moves, alpha * (alpha @ (1 - np.eye(n))))
    return moves


def view(
    the: Annotated[int, Slider("Score The", 0, 100, 1)] = 2,
    animal: Annotated[int, Slider("Score animal", 0, 100, 1)] = 95,
    street: Annotated[int, Slider("Score street", 0, 100, 1)] = 10,
    tired: Annotated[int, Slider("Score tired", 0, 100, 1)] = 80,
    divisor: Annotated[int, Slider("Divided by", 1, 32, 1)] = 8,
) -> View:
    scores = np.array([the, animal, street, tired], dtype=float)
    alpha = softmax(scores / divisor)
    moves = jacobian(alpha)
    trace, most = float(np.trace(moves)), 1 - 1 / len(alpha)
    shown = np.minimum(alpha, np.nextafter(1, 0))  # a weight is never 1, only too near it for the machine
    labels = [s.label() for s in KEYS]
    rows = [
        [s.label(), fixed(x, 0), share(a, 5), scientific(j / divisor)]
        for s, x, a, j in zip(KEYS, scores, shown, np.diag(moves), strict=True)
    ]
    weights = bars(
        shown.tolist(),
        KEYS,
        gauge=Gauge("trace", trace, most, f"{plain(trace, 3)} of {fixed(most)}"),
        value_label="weight",
        ramp="attn",
    )
    grid = matrix("The Jacobian of softmax", moves.tolist(), labels, labels, top=0.25, places=3, ramp="signed")
    return View(
        weights,
        element(
            "div", element("p", "weight of the row, by the divided score of the column"), grid, class_="mj-grid"
        ),
        table(
            "Scores, weights and what one unit of score does",
            ["key", "score", "weight", "one unit moves it by"],
            rows,
            main=3,
        ),
        sentence=said(shown, moves, divisor),
    )


def said(alpha: np.ndarray, moves: np.ndarray, divisor: int) -> list[Child]:
    """What one more unit of the top key's score would change."""
    top = int(np.argmax(alpha))
    own = float(moves[top, top])
    who = "Each key" if np.ptp(alpha) < 1e-12 else NAMES[top]
    return [
        strong(who),
        f" holds {share(float(alpha[top]))}. One more unit of its score moves its weight by ",
        strong(plain(own / divisor)),
        f": α\u00a0(1\u00a0−\u00a0α) is {plain(own)}, and the score is divided by {divisor}. ",
        f"The trace is {plain(float(np.trace(moves)), 3)}; equal weights would give {fixed(1 - 1 / len(alpha))}.",
    ]

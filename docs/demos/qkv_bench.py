"""Where does every number in attention come from?"""

from typing import Annotated

import numpy as np

from demos._bench_figure import bench
from demos._bench_numbers import WORDS, Head, number, weight
from live_demo import Child, Choice, Grid, Presets, View, grid_text, pointed_at, strong, table

type Rows = tuple[tuple[float, ...], ...]

Q: Rows = ((1.4, 0.6), (0.2, 1.0), (1.0, -0.5))
K: Rows = ((0.3, 0.2), (1.7, 1.1), (1.1, -1.7))
V: Rows = ((0.0, 0.2), (1.0, 0.3), (-0.6, 1.0))
ORDERS = ("animal-street", "street-animal")  # of the last two keys
START = {"q": grid_text(Q), "k": grid_text(K), "v": grid_text(V), "order": ORDERS[0]}
SWAPPED = {"k": grid_text((K[0], K[2], K[1])), "v": grid_text((V[0], V[2], V[1])), "order": ORDERS[1]}
PRESETS = Presets(
    "Try",
    {
        "start": START,
        "K = Q": START | {"k": grid_text(Q)},
        "swap two keys": START | SWAPPED,
        "zero the queries": START | {"q": grid_text(np.zeros((3, 2)).tolist())},
    },
)


def view(
    q: Annotated[Rows, Grid("Q", 3, 2, -9.0, 9.0, 0.1, in_view=True)] = Q,
    k: Annotated[Rows, Grid("K", 3, 2, -9.0, 9.0, 0.1, in_view=True)] = K,
    v: Annotated[Rows, Grid("V", 3, 2, -9.0, 9.0, 0.1, in_view=True)] = V,
    order: Annotated[str, Choice("Order of the keys", ORDERS, in_view=True)] = ORDERS[0],
) -> View:
    keys = (WORDS[0], *order.split("-"))
    head = Head(np.array(q), np.array(k), np.array(v), keys)
    Z, A = head.matrices["z"], head.matrices["a"]
    pairs = [
        [f"{word} asks {key}", head.asks(i, j), number(Z[i, j]), weight(A[i, j], 3)]
        for i, word in enumerate(WORDS)
        for j, key in enumerate(keys)
    ]
    received = [[word, head.receives(i, 0), head.receives(i, 1)] for i, word in enumerate(WORDS)]
    return View(
        pointed_at(bench(head), f"s-0-{keys.index('animal')}"),
        table("Scores and weights", ["pair", "score", "÷ √2", "weight"], pairs, hidden=True),
        table("What each word receives", ["word", "column 1", "column 2"], received, hidden=True),
        sentence=summary(head),
    )


def summary(head: Head) -> Child:
    """Say what the first word takes, and what a preset shows."""
    S, A, O = (head.matrices[m] for m in "sao")
    received = f"{number(O[0, 0])}, {number(O[0, 1])}"
    if not S.any():
        return [
            strong("Every share is a third."),
            f" All scores are 0, so each word receives {received}, the mean of V.",
        ]
    top = A[0].max()
    named = ["itself" if key == WORDS[0] else key for key in head.keys]
    best = [named[j] for j in np.flatnonzero(np.isclose(A[0], top, rtol=0, atol=1e-9))]
    takes = (
        f" takes most from {best[0]}, {weight(top)},"
        if len(best) == 1
        else f" takes {weight(top)} each from {' and '.join(best)},"
    )
    more = ""
    if head.keys != WORDS:
        more = " street and animal have changed places as keys: two columns of A moved, AV did not."
    elif np.allclose(S, S.T, rtol=0, atol=1e-12):
        more = f" S is its own mirror image: it asks animal {number(S[0, 1])}, and animal asks it the same."
    return [strong(WORDS[0]), f"{takes} and receives {received}.", more]

"""Which axis does softmax run over?"""

from typing import Annotated

import numpy as np

from attn_core import attention_scores, softmax
from demos._keys import KEYS, K
from demos._sums import weights_with_sums
from live_demo import Child, Choice, View, fixed, listing, matrix, strong, table

QUERIES = {"it": (1.4, 0.6), "was": (0.2, 1.4), "too": (-0.9, 0.5)}
SCORES = attention_scores(np.array(list(QUERIES.values())), K)
AXES = {"each row": 1, "each column": 0, "all twelve": None}


def weights(axis: int | None) -> np.ndarray:
    """Softmax of the scores along the keys (1), along the queries (0) or over everything."""
    if axis is None:
        return softmax(SCORES.reshape(-1)).reshape(SCORES.shape)
    return softmax(SCORES, axis=axis)


def view(over: Annotated[str, Choice("Softmax over", tuple(AXES))] = "each row") -> View:
    alpha = weights(AXES[over])
    keys = [key.label() for key in KEYS]
    sums = [[name, fixed(float(total), 3)] for name, total in zip(QUERIES, alpha.sum(axis=1), strict=True)]
    return View(
        matrix("Scores: three queries, four keys", SCORES.tolist(), list(QUERIES), keys),
        weights_with_sums(f"Weights: softmax over {over}", alpha, list(QUERIES), keys),
        table("How much each query gives away", ["query", "sum of its row"], sums, hidden=True),
        sentence=said(over, alpha),
    )


def said(over: str, alpha: np.ndarray) -> list[Child]:
    """Say which sums are 1, and what that does to the queries."""
    rows, columns = alpha.sum(axis=1), alpha.sum(axis=0)
    given = listing([f"{name} {fixed(float(total))}" for name, total in zip(QUERIES, rows, strict=True)])
    if over == "each row":
        taken = listing([f"{key.name} {fixed(float(total))}" for key, total in zip(KEYS, columns, strict=True)])
        return [strong("Each row adds up to 1."), " Every query shares out one whole; the keys get ", taken, "."]
    if over == "each column":
        return [
            strong("Each column adds up to 1, the rows do not."),
            " The queries compete for each key: ",
            given,
            ". Their results are no longer averages of the values.",
        ]
    return [
        strong("All twelve add up to 1, no row does."),
        " The queries share one whole: ",
        given,
        ". A query with larger scores takes from the others.",
    ]

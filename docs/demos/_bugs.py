"""Seven ways to get one line of attention wrong, each of which runs without an error."""

from dataclasses import dataclass

import numpy as np

from attn_core import merge_heads

WORDS = ("The", "animal", "was", "tired")
HEADS, D_K = 2, 4
CHANGE = np.linspace(-0.5, 0.5, HEADS * D_K)  # what is added to a word's numbers; not the same to each
LINES = {
    "heads": "Q, K, V = (m.reshape(n, h, d_k).swapaxes(0, 1) for m in (Q, K, V))",
    "products": "S = Q @ K.swapaxes(1, 2)",
    "scale": "S = S / sqrt(d_k)",
    "mask": "S = where(allowed, S, -inf)",
    "maximum": "E = exp(S - S.max(axis=-1, keepdims=True))",
    "sum": "A = E / E.sum(axis=-1, keepdims=True)",
    "values": "O = A @ V",
}


@dataclass(frozen=True)
class Bug:
    """The line as it ran, the sign that gives it away, why it does that, and where it ran if not in its place."""

    ran: str
    sign: str
    why: str
    place: str = ""


BUGS = {
    "heads": Bug(
        "m.reshape(h, n, d_k)",
        "an output does not move when its own word is changed.",
        "Without the swap a head holds half of the words in place of half of each word’s numbers.",
    ),
    "products": Bug(
        "S = Q @ K",
        "every row adds up to 1, yet outputs move with words that the mask forbids; the first row alone is right.",
        "K has as many rows as columns here, so nothing fails: each query meets columns of K in place of keys.",
    ),
    "scale": Bug(
        "S = S",
        "the order of each row is right, the largest weight too large, and the right outputs move.",
        "Undivided scores are √d_k times as far apart, here twice, so softmax leans further to the largest.",
    ),
    "mask": Bug(
        "A = where(allowed, A, 0)",
        "forbidden weights are 0, but the rows above the last add up to less than 1.",
        "The forbidden keys took part in the sum before they were struck out: words still depend on later ones.",
        " after line 6",
    ),
    "maximum": Bug(
        "E = exp(S)",
        "a row of NaN where the scores are large; the other rows are right.",
        "exp(12) is more than float16 can hold. It becomes ∞, and ∞ ÷ ∞ is no number.",
    ),
    "sum": Bug(
        "A = E / E.sum(axis=-2, keepdims=True)",
        "the columns add up to 1 and the rows do not.",
        "The sum runs over the queries. They compete for a key in place of sharing out one whole each.",
    ),
    "values": Bug(
        "O = A.swapaxes(1, 2) @ V",
        "the weights are right, yet the outputs move with later words, even the first one.",
        "Transposed, the weights of a column are used for a row: a word receives by what it gave.",
    ),
}


def words() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Q, K and V of the four words, (n, h · d_k) each, with one decimal.

    The first feature of each head is the same for all keys and large in the query of "was": its scores are large
    and as far apart as the others'.
    """
    rng = np.random.default_rng(0)
    Q, K, V = (rng.normal(0, 1.2, (len(WORDS), HEADS * D_K)).round(1) for _ in range(3))
    K[:, 0] = 4.0
    Q[:, 0] = [0.5, 0.5, 6.5, 0.5]
    return Q, K, V


def split(m: np.ndarray, bug: str) -> np.ndarray:
    """(n, h · d_k) to (h, n, d_k)."""
    n = len(m)
    return m.reshape(HEADS, n, D_K) if bug == "heads" else m.reshape(n, HEADS, D_K).swapaxes(0, 1)


def attend(bug: str = "", change: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Weights (h, n, n) and output (n, h · d_k) of the program with one line wrong; `change` moves one word."""
    Q, K, V = words()
    if change is not None:
        for m in (Q, K, V):
            m[change] += CHANGE
    Q, K, V = (split(m, bug) for m in (Q, K, V))
    allowed = np.tri(len(WORDS), dtype=bool)
    S = Q @ (K if bug == "products" else K.swapaxes(1, 2))
    if bug != "scale":
        S = S / np.sqrt(D_K)
    if bug != "mask":
        S = np.where(allowed, S, -np.inf)
    with np.errstate(over="ignore", invalid="ignore"):
        E = np.exp(S if bug == "maximum" else S - S.max(axis=-1, keepdims=True)).astype(np.float16).astype(float)
        A = E / E.sum(axis=-2 if bug == "sum" else -1, keepdims=True)
    if bug == "mask":
        A = np.where(allowed, A, 0)
    return A, merge_heads((A.swapaxes(1, 2) if bug == "values" else A) @ V)


def moved(bug: str = "") -> list[list[str]]:
    """For each output (row) and each changed word (column): does the output move?"""
    _, before = attend(bug)
    columns = []
    for word in range(len(WORDS)):
        _, after = attend(bug, change=word)
        gone = np.isnan(after).any(axis=-1)
        differs = np.abs(np.nan_to_num(after) - np.nan_to_num(before)).max(axis=-1) > 1e-6
        columns.append(["NaN" if g else "moves" if d else "–" for g, d in zip(gone, differs, strict=True)])
    return [list(row) for row in zip(*columns, strict=True)]

"""The numbers of the page How it works."""

import math

import numpy as np

from attn_core import softmax
from demos._keys import K
from demos._translation import DISTANCE, GERMAN, MEANING, alignment, summary_shares
from demos.diagram_repaired import PRINTED, SCORES

__all__ = [
    "ANIMAL",
    "DISTANCE",
    "GERMAN",
    "HELD_ALL",
    "HELD_MOST",
    "LAB",
    "LAB_SCORES",
    "LIMIT_16",
    "LIMIT_32",
    "MASKED",
    "MEANING",
    "PADDED",
    "PADS",
    "PAGES",
    "PRINTED_SUM",
    "SCALED",
    "SCORES",
    "STREET",
    "TIRED",
    "UNSCALED",
    "WINDOW",
    "WORDS",
    "WRITING",
    "width_for_ratio",
    "width_for_top",
]

ANIMAL, STREET, TIRED = 1, 2, 3
SCALED = softmax(SCORES / math.sqrt(64))
UNSCALED = softmax(SCORES)
PRINTED_SUM = sum(p for p in PRINTED if p is not None)

# The query and the keys that the lab starts with.
LAB_SCORES = K @ np.array([1.4, 0.6])
LAB = softmax(LAB_SCORES / math.sqrt(2))

# The largest x whose exp is still a number.
LIMIT_16, LIMIT_32 = (math.log(np.finfo(kind).max) for kind in (np.float16, np.float32))

# Four words and four places of padding whose scores were set to 0, and the same with -inf.
ROW = np.array([2, 0.5, 0.8, 1, 0, 0, 0, 0])
PADS = slice(4, 8)
PADDED = softmax(ROW)
MASKED = softmax(np.where(np.arange(8) < 4, ROW, -np.inf))

# 128,000 tokens at three words to four tokens and 300 words to a page.
WINDOW = 128_000
WORDS = WINDOW * 3 // 4
PAGES = WORDS // 300

WRITING = alignment()
HELD_MOST, HELD_ALL = summary_shares(0.9), summary_shares(1.0)


def width_for_ratio(i: int, j: int) -> float:
    """The head width d at which softmax(s / √d) gives keys i and j their printed weights' ratio.

    p_i / p_j = exp((s_i - s_j) / √d), hence √d = (s_i - s_j) / log(p_i / p_j).
    """
    p, q = PRINTED[i], PRINTED[j]
    assert p is not None  # noqa: S101 - for the type checker: "The" is the one key without a weight
    assert q is not None  # noqa: S101
    return float(((SCORES[i] - SCORES[j]) / math.log(p / q)) ** 2)


def width_for_top(target: float) -> float:
    """The head width at which the largest of the four weights is `target`, by halving an interval."""
    low, high = 1.0, 10_000.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if softmax(SCORES / math.sqrt(middle)).max() > target else (low, middle)
    return low

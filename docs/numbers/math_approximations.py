"""Numbers of the page “Approximations”: what sparse patterns keep, and how far features are off."""

import numpy as np

from attn_core import attention_cost, uniform_weights
from demos._units import count, percent, three
from demos.linear_attention import exact_weights, kernel_weights, misplaced, random_weights
from demos.sparse_patterns import WORDS, kept, reach

LONG, WIDTH = 100_000, 512
SIDE = 256

dense = attention_cost(LONG, WIDTH, 1)
window = attention_cost(LONG, WIDTH, 1, kind="window", window=(SIDE, SIDE))
kept_share = window.scores / dense.scores
window_layers = -(-(LONG - 1) // SIDE)

# The smallest case where a window's reach can be counted by hand: 16 words, two neighbours on each side.
small_window = reach(kept("window", 2, 0, causal=False))
small_global = reach(kept("window", 2, 1, causal=False))
small_sink = reach(kept("window", 2, 1, causal=True))

SHARP, DRAW = 4.0, 1


def random_error(features: int, sharpness: float = 1.0) -> float:
    """What random features misplace in the demo, in its first draw."""
    return misplaced(exact_weights(sharpness), random_weights(sharpness, DRAW)[features])


def kernel_error(sharpness: float = 1.0) -> float:
    """What linear attention with elu + 1 misplaces in the demo."""
    return misplaced(exact_weights(sharpness), kernel_weights(sharpness))


def uniform_error(sharpness: float = 1.0) -> float:
    """What a plain average misplaces in the demo."""
    exact = exact_weights(sharpness)
    return misplaced(exact, uniform_weights(exact.shape[-1]))


# The worked example of the page: one query of 1, keys 0 and 2, values 10 and 20, features x + 1.
features_of_keys = np.array([1.0, 3.0])
worked = 2 * features_of_keys @ np.array([10.0, 20.0]) / (2 * features_of_keys.sum())
softmax_worked = np.exp([0.0, 2.0]) @ np.array([10.0, 20.0]) / np.exp([0.0, 2.0]).sum()

linear = attention_cost(LONG, 64, 1, kind="linear", features=256)
dense_head = attention_cost(LONG, 64, 1)

__all__ = [
    "LONG",
    "SHARP",
    "SIDE",
    "WORDS",
    "count",
    "dense",
    "dense_head",
    "kept_share",
    "kernel_error",
    "linear",
    "percent",
    "random_error",
    "small_global",
    "small_sink",
    "small_window",
    "softmax_worked",
    "three",
    "uniform_error",
    "window",
    "window_layers",
    "worked",
]

"""Numbers of the page “Why the square root of dₖ”: 4000 draws from seed 0, and the worked scores."""

import numpy as np

from attn_core import softmax
from demos._powers import plain, scientific
from demos.softmax_jacobian import jacobian
from demos.variance_sampler import KEYS, mean_top_weight, random_scores

DRAWS, SEED = 4000, 0
HEAD, WIDE, MODEL = 64, 1024, 512

drawn = random_scores(HEAD, DRAWS, SEED)
drawn_wide = random_scores(WIDE, DRAWS, SEED)
spread, spread_wide = float(drawn.std()), float(drawn_wide.std())
raw, scaled = mean_top_weight(drawn), mean_top_weight(drawn / np.sqrt(HEAD))
raw_wide, scaled_wide = mean_top_weight(drawn_wide), mean_top_weight(drawn_wide / np.sqrt(WIDE))
# Divided by the model's width instead of the head's.
too_flat = mean_top_weight(drawn / np.sqrt(MODEL))


def median_trace(scores: np.ndarray) -> float:
    """The median over the draws of 1 - a · a, the trace of softmax's Jacobian."""
    return float(np.median(1 - (softmax(scores) ** 2).sum(axis=-1)))


trace, trace_scaled, trace_wide = (median_trace(x) for x in (drawn, drawn / np.sqrt(HEAD), drawn_wide))

scores = np.array([2.0, 95.0, 10.0, 80.0])
alpha, alpha_raw = softmax(scores / np.sqrt(HEAD)), softmax(scores)
ANIMAL, TIRED = 1, 3
own = float(jacobian(alpha)[ANIMAL, ANIMAL])
gradient = own / float(np.sqrt(HEAD))
gradient_raw = float(jacobian(alpha_raw)[ANIMAL, ANIMAL])

__all__ = [
    "ANIMAL",
    "DRAWS",
    "HEAD",
    "KEYS",
    "MODEL",
    "SEED",
    "TIRED",
    "WIDE",
    "alpha",
    "alpha_raw",
    "gradient",
    "gradient_raw",
    "own",
    "plain",
    "raw",
    "raw_wide",
    "scaled",
    "scaled_wide",
    "scientific",
    "spread",
    "spread_wide",
    "too_flat",
    "trace",
    "trace_scaled",
    "trace_wide",
]

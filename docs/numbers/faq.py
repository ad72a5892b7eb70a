"""The numbers of the short answers, each from attn_core."""

import numpy as np

from attn_core import scaled_dot_product_attention, softmax, tiled_attention
from demos.first_token import OUTSIDE
from demos.softmax_axis import weights
from live_demo import fixed, share

LEAK_SCORES = [2.0, 0.5, 0.8, 1.0]
"""Four words; four pads follow."""
PADS = 4


def leak() -> str:
    """What four pads take when their scores are set to 0 in place of −∞."""
    alpha = softmax(LEAK_SCORES + [0.0] * PADS)
    return fixed(100 * float(alpha[-PADS:].sum()), 1)


def right() -> str:
    """The weights of the four words when the pads are −∞."""
    alpha = softmax(LEAK_SCORES + [-np.inf] * PADS)
    return ", ".join(share(float(a), 3) for a in alpha[:-PADS])


def spread(width: int) -> str:
    """The measured standard deviation of 4000 dot products of unit-variance vectors of this width."""
    rng = np.random.default_rng(0)
    q, k = rng.standard_normal((2, 4000, width))
    return fixed(float((q * k).sum(axis=-1).std()), 1)


def tiles_agree_to() -> str:
    """A bound on the largest difference between tiled and dense attention over 200 tokens."""
    q, k, v = np.random.default_rng(0).standard_normal((3, 200, 64))
    gap = np.abs(tiled_attention(q, k, v, block_size=16) - scaled_dot_product_attention(q, k, v)).max()
    return _bound(float(gap))


def shuffled_agree_to() -> str:
    """A bound on how far attention without positions is from giving the same rows in a new order."""
    rng = np.random.default_rng(0)
    x, order = rng.standard_normal((11, 64)), rng.permutation(11)
    plain, shuffled = (scaled_dot_product_attention(y, y, y) for y in (x, x[order]))
    return _bound(float(np.abs(plain[order] - shuffled).max()))


def _bound(gap: float) -> str:
    """Say that a gap is rounding. The gap itself differs from machine to machine, so it is not printed."""
    if not gap < 1e-14:
        raise ValueError(f"a gap of {gap:.0e} is more than rounding")
    return "10⁻¹⁴"


OUTSIDE_MEAN = share(float(OUTSIDE.mean()))
HEADS = OUTSIDE.shape[0] * OUTSIDE.shape[1]
ROW_SUMS = ", ".join(fixed(float(s)) for s in weights(0).sum(axis=1))
FLOAT16_MAX = f"{float(np.finfo(np.float16).max):,.0f}"
FLOAT32_LIMIT = fixed(float(np.log(np.finfo(np.float32).max)))
FLOAT16_LIMIT = fixed(float(np.log(np.finfo(np.float16).max)))

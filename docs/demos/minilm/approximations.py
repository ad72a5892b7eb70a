"""Cheaper attention in the place of the model's own, on the queries, keys and values that it really has.

Nothing is trained again: the error says what an approximation loses when it is only put in.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from attn_core import (
    attention_scores,
    favor_features,
    linear_attention,
    orthogonal_features,
    scaled_dot_product_attention,
    sliding_window_mask,
    tiled_attention,
)

type Floats = npt.NDArray[np.float32]
type Attention = Callable[[Floats, Floats, Floats], Floats]
"""Queries, keys and values, each (heads, n, width), to the outputs."""


def window(reach: int, *, sink: bool = False) -> Attention:
    """Each token sees itself, `reach` neighbours on either side and, with a sink, the first token, [CLS]."""

    def attend(Q: Floats, K: Floats, V: Floats) -> Floats:
        n = K.shape[-2]
        mask = sliding_window_mask(n, n, reach, reach)
        mask[:, 0] |= sink
        return scaled_dot_product_attention(Q, K, V, mask)

    return attend


def top_keys(count: int) -> Attention:
    """Each token sees the `count` keys that fit it best. To find them, all scores are computed."""

    def attend(Q: Floats, K: Floats, V: Floats) -> Floats:
        S = attention_scores(Q, K)
        least = np.sort(S, axis=-1)[..., -min(count, S.shape[-1]), None]
        return scaled_dot_product_attention(Q, K, V, least <= S)

    return attend


def uniform(Q: Floats, K: Floats, V: Floats) -> Floats:
    """Every key counts the same: the mean of the values, which is what no attention at all would give."""
    return scaled_dot_product_attention(Q, K, V, scale=0)


def linear(Q: Floats, K: Floats, V: Floats) -> Floats:
    """The kernel (elu(q) + 1)·(elu(k) + 1) in the place of exp(q·k / sqrt(d))."""
    return linear_attention(Q, K, V)


def random_features(count: int, seed: int = 0) -> Attention:
    """Positive random features, whose products are exp(q·k / sqrt(d)) on average."""

    def attend(Q: Floats, K: Floats, V: Floats) -> Floats:
        width = Q.shape[-1]
        omega = orthogonal_features(count, width, np.random.default_rng(seed))
        phi_Q, phi_K = (favor_features(x.astype(np.float64) / width**0.25, omega) for x in (Q, K))
        sums = phi_Q @ phi_K.sum(axis=-2)[..., None]
        outputs: Floats = phi_Q @ (phi_K.swapaxes(-1, -2) @ V) / sums
        return outputs

    return attend


def tiled(Q: Floats, K: Floats, V: Floats) -> Floats:
    """The same numbers, block by block: no approximation."""
    return tiled_attention(Q, K, V, block_size=16)


APPROXIMATIONS: dict[str, Attention] = {
    "tiled": tiled,
    **{f"window {reach}": window(reach) for reach in (4, 16, 32)},
    **{f"window {reach} + sink": window(reach, sink=True) for reach in (4, 16, 32)},
    **{f"top {count}": top_keys(count) for count in (4, 8, 16)},
    "linear": linear,
    **{f"random features {count}": random_features(count) for count in (64, 256, 2048)},
    "uniform": uniform,
}


def relative_error(approximate: Attention, Q: Floats, K: Floats, V: Floats) -> float:
    """Return `|O' - O| / |O|` over all heads and tokens, O the output of full attention."""
    exact = scaled_dot_product_attention(Q, K, V)
    return float(np.linalg.norm(approximate(Q, K, V) - exact) / np.linalg.norm(exact))

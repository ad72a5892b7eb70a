"""The gradients of attention, written out by hand: what automatic differentiation would find."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from attn_core import _shapes
from attn_core._dtypes import as_real, rounded, to_working
from attn_core._pipeline import (
    attended_product,
    attention_weights,
    fill_excluded,
    masked_scores,
    repeat_heads,
    scale_of,
)
from attn_core.softmax import softmax_backward

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from attn_core._dtypes import FloatArray


def scaled_dot_product_attention_backward(
    grad_out: ArrayLike,
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    attn_mask: ArrayLike | None = None,
    *,
    is_causal: bool = False,
    query_offset: SupportsIndex = 0,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> tuple[FloatArray, ...]:
    """
    ``dV = Wᵀ dO,  dS = W ∘ (dO Vᵀ - rowsum(W ∘ dO Vᵀ)),  dQ = s dS K,  dK = s dSᵀ Q``

    The chain rule through O = W V, W = softmax(S), S = s Q Kᵀ + mask, with s the scale: two of the
    products turn around the value product, the middle one is `softmax_backward`. The weights are computed
    again rather than kept.

    An excluded pair of query and key passes nothing back, whatever it holds, so a query without keys
    has a gradient of 0 (other libraries give 0 or NaN) and adds nothing to those of keys and values.

    Parameters
    ----------
    grad_out : (..., L, Ev)
        dO, the gradient of the loss at the output, of the output's shape.
    query : (..., L, E)
        As given to `scaled_dot_product_attention`; so are all that follow.
    key : (..., S, E)
        Keys.
    value : (..., S, Ev)
        Values.
    attn_mask : (..., L, S) or None
        Bool, True = attend, or floating, added to the scores with -inf excluding.
    is_causal : bool
        Exclude key j from query i unless j <= i + query_offset.
    query_offset : int
        Position of the first query among the keys.
    scale : float or None
        s, the factor of Q Kᵀ, 1 / sqrt(E) if None.
    enable_gqa : bool
        Grouped queries: query head h uses key head h // (Hq / Hkv); heads are axis -3.

    Returns
    -------
    dq : query's shape
        Like the others summed over the axes along which its input was broadcast. All are in the dtype of
        query, key and value together; float16 is computed in float32 and rounded once; integers
        become float64.
    dk : key's shape
        With grouped queries also summed over the query heads that share a key head.
    dv : value's shape
        Likewise.
    dmask : attn_mask's shape
        Only if attn_mask is floating.

    Raises
    ------
    TypeError
        If an array is complex, object or (other than a mask) bool, or the offset isn't an integer.
    ValueError
        If grad_out doesn't have the output's shape, or as `scaled_dot_product_attention`.

    References
    ----------
    Vaswani et al. (2017), Attention is all you need, equation 1. Written out: Dao et al. (2022),
    FlashAttention, appendix B.2.

    Examples
    --------
    Two keys that match equally well: the output grows most along the second value.

    >>> dq, dk, dv = scaled_dot_product_attention_backward(
    ...     [[1.0]], [[2.0]], [[1.0], [1.0]], [[10.0], [20.0]], scale=1
    ... )
    >>> dv
    array([[0.5],
           [0.5]])
    >>> dk
    array([[-5.],
           [ 5.]])
    """
    (Q, K, V), dtype = to_working(query=query, key=key, value=value)
    _shapes.query_key(Q, K)
    _shapes.key_value(K, V)
    Kr, Vr = (repeat_heads(Q, "key", K), repeat_heads(Q, "value", V)) if enable_gqa else (K, V)
    _shapes.leading_axes(_shapes.GROUPED, query=Q, key=Kr, value=Vr)
    S, attend = masked_scores(
        Q, Kr, scale=scale, attn_mask=attn_mask, is_causal=is_causal, query_offset=query_offset
    )
    W = attention_weights(S, attend)
    dO = as_real("grad_out", grad_out)
    _shapes.exactly("grad_out", dO.shape, _shapes.product(W, Vr), "the output's")

    s = scale_of(Q, scale)
    with np.errstate(all="ignore"):
        dW = dO @ Vr.mT
        fill_excluded(dW, attend, 0)
        dS = softmax_backward(_summed_to(dW, W.shape), W)
        fill_excluded(dS, attend, 0)  # a NaN of the row is the attended keys' alone
        dQ = s * attended_product(dS, Kr, attend)
        dK = s * attended_product(dS.mT, Q, attend.mT)
        dV = attended_product(W.mT, dO, attend.mT)
        if enable_gqa:
            dK, dV = _summed_groups(dK, K.shape[-3]), _summed_groups(dV, V.shape[-3])
        grads = [_summed_to(dX, X.shape) for dX, X in ((dQ, Q), (dK, K), (dV, V))]
        mask = np.asarray(attn_mask)
        if mask.dtype.kind == "f":
            grads.append(_summed_to(dS, mask.shape))
    return tuple(rounded(grad, dtype) for grad in grads)


def _summed_to(x: FloatArray, shape: tuple[int, ...]) -> FloatArray:
    """Return x summed over the axes along which an array of this shape was broadcast."""
    x = x.sum(axis=tuple(range(x.ndim - len(shape))))
    stretched = tuple(k for k, n in enumerate(shape) if n == 1)
    return np.asarray(x.sum(axis=stretched, keepdims=True))


def _summed_groups(x: FloatArray, groups: int) -> FloatArray:
    """Return x (..., H, L, E) summed over the neighbouring heads of each group: (..., groups, L, E)."""
    *lead, heads, length, width = x.shape
    return np.asarray(x.reshape(*lead, groups, heads // groups, length, width).sum(axis=-3))

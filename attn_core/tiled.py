"""Attention in tiles: the same numbers, and never all scores at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from attn_core import _checks, _shapes
from attn_core._dtypes import rounded, to_working
from attn_core._pipeline import attended_product, masked_scores, scale_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from attn_core._dtypes import FloatArray


def tiled_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    attn_mask: ArrayLike | None = None,
    *,
    is_causal: bool = False,
    query_offset: SupportsIndex = 0,
    scale: float | None = None,
    block_size: SupportsIndex = 64,
) -> FloatArray:
    """
    ``m' = max(m, max_j S_j),  l' = e^(m - m') l + sum_j e^(S_j - m'),
    O' = (e^(m - m') l O + sum_j e^(S_j - m') V_j) / l'``

    Attention over the keys one block at a time. For each query three things are carried on: the
    largest score m so far, the sum l of softmax's denominator relative to it, and the output O over
    the keys so far. A larger score that turns up later rescales the first two, so every block leaves
    the exact attention over the keys up to there.

    The meaning is that of `scaled_dot_product_attention`, also for excluded keys, queries without keys
    and what isn't finite; the result differs by rounding only. It holds L x block_size scores
    instead of L x S; the number of operations stays proportional to L S.

    Parameters
    ----------
    query : (..., L, E)
        Queries, one a row.
    key : (..., S, E)
        Keys, as wide as the queries.
    value : (..., S, Ev)
        Values, as many as keys, of any width.
    attn_mask : (..., L, S) or None
        Bool, True = attend, or floating, added to the scores with -inf excluding. It broadcasts to
        the scores, aligned at the right as numpy does, and may not enlarge them. Its dtype never
        changes the result's.
    is_causal : bool
        Exclude key j from query i unless j <= i + query_offset. It holds beside attn_mask.
    query_offset : int
        Position of the first query among the keys: 0 aligns the first with the first, S - L the last
        with the last; when decoding it is the number of cached keys.
    scale : float or None
        Factor of Q Kᵀ, 1 / sqrt(E) if None; 0 is valid.
    block_size : int
        Keys per block, at least 1.

    Returns
    -------
    output : (..., L, Ev)
        In the dtype of query, key and value together; float16 is computed in float32 and rounded once;
        integers become float64.

    Raises
    ------
    TypeError
        If an array is complex, object or (other than a mask) bool, or query_offset or
        block_size isn't an integer.
    ValueError
        If block_size is below 1, or as `scaled_dot_product_attention`.

    References
    ----------
    Milakov and Gimelshein (2018), Online normalizer calculation for softmax, algorithm 3. Rabe and
    Staats (2021), Self-attention does not need O(n^2) memory. Dao et al. (2022), FlashAttention,
    algorithm 1.

    Examples
    --------
    >>> tiled_attention([[2.0, 0.0]], [[0.0, 1.0], [1.0, 0.0]], [[10.0], [20.0]], block_size=1).round(3)
    array([[18.044]])
    """
    (Q, K, V), dtype = to_working(query=query, key=key, value=value)
    _shapes.query_key(Q, K)
    _shapes.key_value(K, V)
    _shapes.leading_axes(query=Q, key=K, value=V)
    s = scale_of(Q, scale)
    offset = _checks.integer("query_offset", query_offset)
    block = _checks.at_least("block_size", block_size, 1)
    mask = None if attn_mask is None else _checks.mask("attn_mask", attn_mask)
    *lead, L, _ = scores = _shapes.product(Q, K.mT)
    if mask is not None:
        _shapes.fits("attn_mask", mask.shape, "the scores'", scores)

    m = np.full_like(Q, -np.inf, shape=(*lead, L, 1))
    l, seen = np.zeros_like(m), np.zeros(m.shape, dtype=np.bool_)
    O = np.zeros_like(V, shape=(*V.shape[:-2], L, V.shape[-1]))
    for j in range(0, K.shape[-2], block):
        keys = slice(j, j + block)
        S, attend = masked_scores(
            Q,
            K[..., keys, :],
            scale=s,
            attn_mask=None if mask is None else _columns(mask, keys),
            is_causal=is_causal,
            query_offset=offset - j,
        )
        with np.errstate(all="ignore"):
            m_new = np.maximum(m, S.max(axis=-1, keepdims=True))
            shift = np.where(m_new == -np.inf, 0, m_new)
            P = np.exp(S - shift)  # 0 at excluded keys, where S is -inf
            l_old = np.exp(m - shift) * l
            l = l_old + P.sum(axis=-1, keepdims=True)
            total = np.where(l == 0, 1, l)
            O = l_old / total * O + attended_product(P / total, V[..., keys, :], attend)
        m = m_new
        seen |= attend.any(axis=-1, keepdims=True)
    # Keys that are attended but leave no sum: all their scores are -inf, and softmax of that is NaN.
    return rounded(np.where(seen & (l == 0), np.nan, O), dtype)


def _columns(mask: NDArray[Any], keys: slice) -> NDArray[Any]:
    return mask if mask.ndim == 0 or mask.shape[-1] == 1 else mask[..., keys]

"""Attention: every query's average of the values, weighted by how well the keys match it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, SupportsIndex, overload

import numpy as np

from attn_core import _checks, _shapes
from attn_core._dtypes import rounded, to_working
from attn_core._pipeline import attended_product, attention_weights, masked_scores, repeat_heads

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from attn_core._checks import Window
    from attn_core._dtypes import FloatArray


def attention_scores(
    query: ArrayLike,
    key: ArrayLike,
    *,
    scale: float | None = None,
    softcap: float | None = None,
    attn_mask: ArrayLike | None = None,
    is_causal: bool = False,
    query_offset: SupportsIndex = 0,
    enable_gqa: bool = False,
) -> FloatArray:
    """
    ``S = Q Kᵀ / sqrt(E)``, -inf where a key is excluded

    What softmax is given. The steps are those of `scaled_dot_product_attention`: scale, softcap,
    additive bias, exclusion.

    Parameters
    ----------
    query : (..., L, E)
        Queries, one a row.
    key : (..., S, E)
        Keys, as wide as the queries.
    scale : float or None
        Factor of Q Kᵀ, 1 / sqrt(E) if None; 0 is valid.
    softcap : float or None
        If given, scores become softcap * tanh(scores / softcap) before any mask.
    attn_mask : (..., L, S) or None
        Bool, True = attend, or floating, added to the scores with -inf excluding. It broadcasts to
        the scores, aligned at the right as numpy does, and may not enlarge them. Its dtype never
        changes the result's.
    is_causal : bool
        Exclude key j from query i unless j <= i + query_offset. It holds beside attn_mask.
    query_offset : int
        Position of the first query among the keys: 0 aligns the first with the first, S - L the last
        with the last; when decoding it is the number of cached keys.
    enable_gqa : bool
        Grouped queries: query head h uses key head h // (Hq / Hkv); heads are axis -3.

    Returns
    -------
    scores : (..., L, S)
        In the dtype of query and key; float16 is computed in float32 and rounded once, so a score above
        65504 becomes infinite here (inside `scaled_dot_product_attention` it isn't rounded); integers
        become float64.

    Raises
    ------
    TypeError
        If an array is complex, object or (other than a mask) bool, or the offset isn't an integer.
    ValueError
        If an array has fewer than 2 axes; the widths differ; leading axes or the mask don't broadcast;
        the mask is of integers; head counts don't divide; scale isn't finite; softcap isn't above 0.

    References
    ----------
    Vaswani et al. (2017), Attention is all you need, equation 1.

    Examples
    --------
    >>> attention_scores([[3.0, 4.0]], [[1.0, 0.0], [0.0, 1.0]], scale=1)
    array([[3., 4.]])
    >>> attention_scores([[3.0, 4.0]], [[1.0, 0.0], [0.0, 1.0]], scale=1, is_causal=True)
    array([[  3., -inf]])
    """
    (Q, K), dtype = to_working(query=query, key=key)
    _shapes.query_key(Q, K)
    if enable_gqa:
        K = repeat_heads(Q, "key", K)
    _shapes.leading_axes(_shapes.GROUPED, query=Q, key=K)
    S, _ = masked_scores(
        Q,
        K,
        scale=scale,
        softcap=softcap,
        attn_mask=attn_mask,
        is_causal=is_causal,
        query_offset=query_offset,
    )
    return rounded(S, dtype)


@overload
def scaled_dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    attn_mask: ArrayLike | None = None,
    *,
    is_causal: bool = False,
    query_offset: SupportsIndex = 0,
    window: Window | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    enable_gqa: bool = False,
    dropout_p: float = 0.0,
    rng: np.random.Generator | None = None,
    return_weights: Literal[False] = False,
) -> FloatArray: ...


@overload
def scaled_dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    attn_mask: ArrayLike | None = None,
    *,
    is_causal: bool = False,
    query_offset: SupportsIndex = 0,
    window: Window | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    enable_gqa: bool = False,
    dropout_p: float = 0.0,
    rng: np.random.Generator | None = None,
    return_weights: Literal[True],
) -> tuple[FloatArray, FloatArray]: ...


def scaled_dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    attn_mask: ArrayLike | None = None,
    *,
    is_causal: bool = False,
    query_offset: SupportsIndex = 0,
    window: Window | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    enable_gqa: bool = False,
    dropout_p: float = 0.0,
    rng: np.random.Generator | None = None,
    return_weights: bool = False,
) -> FloatArray | tuple[FloatArray, FloatArray]:
    """
    ``O = W V,  W = softmax(Q Kᵀ / sqrt(E))``

    One letter per axis: L queries, S keys and values, width E of queries and keys, Ev of values.
    Heads are an ordinary leading axis, and leading axes broadcast. The steps in order: scale,
    softcap, additive bias, exclusion, softmax over the keys that are left, times V.

    A query whose keys are all excluded gets output and weights of 0 (other libraries give 0, NaN or
    the mean of V). NaN or infinity at an excluded key or value never matters; at an attended one
    it shows, even if the weight underflows to 0. Scores too large for the dtype give NaN. Without
    any keys (S = 0) the output is 0; with E = 0 every key weighs the same.

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
        Exclude key j from query i unless j <= i + query_offset. It holds beside attn_mask and window.
    query_offset : int
        Position of the first query among the keys: 0 aligns the first with the first, S - L the last
        with the last; when decoding it is the number of cached keys. For is_causal and window.
    window : (left, right) or None
        How many keys before and after its own position i + query_offset a query sees, both ends
        included; None = no limit on that side.
    scale : float or None
        Factor of Q Kᵀ, 1 / sqrt(E) if None; 0 is valid.
    softcap : float or None
        If given, scores become softcap * tanh(scores / softcap) before any mask.
    enable_gqa : bool
        Grouped queries: query head h uses key head h // (Hq / Hkv); heads are axis -3.
    dropout_p : float
        Probability of dropping a weight. Those kept are scaled by 1 / (1 - dropout_p).
    rng : Generator or None
        What draws the dropped weights.
    return_weights : bool
        Return (output, weights) rather than the output alone.

    Returns
    -------
    output : (..., L, Ev)
        In the dtype of query, key and value together; float16 is computed in float32 and rounded once;
        integers become float64.
    weights : (..., L, S)
        Only if asked for, in the same dtype, as they are before dropout.

    Raises
    ------
    TypeError
        If an array is complex, object or (other than a mask) bool, or the offset isn't an integer.
    ValueError
        If an array has fewer than 2 axes; the widths of query and key, or the lengths of key and
        value, differ; leading axes or the mask don't broadcast; the mask is of integers; head counts
        don't divide; scale isn't finite; softcap isn't above 0; dropout_p isn't in [0, 1) or has no rng.

    References
    ----------
    Vaswani et al. (2017), Attention is all you need, equation 1. Grouped queries: Ainslie et al.
    (2023), GQA. Softcap: Gemma Team (2024), Gemma 2, "Logit soft-capping". Dropout: Srivastava et al.
    (2014), Dropout: a simple way to prevent neural networks from overfitting.

    Examples
    --------
    The second key matches the query best, so the output lies nearest its value.

    >>> O, W = scaled_dot_product_attention(
    ...     [[2.0, 0.0]], [[0.0, 1.0], [1.0, 0.0]], [[10.0], [20.0]], return_weights=True
    ... )
    >>> W.round(3)
    array([[0.196, 0.804]])
    >>> O.round(3)
    array([[18.044]])
    """
    _checks.dropout(dropout_p, rng)
    (Q, K, V), dtype = to_working(query=query, key=key, value=value)
    _shapes.query_key(Q, K)
    _shapes.key_value(K, V)
    if enable_gqa:
        K, V = repeat_heads(Q, "key", K), repeat_heads(Q, "value", V)
    _shapes.leading_axes(_shapes.GROUPED, query=Q, key=K, value=V)
    S, attend = masked_scores(
        Q,
        K,
        scale=scale,
        softcap=softcap,
        attn_mask=attn_mask,
        is_causal=is_causal,
        query_offset=query_offset,
        window=window,
    )
    W = attention_weights(S, attend)
    kept = W if rng is None else np.where(rng.random(W.shape) >= dropout_p, W / (1 - float(dropout_p)), 0)
    output = rounded(attended_product(kept, V, attend), dtype)
    return (output, rounded(W, dtype)) if return_weights else output

"""Multi-head attention: several attentions side by side, each on its own slice of the projections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, SupportsIndex, overload

from attn_core import _checks, _shapes
from attn_core._dtypes import rounded, to_working
from attn_core._projections import appended_columns, appended_keys, combined_mask, projected
from attn_core.attention import scaled_dot_product_attention
from attn_core.heads import merge_heads, split_heads

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from attn_core._dtypes import FloatArray


@overload
def multi_head_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    num_heads: SupportsIndex,
    w_q: ArrayLike,
    w_k: ArrayLike,
    w_v: ArrayLike,
    w_o: ArrayLike,
    b_q: ArrayLike | None = None,
    b_k: ArrayLike | None = None,
    b_v: ArrayLike | None = None,
    b_o: ArrayLike | None = None,
    bias_k: ArrayLike | None = None,
    bias_v: ArrayLike | None = None,
    add_zero_attn: bool = False,
    attn_mask: ArrayLike | None = None,
    key_mask: ArrayLike | None = None,
    is_causal: bool = False,
    return_weights: Literal[False] = False,
) -> FloatArray: ...


@overload
def multi_head_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    num_heads: SupportsIndex,
    w_q: ArrayLike,
    w_k: ArrayLike,
    w_v: ArrayLike,
    w_o: ArrayLike,
    b_q: ArrayLike | None = None,
    b_k: ArrayLike | None = None,
    b_v: ArrayLike | None = None,
    b_o: ArrayLike | None = None,
    bias_k: ArrayLike | None = None,
    bias_v: ArrayLike | None = None,
    add_zero_attn: bool = False,
    attn_mask: ArrayLike | None = None,
    key_mask: ArrayLike | None = None,
    is_causal: bool = False,
    return_weights: Literal[True],
) -> tuple[FloatArray, FloatArray]: ...


def multi_head_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    num_heads: SupportsIndex,
    w_q: ArrayLike,
    w_k: ArrayLike,
    w_v: ArrayLike,
    w_o: ArrayLike,
    b_q: ArrayLike | None = None,
    b_k: ArrayLike | None = None,
    b_v: ArrayLike | None = None,
    b_o: ArrayLike | None = None,
    bias_k: ArrayLike | None = None,
    bias_v: ArrayLike | None = None,
    add_zero_attn: bool = False,
    attn_mask: ArrayLike | None = None,
    key_mask: ArrayLike | None = None,
    is_causal: bool = False,
    return_weights: bool = False,
) -> FloatArray | tuple[FloatArray, FloatArray]:
    """
    ``Y = [O_1 ... O_H] W_Oᵀ + b_O,  O_h = attention(Q_h, K_h, V_h),
    Q = query W_Qᵀ + b_Q,  K = key W_Kᵀ + b_K,  V = value W_Vᵀ + b_V``

    Each head attends with its own slice of the projections; W_O mixes the heads. The same input may
    be given three times (self-attention), or keys and values come from another sequence (cross-attention).

    A query without keys gets heads of 0, so y = b_O there (PyTorch: NaN). Everything else that is
    excluded, not finite or empty is treated as in `scaled_dot_product_attention`.

    Parameters
    ----------
    query : (..., L, Dq)
        What the queries are made from; leading axes broadcast.
    key : (..., S, Dk)
        What the keys are made from.
    value : (..., S, Dv)
        What the values are made from.
    num_heads : int
        H, at least 1.
    w_q : (H E, Dq)
        W_Q, the projection of the queries; all are applied as in PyTorch, y = x @ W.T.
    w_k : (H E, Dk)
        W_K, that of the keys.
    w_v : (H Ev, Dv)
        W_V, that of the values.
    w_o : (out, H Ev)
        W_O, which mixes the heads.
    b_q : (H E,) or None
        Bias, one number for each row of w_q.
    b_k : (H E,) or None
        Bias for w_k.
    b_v : (H Ev,) or None
        Bias for w_v.
    b_o : (out,) or None
        Bias for w_o.
    bias_k : (H E,) or None
        One more key at the end, learned, the same for all sequences: PyTorch's ``add_bias_kv``, whose
        shape (1, 1, H E) is taken too.
    bias_v : (H Ev,) or None
        Its value; both are given or neither.
    add_zero_attn : bool
        One more key and value of zeros, after that. What is appended is never excluded.
    attn_mask : (..., H, L, S) or None
        Bool, True = attend (PyTorch: the opposite), or floating, added to the scores. It broadcasts to
        the scores of the keys given, aligned at the right.
    key_mask : bool array (..., S) or None
        Which keys are real, not padding: True = attend (PyTorch's ``key_padding_mask`` is the
        opposite). The leading axes are those of key, without heads.
    is_causal : bool
        Exclude key j from query i unless j <= i. All three masks hold together.
    return_weights : bool
        Return (y, weights) rather than y alone.

    Returns
    -------
    y : (..., L, out)
        In the dtype of query, key and value together, which neither masks nor matrices promote; float16
        is computed in float32 and rounded once; integers become float64.
    weights : (..., H, L, S + appended)
        Only if asked for: those of each head, not averaged (PyTorch: averaged by default).

    Raises
    ------
    TypeError
        If an array is complex, object or (other than a mask) bool, or num_heads isn't an integer.
    ValueError
        If an array has fewer than 2 axes; a matrix, a bias or a mask has the wrong shape; the lengths
        of key and value differ; num_heads doesn't divide the projections; a mask is of integers; or
        only one of bias_k and bias_v is given.

    References
    ----------
    Vaswani et al. (2017), Attention is all you need, section 3.2.2.

    Examples
    --------
    Two heads of width 1; the second looks the other way.

    >>> x = eye = [[1.0, 0.0], [0.0, 1.0]]
    >>> y, W = multi_head_attention(
    ...     x, x, x, num_heads=2, w_q=[[4.0, 0.0], [-4.0, 0.0]], w_k=[[1.0, 0.0]] * 2, w_v=eye, w_o=eye,
    ...     return_weights=True,
    ... )
    >>> W[:, 0].round(3)
    array([[0.982, 0.018],
           [0.018, 0.982]])
    >>> y.round(3)
    array([[0.982, 0.982],
           [0.5  , 0.5  ]])
    """
    (q, k, v), dtype = to_working(query=query, key=key, value=value)
    _shapes.two_axes(query=q)
    _shapes.key_value(k, v)
    _shapes.leading_axes(query=q, key=k, value=v)
    H = _checks.at_least("num_heads", num_heads, 1)
    Q = projected(q, w_q, b_q, of="query", letter="q", heads=H)
    K = projected(k, w_k, b_k, of="key", letter="k", heads=H)
    V = projected(v, w_v, b_v, of="value", letter="v", heads=H)
    if Q.shape[-1] != K.shape[-1]:
        raise ValueError(f"w_q and w_k must have as many rows; got {Q.shape[-1]} and {K.shape[-1]}")
    *lead, L, S = _shapes.product(Q, K.mT)
    mask = combined_mask(attn_mask, key_mask, is_causal, (*lead, H, L, S))
    K, V = appended_keys(K, V, bias_k, bias_v, add_zero_attn)
    mask = appended_columns(mask, S, K.shape[-2])
    Q, K, V = (split_heads(X, H) for X in (Q, K, V))
    O, W = scaled_dot_product_attention(Q, K, V, mask, return_weights=True)
    y = rounded(projected(merge_heads(O), w_o, b_o, of="the heads together", letter="o"), dtype)
    return (y, rounded(W, dtype)) if return_weights else y

"""The steps of attention on checked arrays of one working dtype, shared by all its forms.

The order is fixed: scale, softcap, additive bias, exclusion, softmax over what is left, times V.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from attn_core import _checks, _shapes
from attn_core._bias import split_mask
from attn_core.masks import sliding_window_mask
from attn_core.softmax import softmax

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from attn_core._checks import Window
    from attn_core._dtypes import BoolArray, FloatArray


def repeat_heads(query: FloatArray, name: str, grouped: FloatArray) -> FloatArray:
    """Return grouped (..., Hkv, S, E) repeated for Hq heads: query head h uses head h // (Hq / Hkv)."""
    return np.repeat(grouped, _shapes.group_size(query, name, grouped), axis=-3)


def scale_of(Q: FloatArray, scale: float | np.floating[Any] | None) -> np.floating[Any]:
    """Return the factor of Q Kᵀ, 1 / sqrt(E) if scale is None, as a scalar of Q's dtype."""
    return _checks.finite("scale", 1 / np.sqrt(max(Q.shape[-1], 1)) if scale is None else scale, Q.dtype)


def masked_scores(
    Q: FloatArray,
    K: FloatArray,
    *,
    scale: float | np.floating[Any] | None,
    softcap: float | None = None,
    attn_mask: ArrayLike | None,
    is_causal: bool,
    query_offset: SupportsIndex,
    window: Window | None = None,
) -> tuple[FloatArray, BoolArray]:
    """Return the scores S, -inf at excluded keys, and ``attend``, which broadcasts to S's shape."""
    s = scale_of(Q, scale)
    c = None if softcap is None else _checks.positive("softcap", softcap, Q.dtype)
    with np.errstate(all="ignore"):
        S = (s * Q) @ K.mT
        if c is not None:
            S = c * np.tanh(S / c)
        attend = _attended_positions(S.shape[-2], S.shape[-1], is_causal, query_offset, window)
        if attn_mask is not None:
            mask = _checks.mask("attn_mask", attn_mask)
            _shapes.fits("attn_mask", mask.shape, "the scores'", S.shape)
            bias, mask_attend = split_mask(mask, S.dtype)
            if bias is not None:
                S += bias
            attend = attend & mask_attend
        fill_excluded(S, attend, -np.inf)
    return S, attend


def attention_weights(S: FloatArray, attend: BoolArray) -> FloatArray:
    """W = softmax(S) over the attended keys; a row without any is 0."""
    W = softmax(S)
    fill_excluded(W, attend, 0)
    return W


def fill_excluded(X: FloatArray, attend: BoolArray, number: float) -> None:
    """Write a number at the excluded pairs of X, in place."""
    if not attend.all():
        np.copyto(X, number, where=~attend)


def attended_product(A: FloatArray, X: FloatArray, attend: BoolArray) -> FloatArray:
    """A X, where A is 0 at excluded pairs and these add nothing, whatever X holds."""
    with np.errstate(all="ignore"):
        finite = np.isfinite(X)
        if finite.all():
            return A @ X
        product = A @ np.where(finite, X, 0)
        attend = np.broadcast_to(attend, A.shape)
        # 0 * nan is nan, so what isn't finite in a row of X is added only where that row is attended to.
        for j in np.flatnonzero(~finite.all(axis=(*range(X.ndim - 2), -1))):
            row = slice(j, j + 1)
            counts = attend[..., row] & ~finite[..., row, :]
            product += np.where(counts, A[..., row] * X[..., row, :], 0)
        return product


def _attended_positions(
    lq: int, lk: int, is_causal: bool, query_offset: SupportsIndex, window: Window | None
) -> BoolArray:
    offset = _checks.integer("query_offset", query_offset)
    left, right = _checks.window(window)
    if is_causal:
        right = 0
    if left is None and right is None:
        return np.ones((1, 1), dtype=np.bool_)
    return sliding_window_mask(lq, lk, left, right, offset)

"""The steps of attention on checked arrays of one working dtype, shared by all its forms.

The order is fixed: scale, softcap, additive bias, exclusion, softmax over what is left, times V.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from attn_core import _checks
from attn_core._bias import split_mask
from attn_core.masks import sliding_window_mask
from attn_core.softmax import softmax

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from attn_core._checks import Window
    from attn_core._dtypes import BoolArray, FloatArray


def repeat_heads(query: FloatArray, name: str, grouped: FloatArray) -> FloatArray:
    """Return grouped (..., Hkv, S, E) repeated for Hq heads: query head h uses head h // (Hq / Hkv)."""
    _checks.grouped_heads(query, name, grouped)
    return np.repeat(grouped, query.shape[-3] // grouped.shape[-3], axis=-3)


def masked_scores(
    Q: FloatArray,
    K: FloatArray,
    *,
    scale: float | None,
    softcap: float | None,
    attn_mask: ArrayLike | None,
    is_causal: bool,
    query_offset: SupportsIndex,
    window: Window | None = None,
) -> tuple[FloatArray, BoolArray]:
    """Return the scores S, -inf at excluded keys, and ``attend``, which broadcasts to S's shape."""
    E = Q.shape[-1]
    s = _checks.finite("scale", 1 / np.sqrt(max(E, 1)) if scale is None else scale, Q.dtype)
    c = None if softcap is None else _checks.positive("softcap", softcap, Q.dtype)
    with np.errstate(all="ignore"):
        S = (s * Q) @ K.mT
        if c is not None:
            S = c * np.tanh(S / c)
        attend = _attended_positions(S.shape[-2], S.shape[-1], is_causal, query_offset, window)
        if attn_mask is not None:
            mask = _checks.mask("attn_mask", attn_mask)
            _checks.fits_scores("attn_mask", mask.shape, S.shape)
            bias, mask_attend = split_mask(mask, S.dtype)
            S += bias
            attend = attend & mask_attend
    return np.where(attend, S, -np.inf), attend


def attention_weights(S: FloatArray, attend: BoolArray) -> FloatArray:
    """W = softmax(S) over the attended keys; a row without any is 0."""
    return np.where(attend, softmax(S), 0)


def weighted_sum(W: FloatArray, V: FloatArray, attend: BoolArray) -> FloatArray:
    """O = W V, where an excluded key adds nothing, whatever its value holds."""
    with np.errstate(all="ignore"):
        finite = np.isfinite(V)
        if finite.all():
            return W @ V
        total = W @ np.where(finite, V, 0)
        A = np.broadcast_to(attend, W.shape).astype(W.dtype)
        # 0 * nan is nan, so what isn't finite goes only to the rows that attend to it.
        for special, at in ((np.inf, np.isposinf(V)), (-np.inf, np.isneginf(V)), (np.nan, np.isnan(V))):
            total += np.where(A @ at > 0, special, 0)
        return total


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

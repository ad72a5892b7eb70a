"""What surrounds the attention of multi-head attention: projections, masks, appended keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from attn_core import _checks, _shapes
from attn_core._dtypes import as_real, rounded
from attn_core.masks import causal_mask, combine_masks

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from attn_core._dtypes import FloatArray


def projected(
    x: FloatArray, w: ArrayLike, b: ArrayLike | None, *, of: str, letter: str, heads: int = 1
) -> FloatArray:
    """Return x Wᵀ + b; the weights' rows can be cut into heads, and their dtype doesn't count."""
    W = _parameter(f"w_{letter}", w, x)
    width = x.shape[-1]
    if W.ndim != 2 or W.shape[1] != width:
        raise ValueError(f"w_{letter} must have the shape (rows, {width}), the width of {of}; got {W.shape}")
    if W.shape[0] % heads:
        raise ValueError(f"num_heads must divide the rows of w_{letter}; got {heads} heads and shape {W.shape}")
    with np.errstate(all="ignore"):
        y = x @ W.T
        if b is not None:
            bias = _parameter(f"b_{letter}", b, x)
            _shapes.exactly(f"b_{letter}", bias.shape, W.shape[:1])
            y += bias
    return y


def combined_mask(
    attn_mask: ArrayLike | None, key_mask: ArrayLike | None, is_causal: bool, scores: tuple[int, ...]
) -> NDArray[Any] | None:
    """Return one mask that broadcasts to the shape of the heads' scores and says what all say, or None."""
    *lead, _, L, S = scores
    masks: list[NDArray[Any]] = []
    if attn_mask is not None:
        masks.append(_checks.mask("attn_mask", attn_mask))
        _shapes.fits("attn_mask", masks[-1].shape, "the scores'", scores)
    if key_mask is not None:
        mask = np.atleast_1d(_checks.mask("key_mask", key_mask))
        _shapes.fits("key_mask", mask.shape, "the keys'", (*lead, S))
        masks.append(mask[..., None, None, :])
    if is_causal:
        masks.append(causal_mask(L, S))
    return combine_masks(*masks) if masks else None


def appended_keys(
    K: FloatArray, V: FloatArray, bias_k: ArrayLike | None, bias_v: ArrayLike | None, add_zero_attn: bool
) -> tuple[FloatArray, FloatArray]:
    """Return K and V with the learned and the zero key and value at their end, as far as asked for."""
    if bias_k is not None and bias_v is not None:
        K, V = _appended(K, _row("bias_k", K, bias_k)), _appended(V, _row("bias_v", V, bias_v))
    elif bias_k is not None or bias_v is not None:
        given = "bias_k" if bias_v is None else "bias_v"
        raise ValueError(f"bias_k and bias_v must be given together; got {given} alone")
    if add_zero_attn:
        K, V = (_appended(X, X.dtype.type(0)) for X in (K, V))
    return K, V


def appended_columns(mask: NDArray[Any] | None, S: int, total: int) -> NDArray[Any] | None:
    """Return a mask over S keys as one over all keys, those after the first S attended."""
    if mask is None or total == S:
        return mask
    over_keys = np.broadcast_to(mask, (*mask.shape[:-1], S))
    attended = np.full((*mask.shape[:-1], total - S), mask.dtype == np.bool_)
    return np.concatenate([over_keys, attended], axis=-1)


def _row(name: str, X: FloatArray, value: ArrayLike) -> FloatArray:
    """Return a learned row of X's width, whatever axes of length 1 come before it."""
    x = _parameter(name, value, X)
    _shapes.exactly(name, x.shape[-1:] if x.shape[-1:] == (x.size,) else x.shape, X.shape[-1:])
    return x.ravel()


def _appended(X: FloatArray, row: FloatArray | np.floating[Any]) -> FloatArray:
    end = np.broadcast_to(row, (*X.shape[:-2], 1, X.shape[-1]))
    return np.concatenate([X, end], axis=-2)


def _parameter(name: str, value: ArrayLike, x: FloatArray) -> FloatArray:
    return rounded(as_real(name, value), x.dtype)

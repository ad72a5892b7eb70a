"""A mask taken apart: the finite bias that it adds, and the keys that it lets through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from attn_core._dtypes import BoolArray, FloatArray, FloatDType


def split_mask(mask: NDArray[Any], dtype: FloatDType) -> tuple[FloatArray | None, BoolArray]:
    """Return the bias for scores of a dtype, never -inf, if there is one, and True where a key may be attended."""
    if mask.dtype == np.bool_:
        return None, mask
    return saturated(mask, dtype), mask != -np.inf


def saturated(bias: FloatArray, dtype: FloatDType) -> FloatArray:
    """Return bias with large numbers cut to dtype's largest: a penalty never becomes an exclusion."""
    limit = np.finfo(dtype)
    return np.asarray(np.clip(bias, limit.min, np.where(bias == np.inf, np.inf, limit.max)))

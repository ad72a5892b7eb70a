"""The normalisations that stand before or after attention in a Transformer's layer."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from attn_core import _checks, _shapes
from attn_core._dtypes import as_real, rounded, to_working

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from attn_core._dtypes import FloatArray


def layer_norm(
    x: ArrayLike,
    weight: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    *,
    eps: float = 1e-5,
    axis: SupportsIndex = -1,
) -> FloatArray:
    """
    ``Y = (x - mean(x)) / sqrt(var(x) + eps) * weight + bias``

    Each token's features get mean 0 and variance 1 (the variance divides by n, not n - 1), then a scale and
    a shift that are learned.

    Parameters
    ----------
    x : (..., d)
        Real numbers with at least one axis.
    weight : (d,) or None
        Broadcasts to x without enlarging it; usually of the shape of the normalised axes.
    bias : (d,) or None
        Likewise.
    eps : float
        At least 0. With 0, a row of equal numbers gives NaN.
    axis : int
        First of the normalised axes: from it to the last, as in ONNX. -1 is the features alone.

    Returns
    -------
    Y : (..., d)
        Of x's shape, in x's dtype, which weight and bias don't promote; float16 is computed in float32
        and rounded once; integers become float64. A deviation whose square overflows the dtype gives 0.

    Raises
    ------
    TypeError
        If an array is complex, bool or object, or axis not an integer.
    ValueError
        If weight or bias don't broadcast to x, x has no such axis, or eps isn't finite or is below 0.

    References
    ----------
    Ba, Kiros and Hinton (2016), Layer normalization, equations 3 and 4.

    Examples
    --------
    >>> layer_norm([1.0, 2.0, 3.0, 4.0]).round(3)
    array([-1.342, -0.447,  0.447,  1.342])
    """
    (X,), dtype = to_working(x=x)
    e = _checks.not_below_zero("eps", eps, X.dtype)
    axes = _axes_from(X, axis)
    with np.errstate(all="ignore"):
        centred = X - _mean(X, axes)
        y = centred / np.sqrt(_mean(centred * centred, axes) + e)
        if weight is not None:
            y = y * _parameter("weight", weight, X)
        if bias is not None:
            y = y + _parameter("bias", bias, X)
    return rounded(y, dtype)


def rms_norm(
    x: ArrayLike, weight: ArrayLike | None = None, *, eps: float = 1e-6, axis: SupportsIndex = -1
) -> FloatArray:
    """
    ``Y = x / sqrt(mean(x^2) + eps) * weight``

    Layer normalisation without its mean and shift: only the root mean square becomes 1.

    Parameters
    ----------
    x : (..., d)
        Real numbers with at least one axis.
    weight : (d,) or None
        Broadcasts to x without enlarging it; usually of the shape of the normalised axes.
    eps : float
        At least 0. With 0, a row of zeros gives NaN. (PyTorch's default is the dtype's own, ONNX's 1e-5.)
    axis : int
        First of the normalised axes: from it to the last, as in ONNX. -1 is the features alone.

    Returns
    -------
    Y : (..., d)
        Of x's shape, in x's dtype, which weight doesn't promote; float16 is computed in float32 and
        rounded once; integers become float64. A number whose square overflows the dtype gives 0.

    Raises
    ------
    TypeError
        If an array is complex, bool or object, or axis not an integer.
    ValueError
        If weight doesn't broadcast to x, x has no such axis, or eps isn't finite or is below 0.

    References
    ----------
    Zhang and Sennrich (2019), Root mean square layer normalization, equation 4.

    Examples
    --------
    >>> rms_norm([3.0, 4.0]).round(3)
    array([0.849, 1.131])
    """
    (X,), dtype = to_working(x=x)
    e = _checks.not_below_zero("eps", eps, X.dtype)
    axes = _axes_from(X, axis)
    with np.errstate(all="ignore"):
        y = X / np.sqrt(_mean(X * X, axes) + e)
        if weight is not None:
            y = y * _parameter("weight", weight, X)
    return rounded(y, dtype)


def _axes_from(X: FloatArray, axis: SupportsIndex) -> tuple[int, ...]:
    first = _checks.integer("axis", axis)
    if not -X.ndim <= first < X.ndim:
        raise ValueError(f"axis must be an axis of x; got {first} for shape {X.shape}")
    return tuple(range(first % X.ndim, X.ndim))


def _mean(X: FloatArray, axes: tuple[int, ...]) -> FloatArray:
    # Not np.mean, which warns about an empty slice.
    n = math.prod(X.shape[k] for k in axes)
    return np.asarray(X.sum(axis=axes, keepdims=True) / X.dtype.type(max(n, 1)))


def _parameter(name: str, value: ArrayLike, X: FloatArray) -> FloatArray:
    p = as_real(name, value)
    _shapes.fits(name, p.shape, "x's", X.shape)
    return p

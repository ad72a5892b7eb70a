"""Validation, apart from the arithmetic. Each message names the argument and shows what it got."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from attn_core._dtypes import as_array

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray

    from attn_core._dtypes import FloatArray, FloatDType


type Window = tuple[SupportsIndex | None, SupportsIndex | None]


def integer(name: str, value: SupportsIndex) -> int:
    """Return value as an int; a bool or a float is refused, even 2.0."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be an integer; got {value!r}")
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer; got {value!r}") from None


def count(name: str, value: SupportsIndex) -> int:
    """Return value as an int that is at least 0."""
    n = integer(name, value)
    if n < 0:
        raise ValueError(f"{name} must be at least 0; got {n}")
    return n


def finite(name: str, value: float, dtype: FloatDType) -> np.floating[Any]:
    """Return value as a finite scalar of dtype, so that it never promotes an array."""
    array = np.asarray(value)
    if array.ndim or array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be a real number; got {value!r}")
    with np.errstate(over="ignore", under="ignore"):
        scalar = dtype.type(float(array))
    if not np.isfinite(scalar):
        raise ValueError(f"{name} must be finite in {dtype}; got {value!r}")
    return scalar


def positive(name: str, value: float, dtype: FloatDType) -> np.floating[Any]:
    """Return value as a finite scalar of dtype above 0."""
    scalar = finite(name, value, dtype)
    if scalar <= 0:
        raise ValueError(f"{name} must be above 0 in {dtype}; got {value!r}")
    return scalar


def same_shape(**named: FloatArray) -> None:
    """Raise unless all arrays have one shape."""
    if len({x.shape for x in named.values()}) > 1:
        raise ValueError(f"{_names(named)} must have the same shape; got {_shapes(*named.values())}")


def broadcastable(**named: NDArray[Any]) -> tuple[int, ...]:
    """Return the common shape of the arrays, or raise."""
    try:
        return np.broadcast_shapes(*(x.shape for x in named.values()))
    except ValueError:
        raise ValueError(f"{_names(named)} must broadcast together; got {_shapes(*named.values())}") from None


def same_length(axis: int, **named: FloatArray) -> None:
    """Raise unless the arrays broadcast together and are equally long along axis (1 is not stretched)."""
    ndim = len(broadcastable(**named))
    if not -ndim <= axis < ndim:
        raise ValueError(f"axis must be an axis of {_names(named)}; got {axis} for {ndim} axes")
    k = axis - ndim if axis >= 0 else axis  # from the end, where broadcasting aligns the shapes
    if len({x.shape[k] if x.ndim >= -k else 1 for x in named.values()}) > 1:
        got = _shapes(*named.values())
        raise ValueError(f"{_names(named)} must have the same length along axis {axis}; got {got}")


def query_key(query: FloatArray, key: FloatArray) -> None:
    """Raise unless queries (..., L, E) can be scored against keys (..., S, E)."""
    _two_axes(query=query, key=key)
    if query.shape[-1] != key.shape[-1]:
        raise ValueError(f"query and key must have the same width; got {_shapes(query, key)}")


def key_value(key: FloatArray, value: FloatArray) -> None:
    """Raise unless each of the keys (..., S, E) has its value (..., S, Ev)."""
    _two_axes(value=value)
    if key.shape[-2] != value.shape[-2]:
        raise ValueError(f"key and value must have the same length; got {_shapes(key, value)}")


def leading_axes(**named: FloatArray) -> None:
    """Raise unless the axes before (length, width) broadcast together."""
    try:
        np.broadcast_shapes(*(x.shape[:-2] for x in named.values()))
    except ValueError:
        raise ValueError(
            f"leading axes of {_names(named)} must broadcast together; got {_shapes(*named.values())}"
            " (for grouped heads pass enable_gqa=True)"
        ) from None


def grouped_heads(query: FloatArray, name: str, grouped: FloatArray) -> None:
    """Raise unless the query heads (axis -3) are a multiple of the grouped heads."""
    if query.ndim < 3 or grouped.ndim < 3:
        raise ValueError(
            f"query and {name} must have a heads axis (..., heads, length, width); got {_shapes(query, grouped)}"
        )
    heads, groups = query.shape[-3], grouped.shape[-3]
    if groups == 0 or heads % groups:
        raise ValueError(f"query heads must be a multiple of {name} heads; got {heads} and {groups}")


def dropout(dropout_p: float, rng: np.random.Generator | None) -> None:
    """Raise unless dropout_p is in [0, 1) and comes with an rng if it isn't 0."""
    finite("dropout_p", dropout_p, np.dtype(np.float64))
    if not 0 <= dropout_p < 1:
        raise ValueError(f"dropout_p must be in [0, 1); got {dropout_p!r}")
    if dropout_p > 0 and rng is None:
        raise ValueError(f"dropout_p = {dropout_p!r} needs rng, a numpy.random.Generator; got None")


def window(value: Window | None) -> tuple[int | None, int | None]:
    """Return (left, right), None where that side has no limit."""
    if value is None:
        return None, None
    try:
        left, right = value
    except (TypeError, ValueError):
        raise ValueError(f"window must be a pair (left, right); got {value!r}") from None
    return (
        None if left is None else count("window's left", left),
        None if right is None else count("window's right", right),
    )


def mask(name: str, value: ArrayLike) -> NDArray[Any]:
    """Return a bool or floating mask; an integer one is refused, since 0 means opposite things in each."""
    array = as_array(name, value)
    if array.dtype.kind in "iu":
        raise ValueError(
            f"{name} must be bool (True = attend) or floating (added to the scores); got dtype {array.dtype}"
        )
    if array.dtype.kind not in "bf":
        raise TypeError(f"{name} must be bool or floating; got dtype {array.dtype}")
    return array


def floating_dtype(dtype: DTypeLike) -> FloatDType:
    """Return dtype if it is floating."""
    target: np.dtype[Any] = np.dtype(dtype)
    if target.kind != "f":
        raise TypeError(f"dtype must be floating; got {target}")
    return target


def fits_scores(name: str, shape: tuple[int, ...], scores: tuple[int, ...]) -> None:
    """Raise unless shape broadcasts to the scores' shape without enlarging it."""
    try:
        fits = np.broadcast_shapes(shape, scores) == scores
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(f"{name} must broadcast to the scores' shape {scores}; got {shape}")


def not_negative(name: str, value: FloatArray) -> None:
    """Raise if a number is negative; NaN is let through, to show in the result."""
    if (value < 0).any():
        raise ValueError(f"{name} must not be negative; got {np.nanmin(value)}")


def log_base(base: float) -> np.floating[Any]:
    """Return base as a float64 above 0 other than 1."""
    b = positive("base", base, np.dtype(np.float64))
    if b == 1:
        raise ValueError(f"base must not be 1; got {base!r}")
    return b


def _two_axes(**named: FloatArray) -> None:
    for name, x in named.items():
        if x.ndim < 2:
            raise ValueError(f"{name} must have at least 2 axes (..., length, width); got shape {x.shape}")


def _names(named: dict[str, Any]) -> str:
    *first, last = named
    return f"{', '.join(first)} and {last}" if first else last


def _shapes(*arrays: NDArray[Any]) -> str:
    return " and ".join(str(x.shape) for x in arrays)

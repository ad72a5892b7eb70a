"""Validation, apart from the arithmetic. Each message names the argument and shows what it got."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from attn_core._dtypes import FLOAT64, as_array

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray

    from attn_core._dtypes import BoolArray, FloatArray, FloatDType


type Window = tuple[SupportsIndex | None, SupportsIndex | None]


def integer(name: str, value: SupportsIndex) -> int:
    """Return value as an int; a bool or a float is refused, even 2.0."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be an integer; got {value!r}")
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer; got {value!r}") from None


def at_least(name: str, value: SupportsIndex, least: int) -> int:
    """Return value as an int that is not below the least."""
    n = integer(name, value)
    if n < least:
        raise ValueError(f"{name} must be at least {least}; got {n}")
    return n


def count(name: str, value: SupportsIndex) -> int:
    """Return value as an int that is at least 0."""
    return at_least(name, value, 0)


def finite(name: str, value: float | np.floating[Any], dtype: FloatDType) -> np.floating[Any]:
    """Return value as a finite scalar of dtype, so that it never promotes an array."""
    array = np.asarray(value)
    if array.ndim or array.dtype.kind not in {"i", "u", "f"}:
        raise TypeError(f"{name} must be a real number; got {value!r}")
    with np.errstate(over="ignore"):
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


def not_below_zero(name: str, value: float, dtype: FloatDType) -> np.floating[Any]:
    """Return value as a finite scalar of dtype, 0 or above."""
    scalar = finite(name, value, dtype)
    if scalar < 0:
        raise ValueError(f"{name} must not be below 0; got {value!r}")
    return scalar


def fraction(name: str, value: float, dtype: FloatDType) -> np.floating[Any]:
    """Return value as a scalar of dtype from 0 to 1."""
    scalar = finite(name, value, dtype)
    if not 0 <= scalar <= 1:
        raise ValueError(f"{name} must be from 0 to 1; got {value!r}")
    return scalar


def dropout(dropout_p: float, rng: np.random.Generator | None) -> None:
    """Raise unless dropout_p is in [0, 1) and comes with an rng if it isn't 0."""
    finite("dropout_p", dropout_p, FLOAT64)
    if not 0 <= dropout_p < 1:
        raise ValueError(f"dropout_p must be in [0, 1); got {dropout_p!r}")
    if dropout_p > 0 and rng is None:
        raise ValueError(f"dropout_p = {dropout_p!r} needs rng, a numpy.random.Generator; got None")
    if rng is not None:
        generator("rng", rng)


def generator(name: str, value: np.random.Generator) -> np.random.Generator:
    """Return value if it draws as numpy's Generator does."""
    if not isinstance(value, np.random.Generator):
        raise TypeError(f"{name} must be a numpy.random.Generator; got {value!r}")
    return value


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
    if array.dtype.kind in {"i", "u"}:
        raise ValueError(
            f"{name} must be bool (True = attend) or floating (added to the scores); got dtype {array.dtype}"
        )
    if array.dtype.kind not in {"b", "f"}:
        raise TypeError(f"{name} must be bool or floating; got dtype {array.dtype}")
    return array


def bool_mask(name: str, value: ArrayLike) -> BoolArray:
    """Return a mask that can only be bool."""
    array = as_array(name, value)
    if array.dtype == np.bool_:
        return array
    error = ValueError if array.dtype.kind in {"i", "u"} else TypeError
    raise error(f"{name} must be bool (True = attend); got dtype {array.dtype}")


def floating_dtype(dtype: DTypeLike) -> FloatDType:
    """Return dtype if it is floating."""
    target: np.dtype[Any] = np.dtype(dtype)
    if target.kind != "f":
        raise TypeError(f"dtype must be floating; got {target}")
    return target


def not_negative(name: str, value: FloatArray) -> None:
    """Raise if a number is negative; NaN is let through, to show in the result."""
    if (value < 0).any():
        raise ValueError(f"{name} must not be negative; got {np.nanmin(value)}")


def log_base(base: float) -> np.floating[Any]:
    """Return base as a float64 above 0 other than 1."""
    b = positive("base", base, FLOAT64)
    if b == 1:
        raise ValueError(f"base must not be 1; got {base!r}")
    return b

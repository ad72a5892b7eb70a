"""The dtype rule, in one place.

float64 stays, float32 stays, float16 is computed in float32 and rounded once, integers become float64.
The result's dtype follows from the numbers that are averaged or compared, never from a mask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

type FloatArray = NDArray[np.floating[Any]]
type BoolArray = NDArray[np.bool_]
type FloatDType = np.dtype[np.floating[Any]]

FLOAT64 = np.dtype(np.float64)


def as_array(name: str, x: ArrayLike) -> NDArray[Any]:
    """Return x as an array, or raise a ValueError that names it if it is ragged."""
    try:
        return np.asarray(x)
    except ValueError as error:
        raise ValueError(f"{name} must be rectangular; got rows of different lengths") from error


def as_real(name: str, x: ArrayLike) -> FloatArray:
    """Return x as a floating array of native byte order: integers become float64, other dtypes stay."""
    array = as_array(name, x)
    if array.dtype.kind in {"i", "u"}:
        return np.asarray(array, dtype=FLOAT64)
    if array.dtype.kind != "f":
        raise TypeError(f"{name} must hold real numbers; got dtype {array.dtype}")
    return np.asarray(array, dtype=array.dtype.newbyteorder("="))


def to_working(**named: ArrayLike) -> tuple[list[FloatArray], FloatDType]:
    """Return the arrays in the precision to compute in, and the dtype to round the result to."""
    arrays = [as_real(name, x) for name, x in named.items()]
    result: FloatDType = np.result_type(*(array.dtype for array in arrays))
    working = np.dtype(np.float32) if result == np.float16 else result
    return [np.asarray(array, dtype=working) for array in arrays], result


def rounded(x: FloatArray, dtype: FloatDType) -> FloatArray:
    """Return x in the result's dtype; a number too large for it becomes infinite, without a warning."""
    with np.errstate(over="ignore", under="ignore"):
        return np.asarray(x, dtype=dtype)

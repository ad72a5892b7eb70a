"""Validation of shapes, apart from the arithmetic. Each message names the argument and shows what it got."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from attn_core._dtypes import FloatArray

GROUPED = " (for grouped heads pass enable_gqa=True)"


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


def two_axes(**named: FloatArray) -> None:
    """Raise unless each array has a length and a width."""
    for name, x in named.items():
        if x.ndim < 2:
            raise ValueError(f"{name} must have at least 2 axes (..., length, width); got shape {x.shape}")


def query_key(query: FloatArray, key: FloatArray) -> None:
    """Raise unless queries (..., L, E) can be scored against keys (..., S, E)."""
    two_axes(query=query, key=key)
    if query.shape[-1] != key.shape[-1]:
        raise ValueError(f"query and key must have the same width; got {_shapes(query, key)}")


def key_value(key: FloatArray, value: FloatArray) -> None:
    """Raise unless each of the keys (..., S, E) has its value (..., S, Ev)."""
    same_tokens(key=key, value=value)


def same_tokens(**named: FloatArray) -> None:
    """Raise unless the arrays (..., n, width) are of as many tokens."""
    two_axes(**named)
    if len({x.shape[-2] for x in named.values()}) > 1:
        raise ValueError(f"{_names(named)} must have the same length; got {_shapes(*named.values())}")


def continues(name: str, new: FloatArray, kept: FloatArray) -> None:
    """Raise unless new (..., n, width) differs from what is kept in its length at most."""
    if (*new.shape[:-2], new.shape[-1]) != (*kept.shape[:-2], kept.shape[-1]):
        raise ValueError(f"{name} must have the kept shape {kept.shape} but for its length; got {new.shape}")


def leading_axes(hint: str = "", /, **named: FloatArray) -> None:
    """Raise unless the axes before (length, width) broadcast together."""
    try:
        np.broadcast_shapes(*(x.shape[:-2] for x in named.values()))
    except ValueError:
        raise ValueError(
            f"leading axes of {_names(named)} must broadcast together; got {_shapes(*named.values())}{hint}"
        ) from None


def group_size(query: FloatArray, name: str, grouped: FloatArray) -> int:
    """Return how many query heads (axis -3) share a grouped head, or raise."""
    if query.ndim < 3 or grouped.ndim < 3:
        raise ValueError(
            f"query and {name} must have a heads axis (..., heads, length, width); got {_shapes(query, grouped)}"
        )
    heads, groups = query.shape[-3], grouped.shape[-3]
    if groups == 0 or heads % groups:
        raise ValueError(f"query heads must be a multiple of {name} heads; got {heads} and {groups}")
    return int(heads // groups)


def fits(name: str, shape: tuple[int, ...], whose: str, target: tuple[int, ...]) -> None:
    """Raise unless shape broadcasts to the target, somebody's shape, without enlarging it."""
    try:
        enlarged = np.broadcast_shapes(shape, target) != target
    except ValueError:
        enlarged = True
    if enlarged:
        raise ValueError(f"{name} must broadcast to {whose} shape {target}; got {shape}")


def exactly(name: str, shape: tuple[int, ...], target: tuple[int, ...], whose: str = "the") -> None:
    """Raise unless shape is the target, somebody's shape if whose it is matters."""
    if shape != target:
        raise ValueError(f"{name} must have {whose} shape {target}; got {shape}")


def product(A: FloatArray, B: FloatArray) -> tuple[int, ...]:
    """Return the shape of A @ B, whose leading axes broadcast."""
    return (*np.broadcast_shapes(A.shape[:-2], B.shape[:-2]), A.shape[-2], B.shape[-1])


def _names(named: dict[str, Any]) -> str:
    *first, last = named
    return f"{', '.join(first)} and {last}"


def _shapes(*arrays: NDArray[Any]) -> str:
    return " and ".join(str(x.shape) for x in arrays)

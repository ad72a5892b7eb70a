"""Rotary positions: queries and keys turn with their place, so that their products see only the distance."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from attn_core import _checks, _shapes
from attn_core._dtypes import as_real, rounded, to_working
from attn_core._frequencies import frequencies

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from attn_core._dtypes import FloatArray


def apply_rotary(x: ArrayLike, cos: ArrayLike, sin: ArrayLike, *, interleaved: bool = False) -> FloatArray:
    """
    ``y_a = x_a cos - x_b sin,  y_b = x_b cos + x_a sin`` for each pair (a, b) of features

    Turns each pair of features by the angle whose cosine and sine are given. With r = twice their width,
    the first r features are turned and the others stay. Pair i is (i, i + r/2), or (2i, 2i + 1) if
    interleaved; models are trained with one or the other, and the two don't mix.

    Parameters
    ----------
    x : (..., L, d)
        Queries or keys.
    cos : (..., L, r/2)
        Cosines of the angles, r <= d. The shape broadcasts to x's without enlarging it: (L, r/2) serves
        all heads. Tables that hold each angle twice, of width r, are to be halved first.
    sin : (..., L, r/2)
        Sines of the same angles, in the same shape.
    interleaved : bool
        Pair neighbouring features.

    Returns
    -------
    y : (..., L, d)
        In x's dtype, whatever that of cos and sin; float16 is computed in float32 and rounded once;
        integers become float64.

    Raises
    ------
    TypeError
        If an array is complex, bool or object.
    ValueError
        If x has no axes, cos and sin differ in shape, don't broadcast to x's, or are wider than half of it.

    References
    ----------
    Su et al. (2021), RoFormer, equation 34 (interleaved pairs).

    Examples
    --------
    A quarter turn:

    >>> apply_rotary([[1.0, 2.0, 3.0, 4.0]], [[0.0, 0.0]], [[1.0, 1.0]])
    array([[-3., -4.,  1.,  2.]])
    >>> apply_rotary([[1.0, 2.0, 3.0, 4.0]], [[0.0, 0.0]], [[1.0, 1.0]], interleaved=True)
    array([[-2.,  1., -4.,  3.]])
    """
    (X,), dtype = to_working(x=x)
    c, s = as_real("cos", cos), as_real("sin", sin)
    if c.shape != s.shape:
        raise ValueError(f"cos and sin must have the same shape; got {c.shape} and {s.shape}")
    if X.ndim == 0 or c.ndim == 0 or 2 * c.shape[-1] > X.shape[-1]:
        raise ValueError(f"cos and sin must be at most half as wide as x; got {c.shape} and {X.shape}")
    half = c.shape[-1]
    _shapes.fits("cos", c.shape, "the paired features'", (*X.shape[:-1], half))
    a, b = (
        (slice(None, 2 * half, 2), slice(1, 2 * half, 2)) if interleaved else (slice(half), slice(half, 2 * half))
    )
    Y = X.copy()
    with np.errstate(all="ignore"):
        Y[..., a] = X[..., a] * c - X[..., b] * s
        Y[..., b] = X[..., b] * c + X[..., a] * s
    return rounded(Y, dtype)


def rope(
    x: ArrayLike,
    positions: ArrayLike | None = None,
    *,
    base: float = 10000.0,
    interleaved: bool = False,
    rotary_dim: SupportsIndex | None = None,
) -> FloatArray:
    """
    ``y_p = R_p x_p``,  R_p turning pair i by the angle ``p base^(-2i/r)``

    Turn queries and keys alike before attention: R_pᵀ R_q is the turn by q - p, so a score depends on
    the distance of query and key and not on where they stand. Lengths don't change, and values aren't turned.

    Parameters
    ----------
    x : (..., L, d)
        Queries or keys.
    positions : (..., L) or None
        p, any real numbers, of a shape that broadcasts to (..., L); 0 ... L - 1 if None. When decoding
        they go on from the cached ones: ``[len(cache)]``.
    base : float
        Above 0; the larger, the slower the last pairs turn.
    interleaved : bool
        Pairs (2i, 2i + 1) instead of (i, i + r/2).
    rotary_dim : int or None
        r, even: turn only the first r features, at the frequencies of r (not of d). d if None.

    Returns
    -------
    y : (..., L, d)
        In x's dtype. Angles are computed in float64; float16 is computed in float32 and rounded once;
        integers become float64.

    Raises
    ------
    TypeError
        If an array is complex, bool or object, or rotary_dim not an integer.
    ValueError
        If x has fewer than 2 axes, r is odd, below 0 or above d, positions don't broadcast to (..., L),
        or base isn't finite and above 0.

    References
    ----------
    Su et al. (2021), RoFormer, equations 14-16 and 34, with interleaved pairs. A part of the features
    only: Black et al. (2022), GPT-NeoX-20B. Pairs in halves are a convention of published code.

    Examples
    --------
    One feature pair, turned by 0 and by 1 radian:

    >>> rope([[1.0, 0.0], [1.0, 0.0]]).round(4)
    array([[1.    , 0.    ],
           [0.5403, 0.8415]])
    """
    X = as_real("x", x)
    _shapes.two_axes(x=X)
    d = X.shape[-1]
    r = d if rotary_dim is None else _checks.count("rotary_dim", rotary_dim)
    if r % 2 or r > d:
        raise ValueError(f"rotary_dim must be even and at most the width of x; got {r} and shape {X.shape}")
    p = np.arange(X.shape[-2]) if positions is None else as_real("positions", positions)
    _shapes.fits("positions", p.shape, "the tokens'", X.shape[:-1])
    with np.errstate(all="ignore"):
        angle = p[..., None] * frequencies(r, base)
        return apply_rotary(X, np.cos(angle), np.sin(angle), interleaved=interleaved)

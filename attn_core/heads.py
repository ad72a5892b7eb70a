"""A model's features cut into heads, and put together again."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from attn_core import _checks, _shapes
from attn_core._dtypes import as_real

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from attn_core._dtypes import FloatArray


def split_heads(x: ArrayLike, num_heads: SupportsIndex) -> FloatArray:
    """
    ``y_hie = x_i(hE + e)``

    Head h gets the h-th run of E neighbouring features: reshape (..., L, H E) to (..., L, H, E), then
    swap L and H. A reshape straight to (..., H, L, E) would mix positions.

    Parameters
    ----------
    x : (..., L, H E)
        Features of all heads side by side.
    num_heads : int
        H, at least 1; it divides the width.

    Returns
    -------
    y : (..., H, L, E)
        A fresh array of x's dtype; integers become float64.

    Raises
    ------
    TypeError
        If x is complex, bool or object, or num_heads not an integer.
    ValueError
        If x has fewer than 2 axes, num_heads is below 1 or doesn't divide the width.

    References
    ----------
    Vaswani et al. (2017), Attention is all you need, section 3.2.2.

    Examples
    --------
    >>> split_heads([[1, 2, 3, 4], [5, 6, 7, 8]], 2)
    array([[[1., 2.],
            [5., 6.]],
    <BLANKLINE>
           [[3., 4.],
            [7., 8.]]])
    """
    X = as_real("x", x)
    _shapes.two_axes(x=X)
    H = _checks.at_least("num_heads", num_heads, 1)
    *lead, L, width = X.shape
    if width % H:
        raise ValueError(f"num_heads must divide the width of x; got {H} heads and shape {X.shape}")
    return X.reshape(*lead, L, H, width // H).swapaxes(-3, -2).copy()


def merge_heads(x: ArrayLike) -> FloatArray:
    """
    ``y_i(hE + e) = x_hie``

    The inverse of `split_heads`: the heads' outputs side by side, (..., H, L, E) to (..., L, H E).

    Parameters
    ----------
    x : (..., H, L, E)
        Features of each head.

    Returns
    -------
    y : (..., L, H E)
        A fresh array of x's dtype; integers become float64.

    Raises
    ------
    TypeError
        If x is complex, bool or object.
    ValueError
        If x has fewer than 3 axes.

    References
    ----------
    Vaswani et al. (2017), Attention is all you need, section 3.2.2.

    Examples
    --------
    >>> merge_heads(split_heads([[1, 2, 3, 4], [5, 6, 7, 8]], 2))
    array([[1., 2., 3., 4.],
           [5., 6., 7., 8.]])
    """
    X = as_real("x", x)
    if X.ndim < 3:
        raise ValueError(f"x must have at least 3 axes (..., heads, length, width); got shape {X.shape}")
    *lead, H, L, E = X.shape
    return X.swapaxes(-3, -2).reshape(*lead, L, H * E).copy()

"""Numbers that describe attention weights: how spread out they are, and how far from a baseline."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from attn_core import _checks, _shapes
from attn_core._dtypes import rounded, to_working

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from attn_core._dtypes import FloatArray


def entropy(weights: ArrayLike, axis: int = -1, base: float = math.e) -> FloatArray:
    """
    ``H = - sum_i w_i log w_i,  with 0 log 0 = 0``

    How undecided a row of weights is: 0 if one key has all the weight, log n if n keys share it.

    Parameters
    ----------
    weights : array of any shape
        Weights that sum to 1 along ``axis``; they are taken as they are, not normalised.
    axis : int
        The keys' axis.
    base : float
        Base of the logarithm: e gives nats, 2 gives bits.

    Returns
    -------
    H : array without axis
        0 axes for a single row. A row of zeros, which attends to nothing, has entropy 0; NaN shows. In
        the weights' dtype; float16 is computed in float32 and rounded once; integers become float64.

    Raises
    ------
    TypeError
        If weights are complex, bool or object.
    ValueError
        If a weight is negative, or base isn't finite, above 0 and other than 1.

    References
    ----------
    Shannon (1948), A mathematical theory of communication, section 6.

    Examples
    --------
    >>> entropy([[0.25, 0.25, 0.25, 0.25], [0.5, 0.5, 0.0, 0.0]], base=2)
    array([2., 1.])
    """
    (w,), dtype = to_working(weights=weights)
    _checks.not_negative("weights", w)
    b = _checks.log_base(base)
    with np.errstate(all="ignore"):
        H = 0 - np.where(w == 0, 0, w * np.log(w)).sum(axis=axis) / math.log(b)
    return rounded(H, dtype)


def kl_divergence(p: ArrayLike, q: ArrayLike, axis: int = -1, base: float = math.e) -> FloatArray:
    """
    ``D(p || q) = sum_i p_i log(p_i / q_i),  with 0 log 0 = 0``

    How far weights p are from a baseline q: 0 if they are equal, log n - H(p) from the uniform 1/n,
    infinite where p has weight and q has none.

    Parameters
    ----------
    p : array of any shape
        Weights that sum to 1 along ``axis``.
    q : array of any shape
        The baseline, likewise. The shapes broadcast, so one baseline serves every row, but ``axis`` has
        one length.
    axis : int
        The keys' axis of the common shape.
    base : float
        Base of the logarithm: e gives nats, 2 gives bits.

    Returns
    -------
    D : array without axis
        Of the common shape; 0 axes for a single row; NaN shows. In the dtype of p and q together; float16
        is computed in float32 and rounded once; integers become float64.

    Raises
    ------
    TypeError
        If p or q is complex, bool or object.
    ValueError
        If the shapes don't fit, a weight is negative, or base isn't finite, above 0 and other than 1.

    References
    ----------
    Kullback and Leibler (1951), On information and sufficiency.

    Examples
    --------
    >>> kl_divergence([[0.5, 0.5, 0.0, 0.0], [0.25, 0.25, 0.25, 0.25]], uniform_weights(4), base=2)
    array([1., 0.])
    """
    (p, q), dtype = to_working(p=p, q=q)
    _shapes.same_length(axis, p=p, q=q)
    _checks.not_negative("p", p)
    _checks.not_negative("q", q)
    b = _checks.log_base(base)
    with np.errstate(all="ignore"):
        D = np.where(p == 0, 0, p * (np.log(p) - np.log(q))).sum(axis=axis) / math.log(b)
    return rounded(D, dtype)


def effective_keys(weights: ArrayLike, axis: int = -1) -> FloatArray:
    """
    ``n_eff = exp(H)``,  H the entropy in nats

    How many keys a row attends to: 1 if one key has all the weight, n if n keys share it. A row of zeros
    has entropy 0, so it gives 1.

    Parameters
    ----------
    weights : array of any shape
        Weights that sum to 1 along ``axis``; they are taken as they are, not normalised.
    axis : int
        The keys' axis.

    Returns
    -------
    n_eff : array without axis
        A number of keys; 0 axes for a single row. In the weights' dtype; float16 is computed in float32
        and rounded once; integers become float64.

    Raises
    ------
    TypeError
        If weights are complex, bool or object.
    ValueError
        If a weight is negative or there is no such axis.

    References
    ----------
    Hill (1973), Diversity and evenness, the number of order 1; known as perplexity for language models.

    Examples
    --------
    >>> effective_keys([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0]]).round(3)
    array([1., 2.])
    """
    (w,), dtype = to_working(weights=weights)
    with np.errstate(all="ignore"):
        return rounded(np.exp(entropy(w, axis)), dtype)


def uniform_weights(n: SupportsIndex, mask: ArrayLike | None = None) -> FloatArray:
    """
    ``u_j = 1 / n``,  or 1 / (number of attended keys) under a mask

    The baseline that attention weights are read against: what they are if every score is the same.

    Parameters
    ----------
    n : int
        Number of keys.
    mask : bool array (..., n) or None
        True = attend.

    Returns
    -------
    u : float64 array (..., n)
        Of the mask's shape, (n,) without one: excluded keys get 0, a row without keys is 0.

    Raises
    ------
    TypeError
        If n is not an integer, or the mask neither bool nor of integers.
    ValueError
        If n is below 0, the mask is of integers, or it doesn't end in n keys.

    Examples
    --------
    >>> uniform_weights(4)
    array([0.25, 0.25, 0.25, 0.25])
    >>> uniform_weights(2, mask=[[True, False], [True, True]])
    array([[1. , 0. ],
           [0.5, 0.5]])
    """
    n = _checks.count("n", n)
    attend = np.broadcast_to(True, n) if mask is None else _checks.bool_mask("mask", mask)
    if attend.shape[-1:] != (n,):
        raise ValueError(f"mask must have the shape (..., n = {n}); got {attend.shape}")
    u: FloatArray = attend / np.maximum(attend.sum(axis=-1, keepdims=True), 1)
    return u

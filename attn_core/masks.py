"""Masks: which key each query may attend to. True = attend, everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from attn_core import _checks, _shapes
from attn_core._bias import saturated, split_mask
from attn_core._dtypes import as_array

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike

    from attn_core._dtypes import BoolArray, FloatArray


def causal_mask(lq: SupportsIndex, lk: SupportsIndex, query_offset: SupportsIndex = 0) -> BoolArray:
    """
    ``attend_ij = (j <= i + query_offset)``

    Query i sees the keys up to its own position, which is i + query_offset in the keys' sequence.

    Parameters
    ----------
    lq : int
        Number of queries.
    lk : int
        Number of keys.
    query_offset : int
        Position of the first query among the keys. 0 aligns the first query with the first key;
        ``lk - lq`` aligns the last with the last; when decoding it is the number of cached keys.

    Returns
    -------
    attend : bool array (lq, lk)
        True where query i may attend to key j.

    Raises
    ------
    TypeError
        If a length or the offset is not an integer.
    ValueError
        If a length is below 0.

    References
    ----------
    Vaswani et al. (2017), Attention is all you need, section 3.2.3.

    Examples
    --------
    >>> causal_mask(2, 3).astype(int)
    array([[1, 0, 0],
           [1, 1, 0]])
    >>> causal_mask(2, 3, query_offset=1).astype(int)
    array([[1, 1, 0],
           [1, 1, 1]])
    """
    return sliding_window_mask(lq, lk, right=0, query_offset=query_offset)


def sliding_window_mask(
    lq: SupportsIndex,
    lk: SupportsIndex,
    left: SupportsIndex | None = None,
    right: SupportsIndex | None = None,
    query_offset: SupportsIndex = 0,
) -> BoolArray:
    """
    ``attend_ij = (p - left <= j <= p + right),  p = i + query_offset``

    Query i stands at position p in the keys' sequence and sees its neighbours there.

    Parameters
    ----------
    lq : int
        Number of queries.
    lk : int
        Number of keys.
    left : int or None
        How many keys before its own position p a query sees, p itself not counted; None = no limit.
    right : int or None
        How many keys after p; None = no limit, 0 is causal.
    query_offset : int
        Position of the first query among the keys, as in `causal_mask`.

    Returns
    -------
    attend : bool array (lq, lk)
        True where query i may attend to key j.

    Raises
    ------
    TypeError
        If a number is not an integer.
    ValueError
        If a length, left or right is below 0.

    References
    ----------
    Beltagy, Peters and Cohan (2020), Longformer: the long-document transformer, section 3.1.

    Examples
    --------
    >>> sliding_window_mask(3, 4, left=1, right=0).astype(int)
    array([[1, 0, 0, 0],
           [1, 1, 0, 0],
           [0, 1, 1, 0]])
    """
    i = np.arange(_checks.count("lq", lq))[:, None]
    j = np.arange(_checks.count("lk", lk))
    offset = _checks.integer("query_offset", query_offset)
    ahead = j - i  # compared with Python integers, which no offset overflows
    attend = np.ones(ahead.shape, dtype=np.bool_)
    if left is not None:
        attend = ahead >= offset - _checks.count("left", left)
    if right is not None:
        attend &= ahead <= offset + _checks.count("right", right)
    return attend


def key_length_mask(lengths: ArrayLike, lk: SupportsIndex) -> BoolArray:
    """
    ``attend_bj = (j < lengths_b)``

    The padding mask of a batch whose sequences are filled up to one length lk at the end.

    Parameters
    ----------
    lengths : int array (...)
        Number of real keys of each sequence.
    lk : int
        The length that all are padded to.

    Returns
    -------
    attend : bool array (..., lk)
        It says which *keys* are real, so it goes on the keys' axis and is the same for every head and
        query: for scores (batch, heads, L, S) use ``mask[:, None, None, :]``.

    Raises
    ------
    TypeError
        If a number is not an integer.
    ValueError
        If a length is below 0 or above lk.

    Examples
    --------
    >>> key_length_mask([1, 3], 3).astype(int)
    array([[1, 0, 0],
           [1, 1, 1]])
    """
    n = as_array("lengths", lengths)
    lk = _checks.count("lk", lk)
    if n.size and n.dtype.kind not in {"i", "u"}:
        raise TypeError(f"lengths must be integers; got dtype {n.dtype}")
    if ((n < 0) | (n > lk)).any():
        raise ValueError(f"lengths must be from 0 to lk = {lk}; got {n.min()} to {n.max()}")
    return np.asarray(np.arange(lk) < n[..., None])


def combine_masks(*masks: ArrayLike) -> BoolArray | FloatArray:
    """
    A key is attended where every mask attends to it; additive biases add up.

    Parameters
    ----------
    *masks : arrays whose shapes broadcast
        One or more: bool (True = attend) or floating (added to the scores; -inf excludes).

    Returns
    -------
    mask : array of the common shape
        Bool if all are bool; else floating, of the widest floating dtype among them, -inf where a key is
        excluded. Finite biases whose sum is too large for the dtype stop at its largest number: two
        penalties never become an exclusion.

    Raises
    ------
    TypeError
        If a mask is neither bool nor floating.
    ValueError
        If there is no mask, one is of integers, or the shapes don't broadcast together.

    Examples
    --------
    >>> combine_masks(causal_mask(2, 2), [True, False]).astype(int)
    array([[1, 0],
           [1, 0]])
    >>> combine_masks([0.5, 2.0], [True, False])
    array([ 0.5, -inf])
    """
    if not masks:
        raise ValueError("combine_masks needs at least one mask; got none")
    arrays = [_checks.mask(f"masks[{n}]", mask) for n, mask in enumerate(masks)]
    shape = _shapes.broadcastable(**{f"masks[{n}]": mask for n, mask in enumerate(arrays)})
    dtype = np.result_type(*(mask.dtype for mask in arrays))
    wide = np.result_type(dtype, np.float64)
    bias, attend = np.zeros(shape, dtype=wide), np.ones(shape, dtype=np.bool_)
    with np.errstate(all="ignore"):
        for mask in arrays:
            mask_bias, mask_attend = split_mask(mask, wide)
            if mask_bias is not None:
                bias += mask_bias
            attend &= mask_attend
    return attend if dtype == np.bool_ else np.where(attend, saturated(bias, dtype), -np.inf).astype(dtype)


def to_additive(mask: ArrayLike, dtype: DTypeLike) -> FloatArray:
    """
    ``b_ij = 0`` where the mask attends, -inf where it doesn't

    Parameters
    ----------
    mask : array of any shape
        Bool (True = attend), or floating, which only changes its dtype: -inf stays -inf, and a
        finite bias that is too large for ``dtype`` becomes its largest number.
    dtype : floating dtype
        That of the scores.

    Returns
    -------
    bias : array of the mask's shape
        Of the given dtype, to be added to scores before softmax.

    Raises
    ------
    TypeError
        If dtype is not floating, or the mask is neither bool nor floating.
    ValueError
        If the mask is of integers.

    Examples
    --------
    >>> to_additive([True, False], "float32")
    array([  0., -inf], dtype=float32)
    """
    array = _checks.mask("mask", mask)
    target = _checks.floating_dtype(dtype)
    bias, attend = split_mask(array, target)
    return np.where(attend, 0 if bias is None else bias, -np.inf).astype(target)

"""Linear attention: a kernel in the place of exp(q·k), so that keys are summed up once for all queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from attn_core import _checks, _shapes
from attn_core._dtypes import rounded, to_working

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from attn_core._dtypes import BoolArray, FloatArray


def elu_feature_map(x: ArrayLike) -> FloatArray:
    """
    ``phi(x) = elu(x) + 1 = x + 1 if x > 0, exp(x) otherwise``

    Positive features, so that sums of their products can serve as weights. Below 0 it is computed as
    exp(x): elu(x) + 1 would cancel to 0 at x = -40.

    Parameters
    ----------
    x : array of any shape
        Real numbers.

    Returns
    -------
    phi : array of x's shape
        In x's dtype; float16 is computed in float32 and rounded once; integers become float64.

    Raises
    ------
    TypeError
        If x is complex, bool or object.

    References
    ----------
    Katharopoulos et al. (2020), Transformers are RNNs, equation 7.

    Examples
    --------
    >>> elu_feature_map([-40.0, 0.0, 2.0])
    array([4.24835426e-18, 1.00000000e+00, 3.00000000e+00])
    """
    (X,), dtype = to_working(x=x)
    return rounded(_phi(X), dtype)


def linear_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    is_causal: bool = False,
    key_mask: ArrayLike | None = None,
) -> FloatArray:
    """
    ``O_i = phi(q_i)ᵀ sum_j phi(k_j) v_jᵀ / phi(q_i)ᵀ sum_j phi(k_j),  phi = elu + 1``

    Attention with the kernel phi(q)·phi(k) instead of exp(q·k / sqrt(E)). The sums over the keys don't depend
    on the query, so the cost grows with L + S instead of L S. Causally they grow from query to query, which
    is a recurrent network. The features are those of `elu_feature_map`.

    No epsilon is added to the denominator (other implementations do). An excluded key leaves numerator
    and denominator, after the feature map: phi(0) is 1, so a key of zeros would still count. A query
    that sees no key gets 0. NaN or infinity at an excluded key or value never matters. Features are
    not scaled: where all of them underflow the result is NaN.

    Parameters
    ----------
    query : (..., L, E)
        Queries, one a row; leading axes broadcast.
    key : (..., S, E)
        Keys, as wide as the queries.
    value : (..., S, Ev)
        Values, as many as keys, of any width.
    is_causal : bool
        Query i sees key j only if j <= i.
    key_mask : bool array (..., S) or None
        Which keys are real: True = attend, of a shape that broadcasts to key's without its width. With
        heads as a leading axis, (batch, 1, S).

    Returns
    -------
    output : (..., L, Ev)
        In the dtype of query, key and value together; float16 is computed in float32 and rounded once;
        integers become float64.

    Raises
    ------
    TypeError
        If an array is complex, object or (other than key_mask) bool, or key_mask is floating.
    ValueError
        If an array has fewer than 2 axes, the widths of query and key or the lengths of key and value
        differ, leading axes or key_mask don't broadcast, or key_mask is of integers.

    References
    ----------
    Katharopoulos et al. (2020), Transformers are RNNs, equations 5 and 9-12.

    Examples
    --------
    Features are x + 1, so the kernel is 2 * 1 for the first key and 2 * 3 for the second.

    >>> linear_attention([[1.0]], [[0.0], [2.0]], [[10.0], [20.0]])
    array([[17.5]])
    >>> linear_attention([[1.0]], [[0.0], [2.0]], [[10.0], [20.0]], is_causal=True)
    array([[10.]])
    """
    (Q, K, V), dtype = to_working(query=query, key=key, value=value)
    _shapes.query_key(Q, K)
    _shapes.key_value(K, V)
    _shapes.leading_axes(query=Q, key=K, value=V)
    real = np.asarray(True) if key_mask is None else _checks.bool_mask("key_mask", key_mask)
    _shapes.fits("key_mask", real.shape, "the keys'", K.shape[:-1])
    real = np.broadcast_to(real, K.shape[:-1])
    with np.errstate(all="ignore"):
        phi_Q, phi_K = _features(Q), np.where(real[..., None], _features(K), 0)
        V = np.where(real[..., None], V, 0)
        # The denominator is what the numerator would be for a value of 1.
        V_1 = np.concatenate([V, np.ones((*V.shape[:-1], 1), dtype=V.dtype)], axis=-1)
        O_1 = (_causal_sums if is_causal else _sums)(phi_Q, phi_K, V_1)
        visible = _visible(real, Q.shape[-2], is_causal)
        return rounded(np.where(visible, O_1[..., :-1] / O_1[..., -1:], 0), dtype)


def _phi(X: FloatArray) -> FloatArray:
    with np.errstate(all="ignore"):
        return np.where(X > 0, X + 1, np.exp(X))


def _features(X: FloatArray) -> FloatArray:
    # Without width every key is the same, as in softmax attention: one feature of 1.
    return _phi(X) if X.shape[-1] else np.ones_like(X, shape=(*X.shape[:-1], 1))


def _sums(phi_Q: FloatArray, phi_K: FloatArray, V: FloatArray) -> FloatArray:
    """phi(Q) (phi(K)ᵀ V): the product in brackets is E x Ev, however long the sequences are."""
    O: FloatArray = phi_Q @ (phi_K.mT @ V)
    return O


def _causal_sums(phi_Q: FloatArray, phi_K: FloatArray, V: FloatArray) -> FloatArray:
    """The same with the keys up to each query: M_i = M_(i-1) + phi(k_i) v_iᵀ,  O_i = phi(q_i)ᵀ M_i."""
    M = np.zeros_like(V, shape=_shapes.product(phi_K.mT, V))
    O = np.zeros_like(V, shape=_shapes.product(phi_Q, M))
    for i in range(O.shape[-2]):
        now = slice(i, i + 1)
        M += phi_K[..., now, :].mT @ V[..., now, :]
        O[..., now, :] = phi_Q[..., now, :] @ M
    return O


def _visible(real: BoolArray, L: int, is_causal: bool) -> BoolArray:
    """Whether each query sees a key, (..., L, 1)."""
    S = real.shape[-1]
    seen = (
        real.cumsum(axis=-1)[..., np.minimum(np.arange(L), S - 1)]
        if is_causal and S
        else real.sum(axis=-1, keepdims=True)
    )
    return np.asarray(seen > 0)[..., None]

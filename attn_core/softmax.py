"""Softmax and its relatives, each shifted by the maximum so that no finite input overflows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from attn_core._dtypes import rounded, to_working

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from attn_core._dtypes import FloatArray


def softmax(x: ArrayLike, axis: int = -1) -> FloatArray:
    """
    ``y_i = exp(x_i) / sum_j exp(x_j)``

    The maximum is taken off first, which changes nothing in the equation and keeps exp from
    overflowing (exp(89) is too large for float32). The result sums to 1 along ``axis``.

    -inf gets weight 0. A slice of nothing but -inf has no answer and gives NaN, as in PyTorch, JAX
    and ONNX; inside `scaled_dot_product_attention` such a row is 0. A slice that holds NaN or +inf
    gives NaN. A slice of length 0 gives an empty result.

    Parameters
    ----------
    x : array of any shape
        Real numbers; a single number counts as a row of one.
    axis : int
        The axis that sums to 1. For attention scores (..., L, S) that is the keys' axis, the last.

    Returns
    -------
    y : array of x's shape
        In x's dtype; float16 is computed in float32 and rounded once; integers become float64.

    Raises
    ------
    TypeError
        If x is complex, bool or object.
    ValueError
        If x is ragged or has no such axis.

    References
    ----------
    Bridle (1990), Training stochastic model recognition algorithms as networks can lead to maximum
    mutual information estimation of parameters. Shift: Blanchard, Higham and Higham (2021),
    Accurately computing the log-sum-exp and softmax functions.

    Examples
    --------
    >>> softmax([1.0, 2.0, 3.0]).round(3)
    array([0.09 , 0.245, 0.665])
    """
    (x,), dtype = to_working(x=x)
    with np.errstate(all="ignore"):
        y = np.asarray(x - _maximum(x, axis))
        np.exp(y, out=y)
        y /= y.sum(axis=axis, keepdims=True)
    return rounded(y, dtype)


def log_softmax(x: ArrayLike, axis: int = -1) -> FloatArray:
    """
    ``(log y)_i = x_i - log sum_j exp(x_j)``

    More exact than ``log(softmax(x))``, which is -inf as soon as the weight underflows. A slice of
    nothing but -inf gives NaN, as in `softmax`.

    Parameters
    ----------
    x : array of any shape
        Real numbers; a single number counts as a row of one.
    axis : int
        The axis along which the weights sum to 1.

    Returns
    -------
    log_y : array of x's shape
        Logarithms of the weights, in nats, in x's dtype; float16 is computed in float32 and rounded
        once; integers become float64.

    Raises
    ------
    TypeError
        If x is complex, bool or object.
    ValueError
        If x is ragged or has no such axis.

    References
    ----------
    Blanchard, Higham and Higham (2021), Accurately computing the log-sum-exp and softmax functions.

    Examples
    --------
    >>> log_softmax([0.0, 1000.0])
    array([-1000.,     0.])
    """
    (x,), dtype = to_working(x=x)
    with np.errstate(all="ignore"):
        z = x - _maximum(x, axis)
        log_y = z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
    return rounded(log_y, dtype)


def logsumexp(x: ArrayLike, axis: int = -1, keepdims: bool = False) -> FloatArray:
    """
    ``LSE(x) = log sum_j exp(x_j)``

    The logarithm of softmax's denominator. It lies between max(x) and max(x) + log n. A slice that is
    empty, or nothing but -inf, gives -inf: the logarithm of an empty sum. A slice that holds +inf
    gives +inf.

    Parameters
    ----------
    x : array of any shape
        Real numbers; a single number counts as a row of one.
    axis : int
        The axis that is summed over.
    keepdims : bool
        Keep ``axis``, with length 1.

    Returns
    -------
    lse : array without axis
        In nats, in x's dtype; 0 axes for a single row. float16 is computed in float32 and rounded once;
        integers become float64.

    Raises
    ------
    TypeError
        If x is complex, bool or object.
    ValueError
        If x is ragged or has no such axis.

    References
    ----------
    Blanchard, Higham and Higham (2021), Accurately computing the log-sum-exp and softmax functions.

    Examples
    --------
    >>> logsumexp([[1000.0, 1000.0], [0.0, -np.inf]]).round(3)
    array([1000.693,    0.   ])
    """
    (x,), dtype = to_working(x=x)
    with np.errstate(all="ignore"):
        m = _maximum(x, axis)
        m = np.where(np.isfinite(m), m, 0)  # inf - inf would be NaN where the answer is inf
        total = m + np.log(np.exp(x - m).sum(axis=axis, keepdims=True))
    return rounded(total if keepdims else total.squeeze(axis), dtype)


def softmax_backward(grad: ArrayLike, y: ArrayLike, axis: int = -1) -> FloatArray:
    """
    ``dx_i = y_i (g_i - sum_j g_j y_j)``

    The gradient at softmax's input from the gradient g at its output: the Jacobian
    diag(y) - y yᵀ times g, without ever holding the Jacobian.

    Parameters
    ----------
    grad : array of y's shape
        g, the gradient of the loss at softmax's output.
    y : array of any shape
        What softmax returned; a slice of zeros (a row without keys) passes nothing back.
    axis : int
        The axis that softmax ran over.

    Returns
    -------
    dx : array of y's shape
        It sums to 0 along ``axis`` wherever y sums to 1. In the dtype of grad and y together; float16 is
        computed in float32 and rounded once; integers become float64.

    Raises
    ------
    TypeError
        If an argument is complex, bool or object.
    ValueError
        If the shapes differ or there is no such axis.

    Examples
    --------
    >>> softmax_backward([1.0, 0.0], [0.75, 0.25])
    array([ 0.1875, -0.1875])
    """
    (g, y), dtype = to_working(grad=grad, y=y)
    if g.shape != y.shape:
        raise ValueError(f"grad and y must have the same shape; got {g.shape} and {y.shape}")
    with np.errstate(all="ignore"):
        dx = y * (g - (g * y).sum(axis=axis, keepdims=True))
    return rounded(dx, dtype)


def _maximum(x: FloatArray, axis: int) -> FloatArray:
    # The initial value gives an empty slice a maximum too.
    return np.asarray(x.max(axis=axis, keepdims=True, initial=-np.inf))

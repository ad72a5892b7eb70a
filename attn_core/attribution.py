"""How much a token counts: weights followed through the layers, or weighed by what they carry."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from attn_core import _checks, _shapes
from attn_core._dtypes import as_real, rounded, to_working

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from attn_core._dtypes import FloatArray


def attention_rollout(weights_per_layer: Sequence[ArrayLike] | NDArray[Any], residual: float = 0.5) -> FloatArray:
    """
    ``R = A_N ... A_2 A_1,  A_l = (1 - r) W_l + r I``

    How much each input token reaches each output token through all layers, if every layer passes on a
    part r of its input unchanged (the residual connection) and mixes the rest by its weights.

    Parameters
    ----------
    weights_per_layer : sequence of (..., n, n)
        Weights of each layer, first layer first. Heads, if they are a leading axis, are followed one
        by one; the paper averages them first (``W.mean(axis=-3)``).
    residual : float
        r, from 0 to 1; the paper has 0.5.

    Returns
    -------
    R : (..., n, n)
        Row i says where output i comes from; it sums to 1 if the rows of all weights do. The dtype is that
        of the weights together; float16 is computed in float32 and rounded once; integers become
        float64.

    Raises
    ------
    TypeError
        If weights are complex, bool or object.
    ValueError
        If there is no layer, the weights aren't square or their shapes differ, or residual isn't from 0 to 1.

    References
    ----------
    Abnar and Zuidema (2020), Quantifying attention flow in transformers, section 3.

    Examples
    --------
    Token 1 attends to token 0 in both layers:

    >>> attention_rollout([[[1.0, 0.0], [1.0, 0.0]]] * 2)
    array([[1.  , 0.  ],
           [0.75, 0.25]])
    """
    named = {f"weights_per_layer[{l}]": W for l, W in enumerate(weights_per_layer)}
    if not named:
        raise ValueError("weights_per_layer needs at least one layer; got none")
    layers, dtype = to_working(**named)
    W = layers[0]
    if W.ndim < 2 or W.shape[-1] != W.shape[-2]:
        raise ValueError(f"weights_per_layer must be square, (..., n, n); got {W.shape}")
    for l, other in enumerate(layers):
        _shapes.exactly(f"weights_per_layer[{l}]", other.shape, W.shape, "the first layer's")
    r = _checks.fraction("residual", residual, W.dtype)
    *_, n = W.shape
    R = identity = np.eye(n)
    with np.errstate(all="ignore"):
        for W in layers:
            A = (1 - r) * W + r * identity
            R = A @ R
    return rounded(R, dtype)


def norm_weighted(weights: ArrayLike, value: ArrayLike, w_o: ArrayLike | None = None) -> FloatArray:
    """
    ``N_ij = |W_ij v_j W_Oᵀ| = W_ij |v_j W_Oᵀ|``

    How much key j adds to the output of query i: its weight times the length of what it carries. A large
    weight on a short vector adds little, which the weights alone don't show.

    Parameters
    ----------
    weights : (..., L, S)
        0 or more.
    value : (..., S, Ev)
        The values that they average.
    w_o : (out, H Ev) or None
        The output projection of all heads, as in `multi_head_attention`, with heads as axis -3 of value
        (H = 1 without it). If None, the length of the value itself.

    Returns
    -------
    N : (..., L, S)
        For each head. A weight of 0 adds 0, whatever the value holds. In the dtype of weights and value
        together, which w_o doesn't promote; float16 is computed in float32 and rounded once; integers
        become float64.

    Raises
    ------
    TypeError
        If an array is complex, bool or object.
    ValueError
        If an array has fewer than 2 axes, the number of keys differs, leading axes don't broadcast, a weight
        is negative, or w_o has the wrong shape.

    References
    ----------
    Kobayashi et al. (2020), Attention is not only a weight: analyzing transformers with vector norms.

    Examples
    --------
    >>> norm_weighted([[0.75, 0.25]], [[0.0, 1.0], [3.0, 4.0]])
    array([[0.75, 1.25]])
    """
    (W, V), dtype = to_working(weights=weights, value=value)
    _shapes.two_axes(weights=W, value=V)
    if W.shape[-1] != V.shape[-2]:
        raise ValueError(f"weights and value must have as many keys; got {W.shape} and {V.shape}")
    _shapes.leading_axes(weights=W, value=V)
    _checks.not_negative("weights", W)
    with np.errstate(all="ignore"):
        if w_o is not None:
            V = V @ _output_of_heads(w_o, V).mT
        lengths = np.hypot.reduce(V, axis=-1)[..., None, :]  # unlike a sum of squares it doesn't overflow
        return rounded(np.where(W == 0, 0, W * lengths), dtype)


def _output_of_heads(w_o: ArrayLike, V: FloatArray) -> FloatArray:
    """Return W_O cut into the heads' parts, (H, out, Ev), or (out, Ev) without heads."""
    w = as_real("w_o", w_o)
    E, heads = V.shape[-1], V.shape[-3:-2]
    width = math.prod(heads) * E
    if w.ndim != 2 or w.shape[1] != width:
        raise ValueError(f"w_o must have the shape (out, {width}), the heads' width together; got {w.shape}")
    return w.reshape(len(w), *heads, E).swapaxes(0, -2)

"""The layers of the networks that learn in the page: what each computes, and its gradients written out by hand.

A layer returns its output and what its way back needs. The way back takes that and the gradient of the loss at
the output, and returns the gradients at the inputs, in their order. Weights are (out, in), as in `attn_core`:
y = x Wᵀ. A batch is the first axis of everything but the weights.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from attn_core import log_softmax, softmax, softmax_backward

if TYPE_CHECKING:  # a page would have to fetch it
    import numpy.typing as npt

type Array = npt.NDArray[np.floating]
type Ids = npt.NDArray[np.integer]
type Mask = npt.NDArray[np.bool_]


class Embedded(NamedTuple):
    """What was looked up, and in a table of how many rows."""

    rows: int
    ids: Ids


class Product(NamedTuple):
    """The factors of a linear layer."""

    x: Array
    W: Array


class Attended(NamedTuple):
    """Queries, keys, values, the weights A and the scale s."""

    Q: Array
    K: Array
    V: Array
    A: Array
    s: float


def embedding(E: Array, ids: Ids) -> tuple[Array, Embedded]:
    """``y_i = E[ids_i]``: rows of a table."""
    return E[ids], Embedded(len(E), ids)


def embedding_backward(saved: Embedded, dy: Array) -> Array:
    """``dE_r = sum of dy_i where ids_i = r``."""
    used: Mask = np.arange(saved.rows)[:, None] == saved.ids.ravel()
    return used.astype(dy.dtype) @ dy.reshape(-1, dy.shape[-1])


def linear(x: Array, W: Array) -> tuple[Array, Product]:
    """``y = x Wᵀ``."""
    return _by_rows(x, W.T), Product(x, W)


def linear_backward(saved: Product, dy: Array) -> tuple[Array, Array]:
    """``dx = dy W, dW = dyᵀ x``, summed over the batch."""
    x, W = saved
    return _by_rows(dy, W), dy.reshape(-1, len(W)).T @ x.reshape(-1, x.shape[-1])


def tanh_backward(y: Array, dy: Array) -> Array:
    """``dx = (1 - y²) dy`` of ``y = tanh x``."""
    return (1 - y * y) * dy


def attention(
    Q: Array, K: Array, V: Array, mask: Mask | None = None, scale: float | None = None
) -> tuple[Array, Attended]:
    """``O = A V, A = softmax(s Q Kᵀ)`` with s = 1/√d unless given. Where the mask is False, A is 0."""
    s = Q.shape[-1] ** -0.5 if scale is None else scale
    S = s * (Q @ K.mT)
    A = softmax(S if mask is None else np.where(mask, S, -np.inf))
    return A @ V, Attended(Q, K, V, A, s)


def attention_backward(saved: Attended, dO: Array) -> tuple[Array, Array, Array]:
    """``dQ = s dS K, dK = s dSᵀ Q, dV = Aᵀ dO``, where dS is softmax's gradient for dA = dO Vᵀ."""
    Q, K, V, A, s = saved
    dS = s * softmax_backward(dO @ V.mT, A)
    return dS @ K, dS.mT @ Q, A.mT @ dO


def cross_entropy(logits: Array, targets: Ids) -> tuple[float, Array]:
    """The mean of -log p(target), and its gradient (p - target) / n. A target of -1 doesn't count."""
    target = np.arange(logits.shape[-1]) == targets[..., None]
    counts = target.any(axis=-1, keepdims=True)
    log_p = log_softmax(logits)
    n = counts.sum()
    return float(-log_p[target].sum() / n), counts * (np.exp(log_p) - target) / n


def accuracy(logits: Array, targets: Ids) -> float:
    """How many of the targets get the largest logit, as a share. A target of -1 doesn't count."""
    return float((logits.argmax(axis=-1) == targets).sum() / (targets >= 0).sum())


def _by_rows(x: Array, M: Array) -> Array:
    """X M for all rows of the batch as one product, which is quicker than many small ones."""
    return (x.reshape(-1, x.shape[-1]) @ M).reshape(*x.shape[:-1], M.shape[-1])

"""One attention head with its four matrices: y = O W_Oᵀ, where O is attention from x to a memory."""

from typing import NamedTuple

import numpy as np

from demos.training.adam import Parameters
from demos.training.layers import (
    Array,
    Attended,
    Mask,
    Product,
    attention,
    attention_backward,
    linear,
    linear_backward,
)


class Headed(NamedTuple):
    """What the way back through a head needs."""

    to_Q: Product
    to_K: Product
    to_V: Product
    attended: Attended
    to_O: Product


def matrix(rng: np.random.Generator, n_out: int, n_in: int) -> Array:
    """Random weights of variance 1/n_in: numbers of variance 1 give numbers of variance 1."""
    W: Array = rng.normal(size=(n_out, n_in)) / np.sqrt(n_in)
    return W


def head_parameters(rng: np.random.Generator, name: str, d: int) -> Parameters:
    """The four matrices of a head as wide as the model."""
    return {f"{name}.{letter}": matrix(rng, d, d) for letter in "QKVO"}


def head(p: Parameters, name: str, x: Array, memory: Array, mask: Mask | None = None) -> tuple[Array, Headed]:
    """Queries come from x; keys and values from the memory, which is x itself in self-attention."""
    Q, to_Q = linear(x, p[f"{name}.Q"])
    K, to_K = linear(memory, p[f"{name}.K"])
    V, to_V = linear(memory, p[f"{name}.V"])
    O, attended = attention(Q, K, V, mask)
    y, to_O = linear(O, p[f"{name}.O"])
    return y, Headed(to_Q, to_K, to_V, attended, to_O)


def head_backward(name: str, saved: Headed, dy: Array) -> tuple[Array, Array, Parameters]:
    """The gradients at x, at the memory and at the four matrices."""
    dO, dW_O = linear_backward(saved.to_O, dy)
    dQ, dK, dV = attention_backward(saved.attended, dO)
    dx, dW_Q = linear_backward(saved.to_Q, dQ)
    by_keys, dW_K = linear_backward(saved.to_K, dK)
    by_values, dW_V = linear_backward(saved.to_V, dV)
    matrices = {f"{name}.Q": dW_Q, f"{name}.K": dW_K, f"{name}.V": dW_V, f"{name}.O": dW_O}
    return dx, by_keys + by_values, matrices

"""A text through the six layers of MiniLM, with everything that a head does on the way kept.

The model is a BERT encoder (Devlin et al. 2019). Each layer lets the tokens attend to each other and then changes
each by itself; both steps add to what was there and normalise the sum. The weights are those of MiniLM (Wang et
al. 2020), trained further for sentence vectors (Reimers and Gurevych 2019). Arithmetic is in float32, as they are.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from attn_core import layer_norm, merge_heads, scaled_dot_product_attention, split_heads
from demos.minilm.quantised import WORDS, Quantised

LAYERS, HEADS, EPSILON = 6, 12, 1e-12

type Floats = npt.NDArray[np.float32]
type Head = tuple[int, int]
"""Layer and head, both from 0."""


class Table(Protocol):
    """A matrix of word vectors, as floats or as `Rows`."""

    def __getitem__(self, rows: Sequence[int], /) -> Floats:
        """Return some rows."""


class Model(NamedTuple):
    """Weights by the names they are published under, and the vector of each word piece."""

    weights: Mapping[str, Floats]
    words: Table

    def linear(self, x: Floats, name: str) -> Floats:
        """`x Wᵀ + b`"""
        y: Floats = x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return y

    def norm(self, x: Floats, name: str) -> Floats:
        """Normalise each token's vector, with the learned scale and shift."""
        weight, bias = self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]
        return layer_norm(x, weight, bias, eps=EPSILON).astype(np.float32)


class Layer(NamedTuple):
    """What one layer has done, for n tokens."""

    query: Floats
    """(12, n, 32)"""
    key: Floats
    """(12, n, 32)"""
    value: Floats
    """(12, n, 32)"""
    weights: Floats
    """(12, n, n), each row a query's; for a head that is switched off, what they would be."""
    output: Floats
    """(n, 384)"""


class Run(NamedTuple):
    """What the model has done with a text."""

    embedded: Floats
    """(n, 384): what the first layer was given."""
    layers: tuple[Layer, ...]

    @property
    def attention(self) -> Floats:
        """The weights of all heads, (6, 12, n, n)."""
        return np.stack([layer.weights for layer in self.layers])

    @property
    def sentence(self) -> Floats:
        """The vector of the whole text: the mean of its tokens' last vectors, of length 1."""
        mean: Floats = self.layers[-1].output.mean(axis=0)
        return mean / np.linalg.norm(mean)


def from_floats(weights: Mapping[str, Floats]) -> Model:
    """Return the model with the weights as published."""
    return Model(weights, weights[WORDS])


def from_quantised(file: Quantised) -> Model:
    """Return the model with weights that were kept in eight bits."""
    return Model(file.weights, file.words)


def run(model: Model, ids: Sequence[int], *, without: Collection[Head] = (), with_positions: bool = True) -> Run:
    """Run the model on a text.

    Parameters
    ----------
    model
        The weights.
    ids
        The numbers of the text's tokens, [CLS] and [SEP] among them, at most 512 (quantised: 128).
    without
        Heads that are switched off: what they would add to their layer is left out.
    with_positions
        If False the model isn't told where in the text a token stands.
    """
    x = model.words[ids] + model.weights["embeddings.token_type_embeddings.weight"][0]
    if with_positions:
        x = x + model.weights["embeddings.position_embeddings.weight"][: len(ids)]
    x = embedded = model.norm(x, "embeddings.LayerNorm")
    layers = []
    for number in range(LAYERS):
        off = [head for layer, head in without if layer == number]
        layers.append(_layer(model, f"encoder.layer.{number}", x, off))
        x = layers[-1].output
    return Run(embedded, tuple(layers))


def _layer(model: Model, name: str, x: Floats, off: Sequence[int]) -> Layer:
    own, out = f"{name}.attention.self", f"{name}.attention.output"
    Q, K, V = (split_heads(model.linear(x, f"{own}.{part}"), HEADS) for part in ("query", "key", "value"))
    O, A = scaled_dot_product_attention(Q, K, V, return_weights=True)
    O[off] = 0
    x = model.norm(x + model.linear(merge_heads(O), f"{out}.dense"), f"{out}.LayerNorm")
    inner = gelu(model.linear(x, f"{name}.intermediate.dense"))
    x = model.norm(x + model.linear(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")
    return Layer(Q, K, V, A, x)


def gelu(x: Floats) -> Floats:
    """Return `x (1 + erf(x / sqrt 2)) / 2`, with erf to 1.5e-7 (Abramowitz and Stegun 1964, 7.1.26).

    >>> gelu(np.array([-1, 0, 1], np.float32)).round(4)
    array([-0.1587,  0.    ,  0.8413], dtype=float32)
    """
    z = np.abs(x) / np.float32(math.sqrt(2))
    t = 1 / (1 + np.float32(0.3275911) * z)
    tail = np.zeros_like(t)
    for factor in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592):
        tail = (tail + np.float32(factor)) * t
    erf = np.copysign(1 - tail * np.exp(-z * z), x)
    y: Floats = x * (1 + erf) / 2
    return y

"""Other ways to look at heads than by their weights."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from attn_core import attention_rollout, norm_weighted
from demos.minilm.model import HEADS, LAYERS, Model, Run, run

type Floats = npt.NDArray[np.float32]


def value_norms(model: Model, done: Run) -> Floats:
    """Return how long a vector each token offers to those that attend to it: `|v_j W_Oᵀ|`, (6, 12, n).

    A weight times this length is what the token adds (Kobayashi et al. 2020).
    """
    layers = []
    for number, layer in enumerate(done.layers):
        w_o = model.weights[f"encoder.layer.{number}.attention.output.dense.weight"]
        once = np.ones((HEADS, 1, layer.value.shape[-2]), np.float32)
        layers.append(norm_weighted(once, layer.value, w_o)[:, 0])
    return np.stack(layers).astype(np.float32)


def by_norm(attention: Floats, norms: Floats) -> Floats:
    """Return each row's shares of what is added, `a_j |v_j W_Oᵀ|`, instead of its weights.

    Parameters
    ----------
    attention
        (..., n, n)
    norms
        (..., n), as from `value_norms`.

    Examples
    --------
    >>> by_norm(np.array([[0.75, 0.25]]), np.array([1.0, 9.0]))
    array([[0.25, 0.75]])
    """
    return _shares(attention * norms[..., None, :])


def without_keys(attention: Floats, keys: Sequence[int]) -> Floats:
    """Return the rows as they are shared out among the other keys, such as all but [CLS] and [SEP].

    A row that has weight on those keys alone becomes 0.

    >>> without_keys(np.array([[0.6, 0.3, 0.1]]), [0])
    array([[0.  , 0.75, 0.25]])
    """
    left = attention.copy()
    left[..., list(keys)] = 0
    return _shares(left)


def rollout(attention: Floats) -> Floats:
    """Return where each token's vector comes from after each layer, the heads averaged, (6, n, n).

    Half of each layer's input is taken to pass unchanged (Abnar and Zuidema 2020). Values, norms and the second
    step of each layer are left out, so it is a sketch, not a measurement.
    """
    means = attention.mean(axis=1)
    return np.stack([attention_rollout(means[: layer + 1]) for layer in range(len(means))])


def ablation(model: Model, ids: Sequence[int]) -> Floats:
    """Return how far each token's last vector moves when a head is switched off, (6, 12, n).

    It is a part of the vector's length: 0 if nothing changes.
    """
    before = run(model, ids).layers[-1].output
    heads = [(layer, head) for layer in range(LAYERS) for head in range(HEADS)]
    after: Floats = np.stack([run(model, ids, without=[head]).layers[-1].output for head in heads])
    parts: Floats = (np.linalg.norm(after - before, axis=-1) / np.linalg.norm(before, axis=-1)).astype(np.float32)
    return parts.reshape(LAYERS, HEADS, -1)


def _shares(rows: Floats) -> Floats:
    sums = rows.sum(axis=-1, keepdims=True)
    divisors: Floats = np.where(sums == 0, np.ones_like(sums), sums)
    return rows / divisors

"""Queries and keys of one made-up head, with as much locality, sharpness and sink as asked for."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from attn_core import sinusoidal_encoding

type Matrix = NDArray[np.floating]
HALF = 8  # features for the place, and as many for the content


class Head(NamedTuple):
    """Queries (n, E), keys (n, E) and values (n, 16)."""

    q: Matrix
    k: Matrix
    v: Matrix


def toy_head(n: int, locality: float, sharpness: float, sink: bool) -> Head:
    """Scores s_ij = sharpness (locality p_i·p_j + (1 − locality) c_i·c'_j), plus a bonus for key 0 if a sink.

    p are the sinusoids of the positions, c and c' random contents (seed 0). Both products have a standard
    deviation of about 1. The bonus, ln n + sharpness, lets key 0 take about half of the weight.
    """
    rng = np.random.default_rng(0)
    place = sinusoidal_encoding(n, HALF, base=100.0)
    place /= np.sqrt((place @ place.T).std())
    asked, offered = rng.standard_normal((2, n, HALF)) / HALF**0.25
    q = np.hstack([np.sqrt(locality) * place, np.sqrt(1 - locality) * asked]) * np.sqrt(sharpness)
    k = np.hstack([np.sqrt(locality) * place, np.sqrt(1 - locality) * offered]) * np.sqrt(sharpness)
    if sink:
        bonus = np.sqrt(np.log(n) + sharpness)
        q = np.hstack([q, np.full((n, 1), bonus)])
        k = np.hstack([k, bonus * np.eye(n, 1)])
    undo = q.shape[1] ** 0.25  # attention divides the products by sqrt(E)
    return Head(q * undo, k * undo, rng.standard_normal((n, 2 * HALF)))

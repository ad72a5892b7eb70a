"""Random features whose products are exp(q·k) on average: softmax attention's kernel, made linear."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from attn_core import _checks
from attn_core._dtypes import as_real, rounded, to_working

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from attn_core._dtypes import FloatArray


def favor_features(x: ArrayLike, omega: ArrayLike) -> FloatArray:
    """
    ``phi_r(x) = exp(omega_r·x - |x|^2 / 2) / sqrt(m)``

    Positive random features. With rows omega_r from the normal distribution N(0, 1) in each coordinate,
    the mean of phi(q)·phi(k) over the draws is exp(q·k), exactly. For attention with the scale 1 / sqrt(E)
    pass queries and keys divided by E^(1/4). The weights are then
    phi(q_i)·phi(k_j) / sum_j phi(q_i)·phi(k_j).

    The exponent is never above |omega_r|^2 / 2. No constant is taken off or added for stability, which
    would bias the mean.

    Parameters
    ----------
    x : (..., E)
        Queries or keys.
    omega : (m, E)
        Directions, the same for queries and keys, such as `orthogonal_features` draws.

    Returns
    -------
    phi : (..., m)
        Features, 0 or more, in x's dtype; float16 is computed in float32 and rounded once; integers
        become float64.

    Raises
    ------
    TypeError
        If an array is complex, bool or object.
    ValueError
        If x has no axes or omega isn't of shape (m, E).

    References
    ----------
    Choromanski et al. (2021), Rethinking attention with performers, lemma 1 and equation 7.

    Examples
    --------
    >>> favor_features([1.0, 0.0], [[1.0, 5.0], [0.0, 5.0]]).round(3)
    array([1.166, 0.429])
    """
    (X,), dtype = to_working(x=x)
    w = as_real("omega", omega)
    if X.ndim == 0 or w.ndim != 2 or w.shape[1] != X.shape[-1]:
        raise ValueError(f"omega must have the shape (m, width of x); got {w.shape} for x of shape {X.shape}")
    with np.errstate(all="ignore"):
        exponent = X @ w.T - (X * X).sum(axis=-1, keepdims=True) / 2
        return rounded(np.exp(exponent) / np.sqrt(max(len(w), 1)), dtype)


def orthogonal_features(m: SupportsIndex, d: SupportsIndex, rng: np.random.Generator) -> FloatArray:
    """
    ``omega_r ~ N(0, I_d)``, orthogonal to the other rows of its block of d

    Directions for `favor_features`: each row by itself is an ordinary normal vector, so the features stay
    unbiased; the rows of a block cover the space more evenly than independent ones, so they vary less.

    Parameters
    ----------
    m : int
        Number of features. Blocks of d rows are drawn independently; the last may be cut short.
    d : int
        Width of queries and keys, at least 1.
    rng : Generator
        What draws.

    Returns
    -------
    omega : float64 array (m, d)
        One direction a row.

    Raises
    ------
    TypeError
        If m or d is not an integer or rng not a Generator.
    ValueError
        If m is below 0 or d below 1.

    References
    ----------
    Choromanski et al. (2021), Rethinking attention with performers, section 2.4. Uniform orthogonal
    matrices: Mezzadri (2007), How to generate random matrices from the classical compact groups.

    Examples
    --------
    >>> omega = orthogonal_features(3, 3, np.random.default_rng(0))
    >>> gram = omega @ omega.T
    >>> bool(np.allclose(gram, np.diag(np.diag(gram))))
    True
    """
    m, d = _checks.count("m", m), _checks.at_least("d", d, 1)
    rng = _checks.generator("rng", rng)
    blocks = -(-m // d)
    Q, R = np.linalg.qr(rng.standard_normal((blocks, d, d)))
    signs = np.sign(np.diagonal(R, axis1=-2, axis2=-1))  # without them Q isn't uniform
    directions = (Q * signs[:, None, :]).reshape(blocks * d, d)[:m]
    lengths = np.linalg.norm(rng.standard_normal((m, d)), axis=1, keepdims=True)
    omega: FloatArray = lengths * directions
    return omega

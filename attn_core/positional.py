"""Where a token stands, added to its embedding or to the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from attn_core import _checks
from attn_core._frequencies import frequencies

if TYPE_CHECKING:
    from attn_core._dtypes import FloatArray


def sinusoidal_encoding(n: SupportsIndex, d: SupportsIndex, base: float = 10000.0) -> FloatArray:
    """
    ``PE_p,2i = sin(p / base^(2i/d)),  PE_p,2i+1 = cos(p / base^(2i/d))``

    Pairs of features that turn with the position p, each pair slower than the one before: the first by
    one radian per token, the last by almost 1 / base. To be added to the embeddings.

    Parameters
    ----------
    n : int
        Number of positions, from 0.
    d : int
        Width. If it is odd, the last feature is a sine without its cosine.
    base : float
        Above 0; wavelengths run from 2 pi to almost base * 2 pi tokens.

    Returns
    -------
    PE : float64 array (n, d)
        Row p is the encoding of position p.

    Raises
    ------
    TypeError
        If n or d is not an integer.
    ValueError
        If n or d is below 0, or base isn't finite and above 0.

    References
    ----------
    Vaswani et al. (2017), Attention is all you need, section 3.5.

    Examples
    --------
    >>> sinusoidal_encoding(2, 4).round(4)
    array([[0.    , 1.    , 0.    , 1.    ],
           [0.8415, 0.5403, 0.01  , 1.    ]])
    """
    p = np.arange(_checks.count("n", n))[:, None]
    d = _checks.count("d", d)
    PE = np.empty((len(p), d))
    with np.errstate(all="ignore"):
        angle = p * frequencies(d, base)
        PE[:, 0::2] = np.sin(angle)
        PE[:, 1::2] = np.cos(angle[:, : d // 2])
    return PE


def alibi_slopes(n_heads: SupportsIndex) -> FloatArray:
    """
    ``m_h = 2^(-8h/H),  h = 1 ... H``, for H a power of two

    How fast each head forgets with distance, a geometric sequence. For another number of heads: the
    slopes for the next smaller power of two, then every other slope (the 1st, 3rd, ...) of twice that.

    Parameters
    ----------
    n_heads : int
        H, at least 0.

    Returns
    -------
    m : float64 array (n_heads,)
        The slope of each head, in units of the score per token.

    Raises
    ------
    TypeError
        If n_heads is not an integer.
    ValueError
        If n_heads is below 0.

    References
    ----------
    Press, Smith and Lewis (2022), Train short, test long, section 3; other numbers of heads as in the
    authors' published code.

    Examples
    --------
    >>> alibi_slopes(4)
    array([0.25      , 0.0625    , 0.015625  , 0.00390625])
    >>> alibi_slopes(3)
    array([0.0625    , 0.00390625, 0.25      ])
    """
    H = _checks.count("n_heads", n_heads)
    power = 1 << H.bit_length() - 1 if H else 0
    return np.concatenate([_geometric(power), _geometric(2 * power)[: 2 * (H - power) : 2]])


def alibi_bias(
    n_heads: SupportsIndex, lq: SupportsIndex, lk: SupportsIndex, query_offset: SupportsIndex = 0
) -> FloatArray:
    """
    ``b_hij = -m_h |i + query_offset - j|``,  m_h the slopes of `alibi_slopes`

    A penalty that grows with distance: attention with linear biases. Give it as attn_mask. The paper uses
    it under a causal mask, where i + query_offset - j is never negative; here later keys are penalised
    as earlier ones are.

    Parameters
    ----------
    n_heads : int
        H, at least 0.
    lq : int
        Number of queries.
    lk : int
        Number of keys.
    query_offset : int
        Position of the first query among the keys, as in `scaled_dot_product_attention`.

    Returns
    -------
    bias : float64 array (n_heads, lq, lk)
        0 or less, in units of the score. As a mask it doesn't promote other dtypes.

    Raises
    ------
    TypeError
        If a number is not an integer.
    ValueError
        If a number other than the offset is below 0.

    References
    ----------
    Press, Smith and Lewis (2022), Train short, test long, section 3.

    Examples
    --------
    >>> alibi_bias(2, 2, 3)
    array([[[ 0.        , -0.0625    , -0.125     ],
            [-0.0625    ,  0.        , -0.0625    ]],
    <BLANKLINE>
           [[ 0.        , -0.00390625, -0.0078125 ],
            [-0.00390625,  0.        , -0.00390625]]])
    """
    m = alibi_slopes(n_heads)[:, None, None]
    i = np.arange(_checks.count("lq", lq))[:, None]
    j = np.arange(_checks.count("lk", lk))
    distance = np.abs((i - j) + float(_checks.integer("query_offset", query_offset)))
    return np.asarray(0 - m * distance)


def _geometric(n: int) -> FloatArray:
    m: FloatArray = 2.0 ** (-8 * np.arange(1, n + 1) / max(n, 1))
    return m

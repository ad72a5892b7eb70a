"""What attention costs, counted exactly: scores, operations, bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, SupportsIndex

from attn_core import _checks
from attn_core._counts import Sizes, kept_numbers, pairs, scores_at_once

if TYPE_CHECKING:
    from attn_core._checks import Window
    from attn_core._counts import Kind


class Cost(NamedTuple):
    """
    What one attention layer costs, all heads together. Integers that can't be changed.

    Attributes
    ----------
    scores : int
        Pairs of query and key that are scored; an excluded pair isn't.
    flops : int
        Operations of the two matrix products, a multiply-add as 2. Scaling and softmax, some 5 for each
        score, are left out, as is usual.
    score_bytes : int
        Bytes of the scores that are held at once.
    kv_bytes : int
        Bytes of what is kept of the keys and values for the tokens to come.

    Examples
    --------
    >>> Cost(scores=1, flops=4, score_bytes=2, kv_bytes=4).flops
    4
    """

    scores: int
    flops: int
    score_bytes: int
    kv_bytes: int


def attention_cost(
    n: SupportsIndex,
    d_model: SupportsIndex,
    heads: SupportsIndex,
    *,
    m: SupportsIndex | None = None,
    causal: bool = False,
    kind: Kind = "dense",
    window: Window | None = None,
    block_size: SupportsIndex | None = None,
    features: SupportsIndex | None = None,
    bytes_per_number: SupportsIndex = 2,
) -> Cost:
    """
    ``scores = H n m,  flops = 4 n m d,  score_bytes = b H n m,  kv_bytes = 2 b m d``  (dense)

    One layer's attention on one sequence, without its projections: those are in `layer_cost`. Pairs that
    a causal mask or a window excludes are not counted: causal self-attention scores n (n + 1) / 2 pairs a head.

    Parameters
    ----------
    n : int
        Queries, in tokens (which are not words).
    d_model : int
        d, the width of all heads together; a head has d / H.
    heads : int
        H, at least 1.
    m : int or None
        Keys, n if None.
    causal : bool
        Query i sees key j only if j <= i.
    kind : str
        * ``dense``: all scores are held.
        * ``tiled``: as many scores and operations, n x block_size scores held per head.
        * ``window``: only the scores inside ``window``, and only its keys and values are kept.
        * ``linear``: no scores; 2 (n + m) r d operations for r features a head, and r (d + H) numbers kept.
        * ``cached``: the newest query alone, against m keys that are kept.
    window : (left, right) or None
        Keys before and after a query's own, both ends included, None = no limit. For kind window.
    block_size : int or None
        Keys per block, 64 if None. For kind tiled.
    features : int or None
        r, the head's width if None. For kind linear.
    bytes_per_number : int
        b: 2 for float16 and bfloat16, 4 for float32.

    Returns
    -------
    cost : Cost
        Four integers: scores, flops, score_bytes and kv_bytes.

    Raises
    ------
    TypeError
        If a number is not an integer.
    ValueError
        If n, d_model or m is below 0; heads, block_size, features or bytes_per_number below 1; heads
        don't divide d_model; the kind is unknown, or an option isn't one of its own.

    References
    ----------
    Vaswani et al. (2017), Attention is all you need, table 1. Tiled: Rabe and Staats (2021). Cached:
    Shazeer (2019).

    Examples
    --------
    >>> attention_cost(1000, 512, 8)
    Cost(scores=8000000, flops=2048000000, score_bytes=16000000, kv_bytes=2048000)
    >>> attention_cost(1000, 512, 8, kind="cached").flops
    2048000
    """
    size = Sizes.checked(
        n, d_model, heads, m=m, causal=causal, kind=kind, window=window, block_size=block_size, features=features
    )
    b = _checks.at_least("bytes_per_number", bytes_per_number, 1)
    scores = size.heads * pairs(size)
    products = (size.n + size.m) * size.features * size.d if kind == "linear" else 2 * pairs(size) * size.d
    return Cost(scores, 2 * products, b * size.heads * scores_at_once(size), b * kept_numbers(size))

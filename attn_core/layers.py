"""What a whole Transformer layer costs, and how layers of other kinds compare."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, NamedTuple, SupportsIndex

from attn_core import _checks
from attn_core.cost import attention_cost

if TYPE_CHECKING:
    from attn_core._checks import Window
    from attn_core._counts import Kind


class LayerCost(NamedTuple):
    """
    Operations of one Transformer layer, a multiply-add as 2. Integers that can't be changed.

    Attributes
    ----------
    attention : int
        The products of attention itself, which grow with the square of the length.
    projections : int
        The matrices W_Q, W_K, W_V and W_O.
    feed_forward : int
        The two matrices of the feed-forward network.

    Examples
    --------
    >>> LayerCost(attention=1, projections=1, feed_forward=2).shares
    {'attention': 0.25, 'projections': 0.25, 'feed_forward': 0.5}
    """

    attention: int
    projections: int
    feed_forward: int

    @property
    def total(self) -> int:
        """All operations of the layer."""
        return self.attention + self.projections + self.feed_forward

    @property
    def shares(self) -> dict[str, float]:
        """The part of the total that each has, by name, from 0 to 1; 0 if the total is 0."""
        return {name: count / max(self.total, 1) for name, count in self._asdict().items()}


def layer_cost(
    n: SupportsIndex,
    d_model: SupportsIndex,
    heads: SupportsIndex,
    d_ff: SupportsIndex | None = None,
    *,
    m: SupportsIndex | None = None,
    causal: bool = False,
    kind: Kind = "dense",
    window: Window | None = None,
    block_size: SupportsIndex | None = None,
    features: SupportsIndex | None = None,
    bytes_per_number: SupportsIndex = 2,
) -> LayerCost:
    """
    ``attention = 4 n m d,  projections = 4 n d^2 + 4 m d^2,  feed_forward = 4 n d d_ff``  (dense)

    For self-attention with d_ff = 4 d that is 4 n^2 d + 8 n d^2 + 16 n d^2: attention overtakes the rest
    at n = 6 d. Biases, normalisation, activations and residual sums are left out.

    Parameters
    ----------
    n : int
        Queries, in tokens.
    d_model : int
        d, the width of all heads together.
    heads : int
        H, at least 1; it divides d_model.
    d_ff : int or None
        Width inside the feed-forward network, 4 d_model if None.
    m : int or None
        Keys, n if None.
    causal : bool
        Query i sees key j only if j <= i.
    kind : str
        One of those of `attention_cost`. With cached one token is projected, since the others have been.
    window : (left, right) or None
        For kind window, as in `attention_cost`.
    block_size : int or None
        For kind tiled, as in `attention_cost`.
    features : int or None
        For kind linear, as in `attention_cost`.
    bytes_per_number : int
        As in `attention_cost`; operations don't depend on it.

    Returns
    -------
    cost : LayerCost
        Operations of attention, projections and feed-forward network, with their total and shares.

    Raises
    ------
    TypeError
        If a number is not an integer.
    ValueError
        If d_ff is below 0, or as `attention_cost`.

    References
    ----------
    Kaplan et al. (2020), Scaling laws for neural language models, table 1.

    Examples
    --------
    >>> cost = layer_cost(1000, 512, 8)
    >>> cost
    LayerCost(attention=2048000000, projections=2097152000, feed_forward=4194304000)
    >>> round(cost.shares["attention"], 3)
    0.246
    """
    attention = attention_cost(
        n,
        d_model,
        heads,
        m=m,
        causal=causal,
        kind=kind,
        window=window,
        block_size=block_size,
        features=features,
        bytes_per_number=bytes_per_number,
    )
    d = operator.index(d_model)
    ff = 4 * d if d_ff is None else _checks.count("d_ff", d_ff)
    queries = operator.index(n)
    keys = queries if m is None else operator.index(m)
    if kind == "cached":
        queries = keys = 1
    return LayerCost(attention.flops, 4 * (queries + keys) * d * d, 4 * queries * d * ff)


class LayerComplexity(NamedTuple):
    """
    One row of `complexity_table`.

    Attributes
    ----------
    layer : str
        The kind of layer.
    operations : int
        Complexity per layer, without constant factors.
    sequential : int
        Steps that can't run side by side.
    path : int
        Longest way, in steps, from one position to another.

    Examples
    --------
    >>> LayerComplexity("Recurrent", operations=8, sequential=2, path=2).path
    2
    """

    layer: str
    operations: int
    sequential: int
    path: int


def complexity_table(
    n: SupportsIndex, d: SupportsIndex, k: SupportsIndex, r: SupportsIndex
) -> tuple[LayerComplexity, ...]:
    """
    Self-attention ``n^2 d, 1, 1``; recurrent ``n d^2, n, n``; convolutional ``k n d^2, 1, log_k n``;
    restricted self-attention ``r n d, 1, n/r``

    Table 1 of the paper in numbers: operations, sequential steps and the longest path of each kind of
    layer. Path lengths are rounded up to whole layers, at least 1.

    Parameters
    ----------
    n : int
        Length of the sequence, at least 1.
    d : int
        Width, at least 1.
    k : int
        Width of the (dilated) convolution, at least 2.
    r : int
        Neighbours that restricted self-attention sees, at least 1.

    Returns
    -------
    rows : tuple of 4 LayerComplexity
        In the order of the paper.

    Raises
    ------
    TypeError
        If a number is not an integer.
    ValueError
        If a number is too small.

    References
    ----------
    Vaswani et al. (2017), Attention is all you need, table 1.

    Examples
    --------
    >>> for row in complexity_table(n=1000, d=512, k=3, r=100):
    ...     print(*row, sep=", ")
    Self-attention, 512000000, 1, 1
    Recurrent, 262144000, 1000, 1000
    Convolutional, 786432000, 1, 7
    Self-attention (restricted), 51200000, 1, 10
    """
    n, d = _checks.at_least("n", n, 1), _checks.at_least("d", d, 1)
    k, r = _checks.at_least("k", k, 2), _checks.at_least("r", r, 1)
    return (
        LayerComplexity("Self-attention", n * n * d, 1, 1),
        LayerComplexity("Recurrent", n * d * d, n, n),
        LayerComplexity("Convolutional", k * n * d * d, 1, max(1, _log_up(n, k))),
        LayerComplexity("Self-attention (restricted)", r * n * d, 1, -(-n // r)),
    )


def _log_up(n: int, base: int) -> int:
    """The smallest p with base^p >= n."""
    p, power = 0, 1
    while power < n:
        p, power = p + 1, power * base
    return p

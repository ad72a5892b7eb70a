"""How many pairs, scores and numbers each kind of attention needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, SupportsIndex

from attn_core import _checks

if TYPE_CHECKING:
    from attn_core._checks import Window

type Kind = Literal["dense", "tiled", "window", "linear", "cached"]

# The option of each kind that no other kind has.
_OPTIONS = {"dense": "", "tiled": "block_size", "window": "window", "linear": "features", "cached": ""}


class Sizes(NamedTuple):
    """Checked sizes of one attention layer: n queries, m keys, width d; left and right None = no limit."""

    kind: str
    n: int
    m: int
    d: int
    heads: int
    left: int | None
    right: int | None
    block: int
    features: int

    @classmethod
    def checked(
        cls,
        n: SupportsIndex,
        d_model: SupportsIndex,
        heads: SupportsIndex,
        *,
        m: SupportsIndex | None,
        causal: bool,
        kind: str,
        window: Window | None,
        block_size: SupportsIndex | None,
        features: SupportsIndex | None,
    ) -> Sizes:
        """Return the sizes, or raise."""
        if kind not in _OPTIONS:
            raise ValueError(f"kind must be one of {', '.join(_OPTIONS)}; got {kind!r}")
        for name, value in (("window", window), ("block_size", block_size), ("features", features)):
            if value is not None and name != _OPTIONS[kind]:
                raise ValueError(f"{name} is not an option of kind {kind!r}; got {value!r}")
        if kind == "window" and window is None:
            raise ValueError("window must be a pair (left, right) for kind 'window'; got None")
        n = _checks.count("n", n)
        d, heads = _checks.count("d_model", d_model), _checks.at_least("heads", heads, 1)
        if d % heads:
            raise ValueError(f"heads must divide d_model; got {heads} and {d}")
        left, right = _checks.window(window)
        return cls(
            kind,
            1 if kind == "cached" else n,
            n if m is None else _checks.count("m", m),
            d,
            heads,
            left,
            0 if causal and kind != "cached" else right,
            64 if block_size is None else _checks.at_least("block_size", block_size, 1),
            d // heads if features is None else _checks.at_least("features", features, 1),
        )


def pairs(size: Sizes) -> int:
    """Count the pairs (i, j) of a head with i - left <= j <= i + right that are scored."""
    if size.kind == "linear":
        return 0
    upper = size.n * size.m if size.right is None else _pairs_up_to(size.right, size.n, size.m)
    lower = 0 if size.left is None else _pairs_up_to(-size.left - 1, size.n, size.m)
    return upper - lower


def scores_at_once(size: Sizes) -> int:
    """Count the scores of a head that are held at once."""
    return size.n * min(size.block, size.m) if size.kind == "tiled" else pairs(size)


def kept_numbers(size: Sizes) -> int:
    """Count the numbers kept for the tokens to come: keys and values, or their sums over all keys."""
    if size.kind == "linear":
        return size.features * (size.d + size.heads)
    seen = size.m
    if size.kind == "window" and size.left is not None and size.right is not None:
        seen = min(size.m, size.left + 1 + size.right)
    return 2 * seen * size.d


def _pairs_up_to(ahead: int, n: int, m: int) -> int:
    """Count the pairs with j <= i + ahead: the sum over i of i + ahead + 1, cut to 0 ... m."""
    return _triangle(n + ahead) - _triangle(ahead) - _triangle(n + ahead - m) + _triangle(ahead - m)


def _triangle(k: int) -> int:
    """1 + 2 + ... + k, 0 if k isn't positive."""
    k = max(k, 0)
    return k * (k + 1) // 2

"""Costs against counts that are made pair by pair, and against the numbers that the pages print."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attn_core import Cost, attention_cost, causal_mask, sliding_window_mask


def test_dense_attention() -> None:
    # 2 heads of 3 x 5 scores; each score is a product of width 2 and weighs a value of width 2.
    assert attention_cost(3, 4, 2, m=5) == Cost(
        scores=30, flops=30 * (4 + 4), score_bytes=60, kv_bytes=2 * 5 * 4 * 2
    )
    assert attention_cost(3, 4, 2) == attention_cost(3, 4, 2, m=3)
    assert attention_cost(3, 4, 2, m=5, bytes_per_number=4) == Cost(30, 240, 120, 160)


def test_the_numbers_of_the_pages() -> None:
    assert attention_cost(1000, 512, 8).flops == 2_048_000_000
    one_head = attention_cost(100_000, 64, 1)
    assert one_head.scores == 10**10
    assert one_head.score_bytes == 20 * 10**9
    assert attention_cost(1000, 64, 1, causal=True).scores == 1000 * 1001 // 2


def test_causal_attention_counts_what_it_sees() -> None:
    assert attention_cost(3, 4, 2, causal=True) == Cost(12, 96, 24, 48)
    assert attention_cost(3, 4, 1, m=2, causal=True).scores == 1 + 2 + 2
    assert attention_cost(2, 4, 1, m=5, causal=True).scores == 1 + 2


def test_tiled_attention_holds_less_and_computes_as_much() -> None:
    dense = attention_cost(300, 64, 4)
    tiled = attention_cost(300, 64, 4, kind="tiled")
    assert (tiled.scores, tiled.flops, tiled.kv_bytes) == (dense.scores, dense.flops, dense.kv_bytes)
    assert tiled.score_bytes == 4 * 300 * 64 * 2
    assert attention_cost(300, 64, 4, kind="tiled", block_size=1000).score_bytes == dense.score_bytes
    causal = attention_cost(300, 64, 4, kind="tiled", block_size=10, causal=True)
    assert causal.scores == 4 * 300 * 301 // 2
    assert causal.score_bytes == 4 * 300 * 10 * 2


def test_windowed_attention() -> None:
    # Rows of 2, 3, 3, 3, 2 keys.
    assert attention_cost(5, 4, 2, kind="window", window=(1, 1)) == Cost(26, 26 * 8, 52, 2 * 3 * 4 * 2)
    assert attention_cost(5, 4, 1, kind="window", window=(1, 1), causal=True).scores == 1 + 2 + 2 + 2 + 2
    assert attention_cost(5, 4, 1, kind="window", window=(1, 1), causal=True).kv_bytes == 2 * 2 * 4 * 2
    assert attention_cost(5, 4, 1, kind="window", window=(1, None)).kv_bytes == 2 * 5 * 4 * 2
    assert attention_cost(5, 4, 1, kind="window", window=(None, 1)).kv_bytes == 2 * 5 * 4 * 2
    assert attention_cost(5, 4, 1, kind="window", window=(9, 9)) == attention_cost(5, 4, 1)


def test_linear_attention() -> None:
    # Per head of width 2 and 2 features: sums of 5 outer products, then 3 queries times a 2 x 2 matrix.
    assert attention_cost(3, 4, 2, m=5, kind="linear") == Cost(0, 2 * (5 * 4 + 3 * 4) * 2, 0, 2 * 2 * (2 * 2 + 2))
    assert attention_cost(3, 4, 2, m=5, kind="linear", features=7) == Cost(
        0, 2 * 8 * 7 * 4, 0, 2 * 2 * (7 * 2 + 7)
    )
    assert attention_cost(3, 4, 2, kind="linear", causal=True) == attention_cost(3, 4, 2, kind="linear")


def test_cached_attention_is_one_query_against_all_keys() -> None:
    assert attention_cost(7, 4, 2, kind="cached") == Cost(14, 14 * 8, 28, 2 * 7 * 4 * 2)
    assert attention_cost(7, 4, 2, m=9, kind="cached").scores == 18
    assert attention_cost(7, 4, 2, kind="cached", causal=True) == attention_cost(7, 4, 2, kind="cached")


@settings(deadline=None)
@given(
    st.integers(0, 7),
    st.integers(0, 7),
    st.none() | st.integers(0, 8),
    st.none() | st.integers(0, 8),
    st.booleans(),
)
def test_pairs_are_those_of_the_masks(n: int, m: int, left: int | None, right: int | None, causal: bool) -> None:
    mask = sliding_window_mask(n, m, left, right)
    if causal:
        mask &= causal_mask(n, m)
    assert (
        attention_cost(n, 6, 3, m=m, causal=causal, kind="window", window=(left, right)).scores == 3 * mask.sum()
    )
    full = causal_mask(n, m).sum() if causal else n * m
    for kind in ("dense", "tiled"):
        assert attention_cost(n, 6, 3, m=m, causal=causal, kind=kind).scores == 3 * full


def test_counts_are_exact_integers_however_large() -> None:
    cost = attention_cost(10**12 + 1, 512, 1, causal=True)
    assert cost.scores == (10**12 + 1) * (10**12 + 2) // 2
    linear = attention_cost(10**12, 512, 2, kind="linear")
    assert linear.kv_bytes == 2 * 256 * 514
    assert all(type(number) is int for number in (*cost, *linear))


def test_a_cost_cannot_be_changed() -> None:
    cost = attention_cost(1, 1, 1)
    with pytest.raises(AttributeError):
        cost.scores = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"n": -1}, ValueError, r"^n must be at least 0; got -1$"),
        ({"n": 1.0}, TypeError, r"^n must be an integer; got 1.0$"),
        ({"d_model": -8}, ValueError, r"^d_model must be at least 0; got -8$"),
        ({"heads": 0}, ValueError, r"^heads must be at least 1; got 0$"),
        ({"heads": 3}, ValueError, r"^heads must divide d_model; got 3 and 8$"),
        ({"m": -1}, ValueError, r"^m must be at least 0; got -1$"),
        (
            {"kind": "sparse"},
            ValueError,
            r"^kind must be one of dense, tiled, window, linear, cached; got 'sparse'$",
        ),
        ({"kind": "window"}, ValueError, r"^window must be a pair \(left, right\) for kind 'window'; got None$"),
        ({"kind": "window", "window": 3}, ValueError, r"^window must be a pair \(left, right\); got 3$"),
        ({"kind": "window", "window": (-1, 0)}, ValueError, r"^window's left must be at least 0; got -1$"),
        ({"kind": "window", "window": (0, 0.5)}, TypeError, r"^window's right must be an integer; got 0.5$"),
        ({"window": (1, 1)}, ValueError, r"^window is not an option of kind 'dense'; got \(1, 1\)$"),
        (
            {"kind": "linear", "block_size": 2},
            ValueError,
            r"^block_size is not an option of kind 'linear'; got 2$",
        ),
        ({"kind": "cached", "features": 2}, ValueError, r"^features is not an option of kind 'cached'; got 2$"),
        ({"kind": "tiled", "block_size": 0}, ValueError, r"^block_size must be at least 1; got 0$"),
        ({"kind": "linear", "features": 0}, ValueError, r"^features must be at least 1; got 0$"),
        ({"bytes_per_number": 0}, ValueError, r"^bytes_per_number must be at least 1; got 0$"),
        ({"bytes_per_number": 0.5}, TypeError, r"^bytes_per_number must be an integer; got 0.5$"),
    ],
)
def test_errors(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        attention_cost(**({"n": 2, "d_model": 8, "heads": 2} | options))

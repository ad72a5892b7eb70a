"""What a layer costs, and Table 1 of the paper."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attn_core import LayerComplexity, LayerCost, attention_cost, complexity_table, layer_cost


def test_a_layer_is_attention_projections_and_feed_forward() -> None:
    # n = 3, d = 4: four 4 x 4 matrices and two of 4 x 16, a multiply-add counting 2.
    assert layer_cost(3, 4, 2) == LayerCost(
        attention=4 * 3 * 3 * 4, projections=2 * 3 * 4 * 16, feed_forward=2 * 3 * 2 * 64
    )
    assert layer_cost(3, 4, 2, d_ff=5).feed_forward == 2 * 3 * 2 * 20
    assert layer_cost(3, 4, 2, 0).feed_forward == 0


def test_keys_of_another_sequence_are_projected_too() -> None:
    # W_Q and W_O see 3 tokens, W_K and W_V 5.
    assert layer_cost(3, 4, 2, m=5) == LayerCost(4 * 3 * 5 * 4, 2 * 16 * (2 * 3 + 2 * 5), 768)


def test_with_a_cache_one_token_goes_through_the_layer() -> None:
    assert layer_cost(9, 4, 2, kind="cached") == LayerCost(4 * 9 * 4, 2 * 4 * 16, 2 * 2 * 64)
    assert layer_cost(9, 4, 2, m=7, kind="cached") == LayerCost(4 * 7 * 4, 2 * 4 * 16, 2 * 2 * 64)


@pytest.mark.parametrize(
    "options",
    [
        {"causal": True},
        {"m": 7},
        {"kind": "tiled", "block_size": 3},
        {"kind": "window", "window": (1, 0)},
        {"kind": "linear", "features": 9},
        {"bytes_per_number": 4},
    ],
)
def test_the_options_are_those_of_attention(options: Any) -> None:
    assert layer_cost(5, 4, 2, **options).attention == attention_cost(5, 4, 2, **options).flops


def test_shares_of_the_worked_example() -> None:
    cost = layer_cost(1000, 512, 8)
    assert cost.total == 2_048_000_000 + 2_097_152_000 + 4_194_304_000
    assert round(cost.shares["attention"], 3) == 0.246
    assert list(cost.shares) == ["attention", "projections", "feed_forward"]
    assert LayerCost(1, 1, 2).shares == {"attention": 0.25, "projections": 0.25, "feed_forward": 0.5}
    assert layer_cost(0, 4, 2).shares == {"attention": 0, "projections": 0, "feed_forward": 0}


@settings(deadline=None)
@given(st.integers(1, 2000), st.integers(1, 64))
def test_attention_overtakes_the_rest_at_six_times_the_width(n: int, d: int) -> None:
    cost = layer_cost(n, d, 1)
    assert (cost.attention > cost.projections + cost.feed_forward) == (n > 6 * d)


def test_table_one() -> None:
    rows = complexity_table(n=100, d=8, k=3, r=7)
    assert rows == (
        LayerComplexity("Self-attention", 100 * 100 * 8, 1, 1),
        LayerComplexity("Recurrent", 100 * 8 * 8, 100, 100),
        LayerComplexity("Convolutional", 3 * 100 * 8 * 8, 1, 5),  # 3^4 = 81 < 100 <= 3^5
        LayerComplexity("Self-attention (restricted)", 7 * 100 * 8, 1, 15),  # 14 * 7 = 98 < 100
    )
    assert [row.layer for row in rows] == [
        "Self-attention",
        "Recurrent",
        "Convolutional",
        "Self-attention (restricted)",
    ]


@pytest.mark.parametrize(
    ("n", "k", "path"), [(1, 2, 1), (2, 2, 1), (3, 2, 2), (4, 2, 2), (5, 2, 3), (1000, 10, 3), (1001, 10, 4)]
)
def test_the_path_of_a_convolution_is_the_rounded_up_logarithm(n: int, k: int, path: int) -> None:
    assert complexity_table(n, 1, k, 1)[2].path == path


def test_the_smallest_table() -> None:
    assert [row.path for row in complexity_table(1, 1, 2, 1)] == [1, 1, 1, 1]
    assert complexity_table(4, 1, 2, 4)[3].path == 1


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: layer_cost(1, 4, 3), ValueError, r"^heads must divide d_model; got 3 and 4$"),
        (lambda: layer_cost(1, 4, 2, -1), ValueError, r"^d_ff must be at least 0; got -1$"),
        (lambda: layer_cost(1, 4, 2, 1.5), TypeError, r"^d_ff must be an integer; got 1.5$"),  # type: ignore[arg-type]
        (
            lambda: layer_cost(1, 4, 2, bytes_per_number=0),
            ValueError,
            r"^bytes_per_number must be at least 1; got 0$",
        ),
        (
            lambda: layer_cost(1, 4, 2, kind="tiled", block_size=0),
            ValueError,
            r"^block_size must be at least 1; got 0$",
        ),
        (lambda: complexity_table(0, 1, 2, 1), ValueError, r"^n must be at least 1; got 0$"),
        (lambda: complexity_table(1, 0, 2, 1), ValueError, r"^d must be at least 1; got 0$"),
        (lambda: complexity_table(1, 1, 1, 1), ValueError, r"^k must be at least 2; got 1$"),
        (lambda: complexity_table(1, 1, 2, 0), ValueError, r"^r must be at least 1; got 0$"),
        (lambda: complexity_table(1, 1, 2, 1.0), TypeError, r"^r must be an integer; got 1.0$"),  # type: ignore[arg-type]
    ],
)
def test_errors(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()

"""Attention's meaning, case by case, against values worked out by hand.

Scores are logarithms of small integers, so that the weights are fractions: a query of 1 with scale 1
and keys ln 3 and ln 1 weighs them 3/4 and 1/4.
"""

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import attention_scores, scaled_dot_product_attention

INF, NAN = np.inf, np.nan
ONE = np.ones((1, 1))
K2 = np.log([[3.0], [1.0]])
V2 = np.array([[4.0], [8.0]])
K3 = np.log([[1.0], [2.0], [5.0]])
V3 = np.array([[8.0], [16.0], [32.0]])


def attend(
    query: Any, key: Any, value: Any, attn_mask: Any = None, **options: Any
) -> tuple[np.ndarray, np.ndarray]:
    """Attention with scale 1 unless told, output and weights."""
    return scaled_dot_product_attention(
        query, key, value, attn_mask, **{"scale": 1, **options}, return_weights=True
    )


def test_output_is_the_weighted_average_of_the_values() -> None:
    out, W = attend(ONE, K2, V2)
    assert_allclose(W, [[3 / 4, 1 / 4]], rtol=1e-15)
    assert_allclose(out, [[5.0]], rtol=1e-15)  # 3/4 * 4 + 1/4 * 8
    assert_array_equal(scaled_dot_product_attention(ONE, K2, V2, scale=1), out)


def test_default_scale_divides_by_the_root_of_the_width() -> None:
    query, key = [[1.0, 2.0, 3.0, 4.0]], [[1.0, 1.0, 1.0, 1.0]]
    assert_array_equal(attention_scores(query, key), [[5.0]])  # 10 / sqrt(4)
    assert_array_equal(attention_scores(query, key, scale=3), [[30.0]])
    assert_array_equal(attention_scores(query, key, scale=-1), [[-10.0]])
    assert_array_equal(attention_scores(query, key, scale=0), [[0.0]])


def test_scale_zero_gives_the_mean() -> None:
    assert_array_equal(attend(ONE, K2, V2, scale=0)[0], [[6.0]])


def test_softcap_comes_after_scale_and_before_the_mask() -> None:
    cap = 2.0
    S = attention_scores([[3.0]], [[1.0], [-1.0]], scale=0.5, softcap=cap, attn_mask=[1.0, -INF])
    assert_allclose(S, [[2 * np.tanh(1.5 / 2) + 1, -INF]], rtol=1e-15)
    assert_array_equal(attention_scores([[1e300]], [[1e300]], softcap=cap), [[2.0]])  # an overflow is capped too
    W = attend(ONE, [[1e9], [-1e9]], V2, softcap=np.log(3) / 2)[1]
    assert_allclose(W, [[3 / 4, 1 / 4]], rtol=1e-15)


@pytest.mark.parametrize("mask", [[False, False], [-INF, -INF]])
def test_a_row_without_keys_is_zero(mask: Any) -> None:
    out, W = attend(ONE, K2, V2, mask)
    assert_array_equal(out, [[0.0]])
    assert_array_equal(W, [[0.0, 0.0]])
    assert_array_equal(attention_scores(ONE, K2, attn_mask=mask), [[-INF, -INF]])


def test_only_the_row_without_keys_is_zero() -> None:
    out, _ = attend(np.ones((2, 1)), K2, V2, [[False, False], [True, True]])
    assert_allclose(out, [[0.0], [5.0]], rtol=1e-15)


def test_true_means_attend() -> None:
    out, W = attend(ONE, K3, V3, [True, False, True])
    assert_allclose(W, [[1 / 6, 0, 5 / 6]], rtol=1e-15)
    assert_allclose(out, [[28.0]], rtol=1e-15)  # 8/6 + 160/6


def test_a_floating_mask_is_added_to_the_scores() -> None:
    W = attend(ONE, K2, V2, np.log([1.0, 9.0]))[1]  # 3 * 1 against 1 * 9
    assert_allclose(W, [[1 / 4, 3 / 4]], rtol=1e-15)


@pytest.mark.parametrize(
    ("query_offset", "visible"),
    [
        (0, [[1, 0, 0], [1, 1, 0]]),
        (1, [[1, 1, 0], [1, 1, 1]]),
        (-1, [[0, 0, 0], [1, 0, 0]]),
        (2, [[1, 1, 1], [1, 1, 1]]),
    ],
)
def test_causal_rows_see_keys_up_to_their_own_position(query_offset: int, visible: list[list[int]]) -> None:
    W = attend(np.ones((2, 1)), np.zeros((3, 1)), V3, is_causal=True, query_offset=query_offset)[1]
    assert_array_equal(W != 0, np.array(visible, bool))
    S = attention_scores(np.ones((2, 1)), np.zeros((3, 1)), is_causal=True, query_offset=query_offset)
    assert_array_equal(S == 0, np.array(visible, bool))


def test_the_first_query_is_aligned_with_the_first_key_unless_told() -> None:
    causal = [[0, -INF, -INF], [0, 0, -INF]]
    assert_array_equal(attention_scores(np.zeros((2, 1)), np.zeros((3, 1)), is_causal=True), causal)
    W = attend(np.zeros((2, 1)), np.zeros((3, 1)), V3, is_causal=True)[1]
    assert_array_equal(W, [[1, 0, 0], [1 / 2, 1 / 2, 0]])


def test_mask_causal_and_window_all_hold() -> None:
    # causal x.. xx. xxx, window xx. xxx .xx, mask x.x
    options = {"is_causal": True, "window": (1, 1)}
    W = attend(np.ones((3, 1)), np.zeros((3, 1)), V3, [True, False, True], **options)[1]
    assert_array_equal(W, [[1, 0, 0], [1, 0, 0], [0, 0, 1]])
    biased = attend(np.ones((2, 1)), np.zeros((2, 1)), V2, np.log([[1.0, 1.0], [3.0, 1.0]]), is_causal=True)[1]
    assert_allclose(biased, [[1.0, 0.0], [0.75, 0.25]], rtol=1e-15)


@pytest.mark.parametrize(
    ("window", "query_offset", "visible"),
    [
        ((1, 0), 0, ["x...", "xx..", ".xx."]),
        ((0, 1), 0, ["xx..", ".xx.", "..xx"]),
        ((None, 0), 0, ["x...", "xx..", "xxx."]),
        ((0, None), 0, ["xxxx", ".xxx", "..xx"]),
        ((None, None), 0, ["xxxx"] * 3),
        ([1, 0], 1, ["xx..", ".xx.", "..xx"]),
    ],
)
def test_window_is_inclusive_on_both_sides(window: Any, query_offset: int, visible: list[str]) -> None:
    W = attend(np.ones((3, 1)), np.zeros((4, 1)), np.zeros((4, 1)), window=window, query_offset=query_offset)[1]
    assert ["".join("x" if w else "." for w in row) for row in W] == visible


@pytest.mark.parametrize(
    ("mask_shape", "meaning"),
    [
        ((), "all"),
        ((1,), "all"),
        ((4,), "keys"),
        ((3, 1), "queries"),
        ((2, 1, 4), "heads"),
        ((5, 1, 1, 4), "batch"),
    ],
)
def test_a_mask_is_aligned_at_the_right(mask_shape: tuple[int, ...], meaning: str) -> None:
    query, key, value = np.ones((5, 2, 3, 1)), np.zeros((5, 2, 4, 1)), np.zeros((5, 2, 4, 1))
    mask = np.arange(max(1, np.prod(mask_shape, dtype=int))).reshape(mask_shape) % 3 != 1
    W = attend(query, key, value, mask)[1]
    assert_array_equal(W != 0, np.broadcast_to(mask, (5, 2, 3, 4)), err_msg=meaning)


def test_grouped_heads_repeat_and_do_not_tile() -> None:
    query = np.ones((4, 1, 1))
    key = np.zeros((2, 1, 1))
    value = np.array([[[10.0]], [[20.0]]])
    out, W = attend(query, key, value, enable_gqa=True)
    assert_array_equal(out[:, 0, 0], [10, 10, 20, 20])
    assert W.shape == (4, 1, 1)
    assert_array_equal(attention_scores(query, [[[1.0]], [[2.0]]], enable_gqa=True)[:, 0, 0], [1, 1, 2, 2])
    assert attend(np.ones((0, 1, 1)), key, value, enable_gqa=True)[0].shape == (0, 1, 1)


def test_leading_axes_broadcast() -> None:
    out, W = attend(np.ones((5, 1, 3, 2)), np.ones((2, 4, 2)), np.ones((7, 1, 1, 4, 6)))
    assert out.shape == (7, 5, 2, 3, 6)
    assert W.shape == (5, 2, 3, 4)
    assert_allclose(out, 1, rtol=1e-15)


@pytest.mark.parametrize("mask", [None, np.zeros((3, 0), bool)])
def test_without_keys_the_output_is_zero(mask: Any) -> None:
    out, W = attend(np.ones((3, 2)), np.ones((0, 2)), np.ones((0, 5)), mask)
    assert_array_equal(out, np.zeros((3, 5)))
    assert W.shape == (3, 0)


def test_without_width_every_key_weighs_the_same() -> None:
    out, W = scaled_dot_product_attention(np.ones((1, 0)), np.ones((2, 0)), V2, return_weights=True)
    assert_array_equal(W, [[0.5, 0.5]])
    assert_array_equal(out, [[6.0]])


@pytest.mark.parametrize(
    ("query", "key", "value", "output"),
    [
        ((0, 3, 2), (0, 4, 2), (0, 4, 5), (0, 3, 5)),
        ((2, 0, 2), (2, 4, 2), (2, 4, 5), (2, 0, 5)),
        ((2, 3, 2), (2, 4, 2), (2, 4, 0), (2, 3, 0)),
        ((1, 1, 1), (1, 1, 1), (1, 1, 1), (1, 1, 1)),
    ],
)
def test_empty_axes(query: Any, key: Any, value: Any, output: tuple[int, ...]) -> None:
    out, W = attend(np.ones(query), np.ones(key), np.ones(value), is_causal=True)
    assert out.shape == output
    assert W.shape == (*output[:-1], key[-2])


def test_dropout_zeroes_or_scales_and_leaves_the_returned_weights() -> None:
    n, p = 1000, 0.25
    out, W = attend(np.ones((1, 1)), np.zeros((n, 1)), np.eye(n) * n, dropout_p=p, rng=np.random.default_rng(7))
    assert_allclose(W, 1 / n)
    assert_allclose(out[out != 0], 1 / (1 - p), rtol=1e-14)
    kept = np.count_nonzero(out)
    assert abs(kept - n * (1 - p)) < 5 * np.sqrt(n * p * (1 - p))  # five standard deviations
    again = attend(np.ones((1, 1)), np.zeros((n, 1)), np.eye(n) * n, dropout_p=p, rng=np.random.default_rng(7))[0]
    assert_array_equal(again, out)


class Drawing(np.random.Generator):
    """Draws the same number always."""

    def random(self, *_: Any) -> Any:  # type: ignore[override]
        return np.array([[0.25, 0.0]])


def test_a_weight_is_dropped_where_the_number_drawn_is_below_the_probability() -> None:
    rng = Drawing(np.random.PCG64(1))
    assert_array_equal(attend(ONE, K2 * 0, V2, dropout_p=0.25, rng=rng)[0], [[4 / 2 / 0.75]])
    assert_array_equal(attend(ONE, K2 * 0, V2, dropout_p=0.0, rng=rng)[0], [[6]])


def test_dropout_of_zero_draws_nothing_away() -> None:
    out, _ = attend(ONE, K2, V2, dropout_p=0.0, rng=np.random.default_rng(7))
    assert_array_equal(out, attend(ONE, K2, V2)[0])

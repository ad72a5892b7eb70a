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
HALF: Any = np.float16
SINGLE: Any = np.float32
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


@pytest.mark.parametrize("content", [NAN, INF, -INF])
@pytest.mark.parametrize("mask", [[True, True, False], [0.0, 0.0, -INF]])
def test_excluded_content_never_matters(content: float, mask: Any) -> None:
    key, value = np.vstack([K2, [[content]]]), np.vstack([V2, [[content]]])
    out, W = attend(ONE, key, value, mask)
    assert_allclose(W, [[3 / 4, 1 / 4, 0]], rtol=1e-15)
    assert_allclose(out, [[5.0]], rtol=1e-15)


def test_content_excluded_for_one_query_shows_for_another() -> None:
    value = [[4.0, 1.0], [INF, 1.0], [NAN, 1.0]]
    out, _ = attend(np.ones((3, 1)), np.zeros((3, 1)), value, is_causal=True)
    assert_allclose(out, [[4.0, 1.0], [INF, 1.0], [NAN, 1.0]])


@pytest.mark.parametrize(
    ("values", "expected"),
    [([NAN, 1.0], NAN), ([INF, 1.0], INF), ([-INF, 1.0], -INF), ([INF, -INF], NAN), ([INF, INF], INF)],
)
def test_what_is_not_finite_at_an_attended_value_shows(values: list[float], expected: float) -> None:
    value = np.array(values)[:, None]
    for mask in (None, [True, True]):
        assert_array_equal(attend(ONE, K2, value, mask)[0], [[expected]])


def test_nan_shows_at_an_attended_value_whose_weight_underflows() -> None:
    out, W = attend(ONE, [[0.0], [-1e4]], [[1.0], [NAN]], [True, True])
    assert_array_equal(W, [[1, 0]])
    assert np.isnan(out).all()


def test_nan_in_a_query_key_or_bias_shows_in_the_rows_that_attend() -> None:
    W = attend([[NAN], [1.0]], np.zeros((2, 1)), V2)[1]
    assert_array_equal(W, [[NAN, NAN], [0.5, 0.5]])
    W = attend(np.ones((2, 1)), [[0.0], [NAN]], V2, is_causal=True)[1]
    assert_array_equal(W, [[1, 0], [NAN, NAN]])
    W = attend(np.ones((2, 1)), np.zeros((2, 1)), V2, [[NAN, 0.0], [0.0, 0.0]])[1]
    assert_array_equal(W, [[NAN, NAN], [0.5, 0.5]])
    assert_array_equal(attend([[NAN]], np.zeros((2, 1)), V2, [False, False])[0], [[0.0]])


def test_scores_too_large_for_the_dtype_give_nan_without_a_warning() -> None:
    assert np.isnan(attend([[1e200]], [[1e200], [0.0]], V2)[0]).all()


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_each_float_type_keeps_its_dtype(dtype: type[np.floating[Any]]) -> None:
    out, W = attend(np.ones((1, 1), dtype), K2.astype(dtype), V2.astype(dtype))
    assert out.dtype == W.dtype == dtype
    assert attention_scores(np.ones((1, 1), dtype), K2.astype(dtype)).dtype == dtype
    assert_allclose(W, [[0.75, 0.25]], rtol=float(4 * np.finfo(dtype).eps))


def test_float16_is_computed_in_float32() -> None:
    # 300 * 300 = 90,000 is infinite in float16; the scores differ by 300.
    W = attend(HALF([[300]]), HALF([[300], [299]]), HALF([[1], [0]]))[1]
    assert_array_equal(W, [[1, 0]])
    assert_array_equal(attention_scores(HALF([[300]]), HALF([[300]]), scale=1), [[INF]])
    # Added one at a time in float16, weights of 2^-12 stop growing at 1/2.
    out, _ = attend(HALF([[1]]), np.zeros((4096, 1), HALF), np.ones((4096, 1), HALF))
    assert_array_equal(out, [[1]])


def test_float16_is_rounded_once() -> None:
    # Weights of 1/3 rounded to float16 are 0.33325, and 3 * 0.33325 * 2000 = 1999.5, not 2000.
    out, W = attend(HALF([[1]]), np.zeros((3, 1), np.float16), np.full((3, 1), 2000, np.float16))
    assert_array_equal(W, np.full((1, 3), 1 / 3, np.float16))
    assert_array_equal(out, [[2000]])


@pytest.mark.parametrize(
    ("query", "key", "value", "expected"),
    [
        ("f2", "f2", "f2", "f2"),
        ("f2", "f4", "f2", "f4"),
        ("f4", "f4", "f8", "f8"),
        ("i1", "i1", "i1", "f8"),
        ("f2", "f2", "i1", "f8"),
        (">f4", ">f4", ">f4", "f4"),
    ],
)
@pytest.mark.parametrize("mask", [None, [[True]], np.zeros((1, 1), "f8"), np.zeros((1, 1), "f2")])
def test_result_dtype_comes_from_query_key_and_value_alone(
    query: str, key: str, value: str, expected: str, mask: Any
) -> None:
    out, W = attend(np.ones((1, 1), query), np.ones((1, 1), key), np.ones((1, 1), value), mask)
    assert out.dtype == W.dtype == np.dtype(expected)
    assert out.dtype.isnative


def test_numbers_given_as_numpy_scalars_do_not_promote() -> None:
    x = np.linspace(-1, 1, 6, dtype=np.float32).reshape(3, 2)
    plain: dict[str, Any] = {"scale": 0.3, "softcap": 3, "dropout_p": 0.3}
    results = [
        attend(x, x, x, **options, rng=np.random.default_rng(1))
        for options in (plain, {name: np.float64(number) for name, number in plain.items()})
    ]
    for from_python, from_numpy in zip(*results, strict=True):
        assert from_numpy.dtype == np.float32
        assert_array_equal(from_numpy, from_python)


def test_a_wide_penalty_stays_a_penalty_in_a_narrow_dtype() -> None:
    lowest = np.finfo(np.float64).min  # -1.8e308, which a cast to float32 would make -inf
    x = SINGLE([[1]])
    out, W = attend(x, SINGLE(K2), SINGLE(V2), [[lowest, lowest]])
    assert_array_equal(W, [[0.5, 0.5]])  # ln 3 is lost beside 3.4e38, the row isn't
    assert_array_equal(out, [[6]])
    assert_allclose(attend(x, SINGLE(K2), SINGLE(V2), [0.0, lowest])[1], [[1, 0]])


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


def test_dropout_of_zero_draws_nothing_away() -> None:
    out, _ = attend(ONE, K2, V2, dropout_p=0.0, rng=np.random.default_rng(7))
    assert_array_equal(out, attend(ONE, K2, V2)[0])


def test_lists_and_integers_are_accepted() -> None:
    out, W = attend([[0, 0]], [[1, 2], [3, 4]], [[1], [2]], [True, True])
    assert_array_equal(out, [[1.5]])
    assert W.dtype == np.float64


def test_inputs_stay_as_they_are_and_results_are_fresh() -> None:
    arrays = [np.ones((2, 2)), np.ones((2, 2)), np.ones((2, 2)), np.zeros((2, 2))]
    for a in arrays:
        a.flags.writeable = False
    results = [*attend(*arrays), attention_scores(*arrays[:2], attn_mask=arrays[3])]
    for result in results:
        result[...] = 9
        assert not any(np.shares_memory(result, a) for a in arrays)
    assert not np.shares_memory(results[0], results[1])


def test_a_strict_caller_sees_no_floating_point_error() -> None:
    with np.errstate(all="raise"):
        attend(HALF([[1e-7]]), HALF([[1e-7], [60000]]), HALF([[1], [1e-7]]), [[0.0, -1e300]])
        attend(SINGLE([[1e38]]), SINGLE([[1e38], [-1e38]]), SINGLE([[1], [2]]))
        attend(ONE, [[NAN], [INF]], [[NAN], [INF]], [False, False])

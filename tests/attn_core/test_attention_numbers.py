"""Attention and its numbers: what isn't finite, float types, and what is never written."""

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


def attend(
    query: Any, key: Any, value: Any, attn_mask: Any = None, **options: Any
) -> tuple[np.ndarray, np.ndarray]:
    """Attention with scale 1 unless told, output and weights."""
    return scaled_dot_product_attention(
        query, key, value, attn_mask, **{"scale": 1, **options}, return_weights=True
    )


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


def test_each_sequence_of_a_batch_has_its_own_excluded_content() -> None:
    value = np.ones((2, 3, 2))
    value[0, 0, 1], value[1, 2, 0] = NAN, INF
    mask = [[[False, True, True]], [[True, True, False]]]
    out, _ = attend(np.ones((2, 1, 1)), np.zeros((2, 3, 1)), value, mask)
    assert_array_equal(out, np.ones((2, 1, 2)))
    out, _ = attend(np.ones((2, 1, 1)), np.zeros((2, 3, 1)), value, mask[::-1])
    assert_array_equal(out, [[[1, NAN]], [[INF, 1]]])


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

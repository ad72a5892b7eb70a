"""The gradients of attention, worked out by hand."""

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import scaled_dot_product_attention_backward

INF, NAN = np.inf, np.nan
backward: Any = scaled_dot_product_attention_backward
ONE = np.ones((1, 1))
K2 = np.log([[3.0], [1.0]])  # weighs 3/4 and 1/4 for a query of 1 with scale 1
V2 = np.array([[4.0], [8.0]])


def test_the_gradients_of_one_query_and_two_keys() -> None:
    # dW = dO V = (8, 16); rowsum(W dW) = 10; dS = W (dW - 10) = (-3/2, 3/2)
    dq, dk, dv = backward([[2.0]], ONE, K2, V2, scale=1)
    assert_allclose(dv, [[1.5], [0.5]], rtol=1e-15)
    assert_allclose(dk, [[-1.5], [1.5]], rtol=1e-14)
    assert_allclose(dq, [[-1.5 * math.log(3)]], rtol=1e-14)


def test_scale_is_a_factor_of_both_gradients_and_one_over_root_width_by_default() -> None:
    query, key = [[1.0, 0.0, 0.0, 0.0]], np.zeros((2, 4))
    dq, dk, dv = backward([[2.0]], query, key, V2)  # dS = 1/2 (8 - 12), 1/2 (16 - 12)
    assert_array_equal(dk, [[-1, 0, 0, 0], [1, 0, 0, 0]])
    assert_array_equal(dq, [[0, 0, 0, 0]])
    assert_array_equal(dv, [[1], [1]])
    dq, dk, _ = backward([[2.0]], query, key + 1, V2, scale=3)
    assert_array_equal(dk, [[-6, 0, 0, 0], [6, 0, 0, 0]])
    assert_array_equal(dq, [[0, 0, 0, 0]])
    assert_array_equal(backward([[2.0]], ONE, K2, V2, scale=0)[1], [[0], [0]])


def test_a_floating_mask_has_a_gradient_and_a_bool_mask_has_none() -> None:
    zero = np.zeros((1, 2))
    dq, dk, dv, dmask = backward([[2.0]], ONE, K2, V2, zero, scale=1)
    assert_allclose(dmask, [[-1.5, 1.5]], rtol=1e-14)
    for mask in (None, np.ones((1, 2), bool)):
        for with_mask, without in zip((dq, dk, dv), backward([[2.0]], ONE, K2, V2, mask, scale=1), strict=True):
            assert_array_equal(with_mask, without)


def test_a_bias_shifts_the_weights_that_the_gradients_see() -> None:
    # 3 * 1 against 1 * 9: W = (1/4, 3/4), rowsum(W dW) = 2 + 12, dS = (-3/2, 3/2)
    _, dk, dv, _ = backward([[2.0]], ONE, K2, V2, np.log([1.0, 9.0]), scale=1)
    assert_allclose(dv, [[0.5], [1.5]], rtol=1e-14)
    assert_allclose(dk, [[-1.5], [1.5]], rtol=1e-14)


@pytest.mark.parametrize("mask", [[False, False], [-INF, -INF]])
@pytest.mark.parametrize("content", [1.0, NAN, INF])
def test_a_row_without_keys_passes_nothing_back(mask: Any, content: float) -> None:
    grads = backward([[content]], [[content]], np.full((2, 1), content), np.full((2, 1), content), mask)
    for grad in grads:
        assert_array_equal(grad, np.zeros(grad.shape))


@pytest.mark.parametrize("mask", [[True, False], [0.0, -INF]])
@pytest.mark.parametrize("content", [NAN, INF, -INF])
def test_excluded_content_never_matters(mask: Any, content: float) -> None:
    key, value = [[0.5], [content]], [[4.0], [content]]
    dq, dk, dv, *_ = backward([[2.0], [3.0]], [[1.0], [2.0]], key, value, mask)
    assert_array_equal(dq, [[0], [0]])  # one key: its weight is 1 whatever the score
    assert_array_equal(dk, [[0], [0]])
    assert_array_equal(dv, [[5], [0]])


def test_a_query_and_its_gradient_stay_with_the_keys_it_sees() -> None:
    # Causal: the second query and its gradient, NaN, reach both keys; the first sees the first key only.
    dq, dk, dv = backward([[2.0], [NAN]], np.ones((2, 1)), K2, V2, is_causal=True)
    assert_array_equal(dq, [[0], [NAN]])
    assert np.isnan(dk).all()
    assert np.isnan(dv).all()
    dq, dk, dv = backward([[NAN], [2.0]], [[NAN], [1.0]], K2, V2, [[True, False], [False, True]])
    assert_array_equal(dq, [[NAN], [0]])
    assert_array_equal(dk, [[NAN], [0]])
    assert_array_equal(dv, [[NAN], [2]])


def test_nan_at_an_attended_value_shows_in_the_row_but_not_at_the_excluded_keys() -> None:
    dq, dk, dv = backward([[1.0]], ONE, [[0.0], [0.0], [0.0]], [[1.0], [NAN], [5.0]], [True, True, False])
    assert_array_equal(dq, [[NAN]])
    assert_array_equal(dk, [[NAN], [NAN], [0]])
    assert_array_equal(dv, [[0.5], [0.5], [0]])


def test_an_infinite_key_that_gets_no_weight_still_shows_in_the_query() -> None:
    # Its score is -inf and its weight 0, so dq adds 0 * inf.
    dq, dk, dv = backward([[2.0]], ONE, [[-INF], [0.0]], V2)
    assert_array_equal(dq, [[NAN]])
    assert_array_equal(dk, [[0], [0]])
    assert_array_equal(dv, [[0], [2]])
    assert_array_equal(backward([[2.0]], ONE, [[-INF], [0.0]], V2, [False, True])[0], [[0]])


def test_causal_and_offset() -> None:
    # The first query sees one key (dS = 0), or both with the offset 1.
    _, dk, dv = backward([[2.0]], ONE, K2, V2, scale=1, is_causal=True)
    assert_array_equal(dv, [[2], [0]])
    assert_array_equal(dk, [[0], [0]])
    _, dk, dv = backward([[2.0]], ONE, K2, V2, scale=1, is_causal=True, query_offset=1)
    assert_allclose(dv, [[1.5], [0.5]], rtol=1e-14)
    assert_allclose(dk, [[-1.5], [1.5]], rtol=1e-14)


def test_gradients_are_summed_over_the_axes_that_were_broadcast() -> None:
    query, key, value = np.ones((3, 1, 1, 1)), K2, np.broadcast_to(V2, (5, 2, 1))
    mask = np.zeros((1, 1, 1))
    dq, dk, dv, dmask = backward(np.full((3, 5, 1, 1), 2.0), query, key, value, mask, scale=1)
    assert dq.shape == (3, 1, 1, 1)
    assert_allclose(dq, 5 * -1.5 * math.log(3), rtol=1e-14)
    assert_allclose(dk, [[-22.5], [22.5]], rtol=1e-14)  # 15 calls
    assert dv.shape == (5, 2, 1)
    assert_allclose(dv, np.broadcast_to([[4.5], [1.5]], dv.shape), rtol=1e-14)
    assert dmask.shape == mask.shape
    assert_allclose(dmask, 0, atol=1e-13)  # one bias for all keys moves no weight


def test_grouped_heads_sum_over_their_group() -> None:
    query = np.array([1.0, 1.0, 0.0, 0.0]).reshape(4, 1, 1)
    key, value = np.stack([K2, K2]), np.stack([V2, V2 * 10])
    grad = np.array([2.0, 4.0, 2.0, 4.0]).reshape(4, 1, 1)
    dq, dk, dv = backward(grad, query, key, value, scale=1, enable_gqa=True)
    assert_allclose(dv[0], [[4.5], [1.5]], rtol=1e-14)  # 3/4 and 1/4 of 2 + 4
    assert_allclose(dv[1], [[3.0], [3.0]], rtol=1e-14)
    assert_allclose(dk[0], [[-4.5], [4.5]], rtol=1e-14)
    assert_array_equal(dk[1], [[0], [0]])
    assert_allclose(dq[2:, 0, 0], np.array([20.0, 40.0]) * -math.log(3), rtol=1e-14)
    assert dq.shape == (4, 1, 1)


@pytest.mark.parametrize(
    ("query", "key", "value"),
    [
        ((0, 2), (3, 2), (3, 4)),
        ((2, 2), (0, 2), (0, 4)),
        ((2, 0), (3, 0), (3, 4)),
        ((2, 2), (3, 2), (3, 0)),
        ((0, 2, 2), (0, 3, 2), (0, 3, 1)),
    ],
)
def test_empty_axes(query: Any, key: Any, value: Any) -> None:
    grads = backward(np.ones((*query[:-1], value[-1])), np.ones(query), np.ones(key), np.ones(value))
    assert [grad.shape for grad in grads] == [query, key, value]
    assert all(np.isfinite(grad).all() for grad in grads)


@pytest.mark.parametrize(("given_dtypes", "expected"), [("222", "f2"), ("244", "f4"), ("448", "f8")])
def test_result_dtype_comes_from_query_key_and_value(given_dtypes: str, expected: str) -> None:
    q, k, v = (np.ones((1, 1), f"f{size}") for size in given_dtypes)
    for mask in (np.zeros((1, 1), "f2"), np.zeros((1, 1), "f8")):
        grads = backward(np.ones((1, 1), "f8"), q, k, v, mask)
        assert [grad.dtype for grad in grads] == [np.dtype(expected)] * 4
    assert backward([[1]], [[1]], [[1]], [[1]])[0].dtype == np.float64


def test_float16_is_computed_in_float32_and_rounded_once() -> None:
    # 4096 gradients of 1/3 each: in float16 the sum stops growing at 1024/3.
    ones = np.ones((4096, 1), np.float16)
    _, _, dv = backward(ones, ones, np.zeros((3, 1), np.float16), np.ones((3, 1), np.float16))
    assert_array_equal(dv, np.full((3, 1), 4096 / 3, np.float16))


def test_results_are_fresh_and_inputs_stay() -> None:
    arrays = [np.ones((1, 1)), np.ones((1, 1)), np.ones((1, 1)), np.ones((1, 1)), np.zeros((1, 1))]
    for a in arrays:
        a.flags.writeable = False
    for grad in backward(*arrays):
        grad[...] = 9
        assert not any(np.shares_memory(grad, a) for a in arrays)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            {"grad": np.ones((3, 5))},
            ValueError,
            r"^grad_out must have the output's shape \(2, 3, 6\); got \(3, 5\)$",
        ),
        (
            {"grad": np.ones((3, 6))},
            ValueError,
            r"^grad_out must have the output's shape \(2, 3, 6\); got \(3, 6\)$",
        ),
        ({"grad": np.ones((2, 3, 6), bool)}, TypeError, r"^grad_out must hold real numbers; got dtype bool$"),
        ({"query": np.ones(5)}, ValueError, r"^query must have at least 2 axes"),
        (
            {"query": np.ones((3, 4))},
            ValueError,
            r"^query and key must have the same width; got \(3, 4\) and \(2, 4, 5\)$",
        ),
        ({"value": np.ones((2, 1, 6))}, ValueError, r"^key and value must have the same length; got "),
        (
            {"query": np.ones((4, 3, 5))},
            ValueError,
            r"^leading axes of query, key and value must .* \(for grouped heads pass enable_gqa=True\)$",
        ),
        (
            {"query": np.ones((3, 3, 5)), "enable_gqa": True},
            ValueError,
            r"^query heads must be a multiple of key heads; got 3 and 2$",
        ),
        (
            {"value": np.ones((0, 4, 6)), "enable_gqa": True},
            ValueError,
            r"^query heads must be a multiple of value heads; got 2 and 0$",
        ),
        ({"key": np.ones((2, 4, 5), complex)}, TypeError, r"^key must hold real numbers; got dtype complex128$"),
        ({"attn_mask": [0, 0, 0, 0]}, ValueError, r"^attn_mask must be bool"),
        (
            {"attn_mask": np.zeros((4, 3))},
            ValueError,
            r"^attn_mask must broadcast to the scores' shape \(2, 3, 4\); got \(4, 3\)$",
        ),
        ({"scale": INF}, ValueError, r"^scale must be finite in float64; got inf$"),
        ({"query_offset": 0.5}, TypeError, r"^query_offset must be an integer; got 0.5$"),
    ],
)
def test_errors(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    given = {
        "grad": np.ones((2, 3, 6)),
        "query": np.ones((2, 3, 5)),
        "key": np.ones((2, 4, 5)),
        "value": np.ones((2, 4, 6)),
    }
    given |= arguments
    with pytest.raises(error, match=message):
        backward(given.pop("grad"), given.pop("query"), given.pop("key"), given.pop("value"), **given)

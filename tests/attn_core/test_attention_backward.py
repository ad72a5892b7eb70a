"""The gradients of attention: worked out by hand, by central differences, and what must be exactly 0."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import scaled_dot_product_attention, scaled_dot_product_attention_backward
from tests.attn_core.strategies import DTYPES, LARGEST, UNIT, Case, arrays, cases

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


def differences(case: Case, grad_out: np.ndarray, options: dict[str, Any]) -> list[np.ndarray]:
    """Return the gradient of sum(grad_out * output) by each input, by central differences."""
    h = 2.0**-17  # truncation h^2 and rounding 2^-53 / h are both near 1e-10
    arguments: list[Any] = [None if a is None else a.copy() for a in case.arguments]
    gradients = []
    for argument in arguments:
        if argument is None or argument.dtype == np.bool_:
            continue
        numeric = np.zeros(argument.shape)
        for at in np.ndindex(argument.shape):
            there = argument[at]
            ends = []
            for step in (h, -h):
                argument[at] = there + step
                ends.append((scaled_dot_product_attention(*arguments, **options) * grad_out).sum())
            argument[at] = there
            numeric[at] = (ends[0] - ends[1]) / (2 * h)
        gradients.append(numeric)
    return gradients


@settings(deadline=None)
@given(cases(dtypes=[np.float64]), st.booleans(), st.integers(-2, 3), st.none() | st.floats(-1, 1), st.data())
def test_equals_central_differences(
    case: Case, is_causal: bool, offset: int, scale: Any, data: st.DataObject
) -> None:
    options = {"is_causal": is_causal, "query_offset": offset, "scale": scale}
    grad_out = data.draw(arrays((*case.query.shape[:-1], case.value.shape[-1]), np.float64))
    found = backward(grad_out, *case.arguments, **options)
    expected = differences(case, grad_out, options)
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        # The third derivative reaches some (4 * 3)^3 * 4 * 4, so truncation is below 3e4 h^2 = 2e-6.
        assert_allclose(one, other, rtol=0, atol=5e-6)


@settings(deadline=None)
@given(cases(dtypes=[np.float64], masked=False), st.integers(1, 3), st.data())
def test_grouped_heads_equal_central_differences(case: Case, group: int, data: st.DataObject) -> None:
    if case.query.ndim < 3 or case.query.shape[-3] == 0:
        return
    query = np.concatenate([case.query * (1 - g / 4) for g in range(group)], axis=-3)
    grouped = Case(query, case.key, case.value, None, case.atol)
    grad_out = data.draw(arrays((*query.shape[:-1], case.value.shape[-1]), np.float64))
    options = {"enable_gqa": True}
    for one, other in zip(
        backward(grad_out, *grouped.arguments, **options), differences(grouped, grad_out, options), strict=True
    ):
        assert_allclose(one, other, rtol=0, atol=5e-6)


@settings(deadline=None)
@given(cases(), st.booleans(), st.data())
def test_every_float_type_agrees_with_float64(case: Case, is_causal: bool, data: st.DataObject) -> None:
    dtype = case.query.dtype.type
    grad_out = data.draw(arrays((*case.query.shape[:-1], case.value.shape[-1]), dtype))
    found = backward(grad_out, *case.arguments, is_causal=is_causal)
    wide = [a.astype(np.float64) if a is not None and a.dtype != np.bool_ else a for a in case.arguments]
    exact = backward(grad_out.astype(np.float64), *wide, is_causal=is_causal)
    working = np.float64 if dtype is np.float64 else np.float32
    # A score is off by some 200 units, so dS, at most 4 * 4 * 3 * 2, by 400 of them, and 4 queries of up to 4 add up.
    size = LARGEST**2 * 3 * 2 * 4 * LARGEST
    for one, other in zip(found, exact, strict=True):
        assert one.dtype == dtype
        assert_allclose(one, other, rtol=2 * UNIT[dtype], atol=400 * UNIT[working] * size + 2.0**-24)


@settings(deadline=None)
@given(cases(dtypes=DTYPES), st.data())
def test_score_gradients_sum_to_zero_and_excluded_keys_get_none(case: Case, data: st.DataObject) -> None:
    L, S = case.query.shape[-2], case.key.shape[-2]
    attend = data.draw(st.lists(st.booleans(), min_size=S, max_size=S))
    bias = np.broadcast_to(np.where(attend, 0, -INF), (*case.query.shape[:-2], L, S))
    grad_out = data.draw(arrays((*case.query.shape[:-1], case.value.shape[-1]), case.query.dtype.type))
    _, dk, dv, dmask = backward(grad_out, case.query, case.key, case.value, bias)
    excluded = ~np.array(attend, bool)
    for grad in (dk[..., excluded, :], dv[..., excluded, :], dmask[..., excluded]):
        assert_array_equal(grad, np.zeros(grad.shape))
    assert_allclose(dmask.sum(axis=-1, dtype=np.float64), 0, atol=LARGEST * 12 * case.atol)

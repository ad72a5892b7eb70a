"""The gradients of attention on drawn cases: by central differences, in every float type, and what must be 0."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import scaled_dot_product_attention, scaled_dot_product_attention_backward
from tests.attn_core.strategies import DTYPES, LARGEST, UNIT, Case, arrays, cases

INF = np.inf
backward: Any = scaled_dot_product_attention_backward


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

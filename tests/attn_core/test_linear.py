"""Linear attention against its definition: every kernel value written out, and worked out by hand."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import elu_feature_map, linear_attention
from tests.attn_core.strategies import DTYPES, LARGEST, UNIT, arrays

NAN, INF = np.nan, np.inf
# phi is x + 1, so a query of 1 weighs these keys 2 * 1, 2 * 2 and 2 * 5.
QUERY = np.array([[1.0]])
KEY = np.array([[0.0], [1.0], [4.0]])
VALUE = np.array([[8.0], [16.0], [32.0]])


def test_the_feature_map_is_linear_above_and_exponential_below() -> None:
    x = [-40.0, -1.0, 0.0, 0.5, 3.0]
    assert_allclose(elu_feature_map(x), [math.exp(-40), math.exp(-1), 1, 1.5, 4], rtol=1e-15)
    assert_array_equal(elu_feature_map([1e300, -1e300, -INF]), [1e300, 0, 0])
    assert np.isnan(elu_feature_map(NAN))
    assert elu_feature_map(np.zeros((2, 0))).shape == (2, 0)
    assert elu_feature_map(3) == 4


def test_weights_are_products_of_features_over_their_sum() -> None:
    assert_allclose(linear_attention(QUERY, KEY, VALUE), [[25.0]], rtol=1e-15)  # (8 + 2 * 16 + 5 * 32) / 8
    # Two features: phi(q) = (2, 1/e), phi(k) = (1, 3) and (1, 1).
    out = linear_attention([[1.0, -1.0]], [[0.0, 2.0], [0.0, 0.0]], [[10.0], [20.0]])
    first, second = 2 + 3 / math.e, 2 + 1 / math.e
    assert_allclose(out, [[(10 * first + 20 * second) / (first + second)]], rtol=1e-15)


def test_a_key_so_negative_that_elu_plus_one_would_cancel_still_counts() -> None:
    assert_allclose(linear_attention(QUERY, [[-40.0], [-41.0]], [[0.0], [1.0]]), [[1 / (1 + math.e)]], rtol=1e-14)


def test_causal_sums_grow_from_query_to_query() -> None:
    query = np.zeros((5, 1))
    out = linear_attention(query, KEY, VALUE, is_causal=True)
    assert_allclose(out, [[8.0], [40 / 3], [25.0], [25.0], [25.0]], rtol=1e-15)
    assert_allclose(linear_attention(query[:2], KEY, VALUE, is_causal=True), [[8.0], [40 / 3]], rtol=1e-15)


def test_excluded_keys_leave_numerator_and_denominator() -> None:
    # phi(0) = 1, so excluding the first key by setting it to 0 would change nothing.
    assert_allclose(linear_attention(QUERY, KEY, VALUE, key_mask=[False, True, True]), [[192 / 7]], rtol=1e-15)
    out = linear_attention(np.ones((3, 1)), KEY, VALUE, key_mask=[False, True, True], is_causal=True)
    assert_allclose(out, [[0.0], [16.0], [192 / 7]], rtol=1e-15)
    out = linear_attention(np.ones((4, 1)), KEY, VALUE, key_mask=[False, False, True], is_causal=True)
    assert_array_equal(out, [[0], [0], [32], [32]])
    assert_array_equal(linear_attention(QUERY, KEY, VALUE, key_mask=True), linear_attention(QUERY, KEY, VALUE))


@pytest.mark.parametrize("is_causal", [False, True])
def test_a_query_without_keys_gets_zero(is_causal: bool) -> None:
    options: dict[str, Any] = {"is_causal": is_causal}
    assert_array_equal(linear_attention(QUERY, KEY, VALUE, key_mask=[False] * 3, **options), [[0]])
    assert_array_equal(linear_attention(QUERY, KEY[:0], VALUE[:0], **options), [[0]])
    assert_array_equal(linear_attention(QUERY, KEY, VALUE, key_mask=False, **options), [[0]])
    per_batch = linear_attention(
        [QUERY] * 2, [KEY] * 2, [VALUE] * 2, key_mask=[[True] * 3, [False] * 3], **options
    )
    assert_allclose(per_batch, [[[8.0 if is_causal else 25.0]], [[0.0]]], rtol=1e-15)


@pytest.mark.parametrize("content", [NAN, INF, -INF])
@pytest.mark.parametrize("is_causal", [False, True])
def test_excluded_content_never_matters_and_attended_content_shows(content: float, is_causal: bool) -> None:
    query, key, value = np.ones((4, 1)), np.vstack([KEY, [[content]]]), np.vstack([VALUE, [[content]]])
    out = linear_attention(query, key, value, key_mask=[True, True, True, False], is_causal=is_causal)
    assert_allclose(out[2:], [[25], [25]], rtol=1e-15)
    shown = linear_attention(query, np.ones((4, 1)), value, is_causal=is_causal)
    assert not np.isfinite(shown[3]).any()
    assert np.isfinite(shown[:3]).all() == is_causal


def test_without_width_every_key_weighs_the_same() -> None:
    assert_allclose(linear_attention(np.ones((1, 0)), np.ones((3, 0)), VALUE), [[56 / 3]], rtol=1e-15)
    out = linear_attention(np.ones((5, 2, 2, 0)), np.ones((2, 3, 0)), VALUE, is_causal=True)
    assert_allclose(out, np.broadcast_to([[8.0], [12.0]], (5, 2, 2, 1)), rtol=1e-15)


def test_where_all_features_underflow_the_result_is_nan_without_a_warning() -> None:
    assert np.isnan(linear_attention([[-1000.0]], KEY, VALUE)).all()


@pytest.mark.parametrize("is_causal", [False, True])
def test_leading_axes_broadcast(is_causal: bool) -> None:
    out = linear_attention(
        np.ones((5, 1, 3, 2)), np.ones((2, 4, 2)), np.ones((7, 1, 1, 4, 6)), is_causal=is_causal
    )
    assert_allclose(out, np.ones((7, 5, 2, 3, 6)), rtol=1e-14)
    out = linear_attention(
        np.ones((2, 3, 4, 1)),
        np.ones((2, 3, 4, 1)),
        np.ones((2, 3, 4, 1)),
        key_mask=np.arange(8).reshape(2, 1, 4) < 4,
    )
    assert_array_equal(out, np.ones((2, 3, 4, 1)) * [[[[1]]], [[[0]]]])


@pytest.mark.parametrize(("dtypes", "expected"), [("222", "f2"), ("242", "f4"), ("448", "f8")])
def test_result_dtype(dtypes: str, expected: str) -> None:
    q, k, v = (np.ones((1, 1), f"f{size}") for size in dtypes)
    for is_causal in (False, True):
        assert linear_attention(q, k, v, is_causal=is_causal).dtype == np.dtype(expected)
    assert linear_attention([[1]], [[1]], [[1]]).dtype == np.float64
    assert elu_feature_map(q).dtype == q.dtype
    assert elu_feature_map([1]).dtype == np.float64


def test_float16_is_computed_in_float32_and_rounded_once() -> None:
    n = 4096  # in float16 the sum of features stops growing at 2048
    ones = np.ones((n, 1), np.float16)
    assert_array_equal(linear_attention(ones[:1], ones * 0, ones), [[1]])
    assert_array_equal(linear_attention(ones, ones * 0, ones, is_causal=True)[-1], [1])


@pytest.mark.parametrize("is_causal", [False, True])
def test_sums_too_large_for_float32_are_not_computed_in_float64(is_causal: bool) -> None:
    large, one = np.full((1, 1), 1e30, np.float32), np.ones((1, 1), np.float32)
    assert np.isnan(linear_attention(large, large, one, is_causal=is_causal)).all()
    large = large.astype(np.float64)
    assert_array_equal(linear_attention(large, large, one, is_causal=is_causal), [[1]])


def test_inputs_stay_and_results_are_fresh() -> None:
    q, k, v = QUERY.copy(), KEY.copy(), VALUE.copy()
    for x in (q, k, v):
        x.flags.writeable = False
    for out in (linear_attention(q, k, v), linear_attention(q, k, v, is_causal=True), elu_feature_map(k)):
        out[...] = 9
        assert not any(np.shares_memory(out, x) for x in (q, k, v))


@settings(deadline=None)
@given(
    st.data(),
    st.sampled_from(DTYPES),
    st.sampled_from([(), (2,), (0,)]),
    st.integers(0, 4),
    st.integers(0, 4),
    st.integers(1, 3),
    st.booleans(),
)
def test_the_sum_over_keys_equals_the_matrix_of_weights(
    data: st.DataObject, dtype: Any, lead: tuple[int, ...], L: int, S: int, E: int, is_causal: bool
) -> None:
    query, key = data.draw(arrays((*lead, L, E), dtype)), data.draw(arrays((*lead, S, E), dtype))
    value, real = data.draw(arrays((*lead, S, 2), dtype)), data.draw(hnp.arrays(np.bool_, (S,)))
    out = linear_attention(query, key, value, key_mask=real, is_causal=is_causal)
    q, k, v = (x.astype(np.float64) for x in (query, key, value))
    kernel = np.where(q > 0, q + 1, np.exp(q)) @ np.where(k > 0, k + 1, np.exp(k)).swapaxes(-1, -2)
    seen = np.broadcast_to(real, (L, S)) & (np.tri(L, S, dtype=bool) if is_causal else True)
    kernel = np.where(seen, kernel, 0)
    total = kernel.sum(axis=-1, keepdims=True)
    weights = np.divide(kernel, total, out=np.zeros_like(kernel), where=total > 0)
    # All terms of numerator and denominator are weighed by positive numbers: some 20 roundings.
    atol = 40 * LARGEST * UNIT[np.float32 if dtype == np.float16 else dtype]
    assert_allclose(out, weights @ v, rtol=UNIT[dtype], atol=atol)
    assert out.dtype == dtype


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            {"query": np.ones(1)},
            ValueError,
            r"^query must have at least 2 axes \(..., length, width\); got shape \(1,\)$",
        ),
        (
            {"query": np.ones((1, 2))},
            ValueError,
            r"^query and key must have the same width; got \(1, 2\) and \(3, 1\)$",
        ),
        (
            {"value": np.ones((1, 1))},
            ValueError,
            r"^key and value must have the same length; got \(3, 1\) and \(1, 1\)$",
        ),
        (
            {"query": np.ones((2, 1, 1)), "key": np.ones((3, 3, 1))},
            ValueError,
            r"^leading axes of query, key and value must broadcast together; got \(2, 1, 1\) and \(3, 3, 1\) and \(3, 1\)$",
        ),
        (
            {"key_mask": [True, False]},
            ValueError,
            r"^key_mask must broadcast to the keys' shape \(3,\); got \(2,\)$",
        ),
        (
            {"key_mask": [[True] * 3]},
            ValueError,
            r"^key_mask must broadcast to the keys' shape \(3,\); got \(1, 3\)$",
        ),
        (
            {"key_mask": [[True], [True, False]]},
            ValueError,
            r"^key_mask must be rectangular; got rows of different lengths$",
        ),
        (
            {"key_mask": np.ones(3, "u1")},
            ValueError,
            r"^key_mask must be bool \(True = attend\); got dtype uint8$",
        ),
        ({"key_mask": [1, 0, 1]}, ValueError, r"^key_mask must be bool \(True = attend\); got dtype int(32|64)$"),
        (
            {"key_mask": [0.0, 1.0, 1.0]},
            TypeError,
            r"^key_mask must be bool \(True = attend\); got dtype float64$",
        ),
        ({"query": [[1j]]}, TypeError, r"^query must hold real numbers; got dtype complex128$"),
        ({"key": [[True]]}, TypeError, r"^key must hold real numbers; got dtype bool$"),
        ({"value": [[None]]}, TypeError, r"^value must hold real numbers; got dtype object$"),
    ],
)
def test_errors(options: dict[str, Any], error: type[Exception], message: str) -> None:
    given: dict[str, Any] = {"query": QUERY, "key": KEY, "value": VALUE} | options
    with pytest.raises(error, match=message):
        linear_attention(**given)


def test_the_feature_map_wants_real_numbers() -> None:
    with pytest.raises(TypeError, match=r"^x must hold real numbers; got dtype bool$"):
        elu_feature_map([True])

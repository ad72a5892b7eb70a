"""softmax and its relatives against values worked out by hand."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import log_softmax, logsumexp, softmax, softmax_backward

LOG_1_2_5 = np.log([1.0, 2.0, 5.0])
UNIT = {np.float16: 2.0**-11, np.float32: 2.0**-24, np.float64: 2.0**-53}
DTYPES = list(UNIT)
SAME_SHAPE = [softmax, log_softmax]


def test_softmax_of_logarithms_is_their_numbers_over_the_sum() -> None:
    assert_allclose(softmax(LOG_1_2_5), [1 / 8, 2 / 8, 5 / 8], rtol=1e-15)


def test_log_softmax_and_logsumexp_of_logarithms() -> None:
    assert_allclose(log_softmax(LOG_1_2_5), np.log([0.125, 0.25, 0.625]), rtol=1e-15)
    assert_allclose(logsumexp(LOG_1_2_5), np.log(8), rtol=1e-15)


def test_axis_says_which_slices_sum_to_one() -> None:
    x = np.log([[1.0, 3.0], [3.0, 1.0], [4.0, 4.0]])
    assert_allclose(softmax(x, axis=0), [[1 / 8, 3 / 8], [3 / 8, 1 / 8], [0.5, 0.5]], rtol=1e-14)
    assert_allclose(softmax(x, axis=1), [[1 / 4, 3 / 4], [3 / 4, 1 / 4], [0.5, 0.5]], rtol=1e-14)
    assert_allclose(logsumexp(x, axis=0), np.log([8.0, 8.0]), rtol=1e-15)
    assert_allclose(logsumexp(x, axis=1), np.log([4.0, 4.0, 8.0]), rtol=1e-15)


def test_logsumexp_keeps_the_axis_on_request_and_a_row_gives_an_array_without_axes() -> None:
    assert logsumexp(np.zeros((2, 3)), keepdims=True).shape == (2, 1)
    assert logsumexp(np.zeros((2, 3)), axis=0, keepdims=True).shape == (1, 3)
    assert logsumexp(np.zeros((1, 3))).shape == (1,)
    assert logsumexp(np.zeros((1, 3)), axis=0).shape == (3,)
    single = logsumexp([0.0, 0.0])
    assert isinstance(single, np.ndarray)
    assert single.shape == ()
    assert single.flags.writeable


@pytest.mark.parametrize("dtype", DTYPES)
def test_the_largest_finite_numbers_give_no_warning_and_no_nan(dtype: type[np.floating[Any]]) -> None:
    big = np.finfo(dtype).max
    assert_array_equal(softmax(np.array([big, big, -big], dtype)), np.array([0.5, 0.5, 0], dtype))
    assert_array_equal(log_softmax(np.array([big, 0], dtype)), np.array([0, -big], dtype))
    assert logsumexp(np.array([-big, 0], dtype)) == 0


def test_a_tail_whose_weight_underflows_keeps_its_logarithm() -> None:
    assert softmax([0.0, -1000.0])[1] == 0
    assert log_softmax([0.0, -1000.0])[1] == -1000


def test_minus_infinity_gets_no_weight() -> None:
    assert_array_equal(softmax([0.0, -np.inf, 0.0]), [0.5, 0, 0.5])
    assert_allclose(log_softmax([0.0, -np.inf, 0.0]), [-np.log(2), -np.inf, -np.log(2)])
    assert_allclose(logsumexp([0.0, -np.inf, 0.0]), np.log(2))


def test_a_row_of_minus_infinity_has_no_softmax_and_an_empty_sum() -> None:
    row = [-np.inf, -np.inf]
    assert np.isnan(softmax(row)).all()
    assert np.isnan(log_softmax(row)).all()
    assert logsumexp(row) == -np.inf


def test_plus_infinity_and_nan_show() -> None:
    assert np.isnan(softmax([[np.inf, 0.0], [np.nan, 0.0]])).all()
    assert np.isnan(log_softmax([[np.inf, 0.0], [np.nan, 0.0]])).all()
    assert_array_equal(logsumexp([[np.inf, 0.0], [np.nan, 0.0]]), [np.inf, np.nan])


def test_lengths_of_zero_and_one() -> None:
    assert softmax(np.zeros((2, 0))).shape == (2, 0)
    assert log_softmax(np.zeros((2, 0))).shape == (2, 0)
    assert_array_equal(logsumexp(np.zeros((2, 0))), [-np.inf, -np.inf])
    assert softmax(np.zeros((0, 3))).shape == (0, 3)
    assert_array_equal(softmax([[7.0], [-7.0]]), [[1], [1]])
    assert softmax(3.0) == 1


def test_float16_is_computed_wider_and_rounded_once() -> None:
    n = 70_000  # in float16 the sum, 70,000, would be infinite and every weight 0
    assert_array_equal(softmax(np.zeros(n, np.float16)), np.full(n, 1 / n, np.float16))
    assert logsumexp(np.zeros(n, np.float16)) == np.float16(np.log(n))


@pytest.mark.parametrize("function", [softmax, log_softmax, logsumexp])
@pytest.mark.parametrize(
    ("given_dtype", "expected"),
    [("f2", "f2"), ("f4", "f4"), ("f8", "f8"), (">f4", "f4"), ("i1", "f8"), ("u8", "f8")],
)
def test_result_dtype(function: Any, given_dtype: str, expected: str) -> None:
    result = function(np.ones((2, 2), given_dtype))
    assert result.dtype == np.dtype(expected)
    assert result.dtype.isnative
    assert softmax_backward(np.ones(2, given_dtype), np.ones(2, given_dtype)).dtype == np.dtype(expected)


@pytest.mark.parametrize("function", [softmax, log_softmax, logsumexp])
def test_a_read_only_strided_input_gives_a_fresh_writeable_array(function: Any) -> None:
    x = np.arange(24.0).reshape(4, 6)[::2, ::-2]
    x.flags.writeable = False
    result = function(x)
    assert_array_equal(result, function(x.copy()))
    assert result.flags.writeable
    assert not np.shares_memory(result, x)


@pytest.mark.parametrize("function", [softmax, log_softmax, logsumexp])
@pytest.mark.parametrize("bad", [[1j], [True], [None], ["1"]])
def test_only_real_numbers_are_accepted(function: Any, bad: list[object]) -> None:
    with pytest.raises(TypeError, match=r"^x must hold real numbers; got dtype "):
        function(bad)


def test_a_ragged_list_and_a_missing_axis_are_named() -> None:
    with pytest.raises(ValueError, match=r"^x must be rectangular; got rows of different lengths$"):
        softmax([[1.0], [1.0, 2.0]])
    with pytest.raises(ValueError, match=r"axis 2 is out of bounds"):
        softmax([1.0], axis=2)


def test_a_strict_caller_sees_no_floating_point_error() -> None:
    with np.errstate(all="raise"):
        assert_array_equal(softmax(np.array([0, -6e4], np.float16)), [1, 0])
        log_softmax([0.0, -np.inf])
        logsumexp([-np.inf])


def test_backward_of_two_weights() -> None:
    # y1 (g1 - (g1 y1 + g2 y2)) = 3/4 (2 - (2 * 3/4 + 6 * 1/4)) = 3/4 (2 - 3)
    assert_array_equal(softmax_backward([2.0, 6.0], [0.75, 0.25]), [-0.75, 0.75])


def test_backward_is_the_jacobian_times_the_gradient() -> None:
    y = np.array([0.5, 0.3, 0.2])
    jacobian = [[0.25, -0.15, -0.1], [-0.15, 0.21, -0.06], [-0.1, -0.06, 0.16]]
    for k, column in enumerate(jacobian):
        assert_allclose(softmax_backward(np.eye(3)[k], y), column, atol=1e-15)
    assert_allclose(
        softmax_backward(np.eye(3), np.tile(y[:, None], 3), axis=0), np.transpose(jacobian), atol=1e-15
    )


def test_backward_through_a_row_without_keys_is_zero() -> None:
    assert_array_equal(softmax_backward([3.0, -4.0], [0.0, 0.0]), [0, 0])
    assert softmax_backward(np.zeros((2, 0)), np.zeros((2, 0))).shape == (2, 0)


def test_backward_wants_one_shape() -> None:
    with pytest.raises(ValueError, match=r"^grad and y must have the same shape; got \(2,\) and \(1, 2\)$"):
        softmax_backward([1.0, 2.0], [[0.5, 0.5]])


SMALL = hnp.arrays(
    np.float64, hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=4), elements=st.floats(-20, 20)
)


@settings(deadline=None)
@given(SMALL)
def test_weights_are_positive_and_sum_to_one(x: np.ndarray) -> None:
    y = softmax(x)
    assert (y > 0).all()
    if x.shape[-1]:
        assert_allclose(y.sum(axis=-1), 1, rtol=8 * UNIT[np.float64])


@settings(deadline=None)
@given(
    hnp.arrays(np.float64, (3, 4), elements=st.integers(-(2**16), 2**16).map(lambda n: n / 1024)),
    st.integers(-(2**20), 2**20),
)
def test_a_shift_of_a_row_changes_nothing(x: np.ndarray, shift: int) -> None:
    assert_array_equal(softmax(x + shift), softmax(x))  # the sums are exact in float64
    assert_allclose(logsumexp(x + shift), logsumexp(x) + shift, rtol=4 * UNIT[np.float64], atol=1e-13)


@settings(deadline=None)
@given(
    hnp.arrays(np.float64, (2, 4), elements=st.floats(-3, 3)),
    hnp.arrays(np.float64, (2, 4), elements=st.floats(-3, 3)),
)
def test_backward_equals_central_differences(x: np.ndarray, g: np.ndarray) -> None:
    h = 1e-5  # truncation h^2 and rounding 2^-53 / h are both near 1e-10
    numeric = np.empty_like(x)
    for at in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[at] = h
        numeric[at] = ((softmax(x + step) - softmax(x - step)) * g).sum() / (2 * h)
    assert_allclose(softmax_backward(g, softmax(x)), numeric, atol=5e-9)

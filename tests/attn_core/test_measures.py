"""Entropy, divergence, effective keys and the uniform baseline against values worked out by hand."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import effective_keys, entropy, kl_divergence, softmax, uniform_weights

ROW = [0.5, 0.25, 0.125, 0.125]  # 1/2 * 1 + 1/4 * 2 + 2 * 1/8 * 3 = 1.75 bits


def test_entropy_in_bits_and_nats() -> None:
    assert entropy(ROW, base=2) == 1.75
    assert_allclose(entropy(ROW), 1.75 * np.log(2), rtol=1e-15)
    assert_allclose(entropy([0.1] * 10, base=10), 1, rtol=1e-15)


def test_zero_weight_adds_nothing_and_certainty_is_plain_zero() -> None:
    assert_array_equal(entropy([[0.5, 0.5, 0.0], [0.0, 1.0, 0.0]], base=2), [1, 0])
    assert not np.signbit(entropy([1.0]))
    assert_array_equal(entropy(np.zeros((2, 3))), [0, 0])


def test_axis_is_the_axis_that_goes() -> None:
    w = np.array([[0.5, 1.0], [0.5, 0.0]])
    assert_array_equal(entropy(w, axis=0, base=2), [1, 0])
    assert_array_equal(effective_keys(w, axis=0), [2, 1])


def test_effective_keys() -> None:
    assert_allclose(effective_keys(ROW), 2**1.75, rtol=1e-15)
    assert_allclose(effective_keys(np.full(7, 1 / 7)), 7, rtol=1e-14)
    assert effective_keys([0.0, 0.0]) == 1


def test_divergence_of_two_rows() -> None:
    # 1/2 log2(1/2 / 1/4) + 1/4 log2(1) + 2 * 1/8 log2(1/8 / 1/4) = 1/2 - 1/4
    assert_allclose(kl_divergence(ROW, [0.25] * 4, base=2), 0.25, rtol=1e-15)
    # 1/4 log2(1/2) + 1/4 log2(1) + 2 * 1/4 log2(2)
    assert_allclose(kl_divergence([0.25] * 4, ROW, base=2), 0.25, rtol=1e-15)
    # 3/4 ln(3/4 / 1/2) + 1/4 ln(1/4 / 1/2)
    assert_allclose(kl_divergence([0.75, 0.25], [0.5, 0.5]), 0.75 * np.log(1.5) - 0.25 * np.log(2), rtol=1e-15)


def test_divergence_where_one_row_has_no_weight() -> None:
    assert kl_divergence([1.0, 0.0], [0.5, 0.5], base=2) == 1
    assert kl_divergence([0.5, 0.5], [1.0, 0.0]) == np.inf
    assert kl_divergence([1.0, 0.0], [1.0, 0.0]) == 0
    tiny = 5e-324  # p / q would overflow; log p - log q doesn't
    assert_allclose(kl_divergence([1.0, 0.0], [tiny, 1.0], base=2), 1074, rtol=1e-15)


def test_one_baseline_serves_every_row() -> None:
    assert_array_equal(kl_divergence([[1.0, 0.0], [0.5, 0.5]], uniform_weights(2), base=2), [1, 0])
    assert_array_equal(kl_divergence([[1.0, 0.0], [0.5, 0.5]], uniform_weights(2), axis=1, base=2), [1, 0])
    assert_array_equal(kl_divergence([[1.0, 0.5], [0.0, 0.5]], [[0.5], [0.5]], axis=0, base=2), [1, 0])


def test_nan_shows() -> None:
    assert np.isnan(entropy([np.nan, 0.5]))
    assert np.isnan(effective_keys([np.nan, 0.5]))
    assert np.isnan(kl_divergence([np.nan, 0.5], [0.5, 0.5]))
    assert np.isnan(kl_divergence([0.5, 0.5], [np.nan, 0.5]))


def test_no_keys() -> None:
    assert_array_equal(entropy(np.zeros((2, 0))), [0, 0])
    assert_array_equal(kl_divergence(np.zeros((2, 0)), np.zeros((2, 0))), [0, 0])
    assert uniform_weights(0).shape == (0,)
    assert uniform_weights(0, mask=np.ones((2, 0), bool)).shape == (2, 0)


def test_uniform_baseline_leaves_out_excluded_keys() -> None:
    assert_array_equal(uniform_weights(4), [0.25] * 4)
    mask = [[True, True, False, True], [False, False, False, False]]
    assert_array_equal(uniform_weights(4, mask), [[1 / 3, 1 / 3, 0, 1 / 3], [0, 0, 0, 0]])
    assert_array_equal(uniform_weights(2, [[True, False], [True, True]]), [[1, 0], [1 / 2, 1 / 2]])


@pytest.mark.parametrize(("given_dtype", "expected"), [("f2", "f2"), ("f4", "f4"), ("f8", "f8"), ("i4", "f8")])
def test_result_dtype(given_dtype: str, expected: str) -> None:
    w = np.array([1, 0], given_dtype)
    for result in (entropy(w), effective_keys(w), kl_divergence(w, w)):
        assert isinstance(result, np.ndarray)
        assert result.dtype == expected
        assert result.flags.writeable
    assert uniform_weights(3).dtype == np.float64


def test_float16_is_computed_wider_and_rounded_once() -> None:
    w = np.full(4096, 2.0**-12, np.float16)
    assert entropy(w, base=2) == 12
    assert effective_keys(w) == 4096


@settings(deadline=None)
@given(hnp.arrays(np.float64, st.tuples(st.integers(1, 3), st.integers(1, 6)), elements=st.floats(-30, 30)))
def test_bounds_and_the_identity_between_the_measures(scores: np.ndarray) -> None:
    w, n = softmax(scores), scores.shape[-1]
    H, D = entropy(w), kl_divergence(w, uniform_weights(n))
    slack = 1e-14
    assert (-slack <= H).all()
    assert (np.log(n) + slack >= H).all()
    assert (-slack <= D).all()
    assert_allclose(D, np.log(n) - H, atol=slack)
    assert_allclose(np.log(effective_keys(w)), H, atol=slack)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: entropy([-0.5, 1.5]), ValueError, r"^weights must not be negative; got -0.5$"),
        (lambda: effective_keys([-0.5, 1.5]), ValueError, r"^weights must not be negative; got -0.5$"),
        (lambda: kl_divergence([-1.0], [1.0]), ValueError, r"^p must not be negative; got -1.0$"),
        (lambda: kl_divergence([1.0], [-1.0]), ValueError, r"^q must not be negative; got -1.0$"),
        (lambda: entropy([1.0], base=0), ValueError, r"^base must be above 0 in float64; got 0$"),
        (lambda: entropy([1.0], base=1), ValueError, r"^base must not be 1; got 1$"),
        (lambda: entropy([1.0], base=np.inf), ValueError, r"^base must be finite in float64; got inf$"),
        (lambda: kl_divergence([1.0], [1.0], base=1), ValueError, r"^base must not be 1; got 1$"),
        (lambda: entropy([1j]), TypeError, r"^weights must hold real numbers; got dtype complex128$"),
        (lambda: effective_keys([True]), TypeError, r"^weights must hold real numbers; got dtype bool$"),
        (
            lambda: kl_divergence([0.5, 0.5], [1.0]),
            ValueError,
            r"^p and q must have the same length along axis -1; got \(2,\) and \(1,\)$",
        ),
        (
            lambda: kl_divergence(np.ones((2, 1)), np.ones(1), axis=0),
            ValueError,
            r"^p and q must have the same length along axis 0; got \(2, 1\) and \(1,\)$",
        ),
        (
            lambda: kl_divergence(np.ones((3, 3)), np.ones(3), axis=0),
            ValueError,
            r"^p and q must have the same length along axis 0; got \(3, 3\) and \(3,\)$",
        ),
        (
            lambda: kl_divergence(np.ones(2), np.ones(3)),
            ValueError,
            r"^p and q must broadcast together; got \(2,\) and \(3,\)$",
        ),
        (
            lambda: kl_divergence([1.0], [1.0], axis=1),
            ValueError,
            r"^axis must be an axis of p and q; got 1 for 1 axes$",
        ),
        (lambda: uniform_weights(-1), ValueError, r"^n must be at least 0; got -1$"),
        (
            lambda: uniform_weights(2.0),  # type: ignore[arg-type]
            TypeError,
            r"^n must be an integer; got 2.0$",
        ),
        (
            lambda: uniform_weights(2, [0.0, 1.0]),
            TypeError,
            r"^mask must be bool \(True = attend\); got dtype float64$",
        ),
        (
            lambda: uniform_weights(2, [0, 1]),
            ValueError,
            r"^mask must be bool \(True = attend\); got dtype int(32|64)$",
        ),
        (
            lambda: uniform_weights(2, [[True]]),
            ValueError,
            r"^mask must have the shape \(..., n = 2\); got \(1, 1\)$",
        ),
    ],
)
def test_errors_name_the_argument_and_what_it_got(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()

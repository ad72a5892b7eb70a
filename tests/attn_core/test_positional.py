"""Sinusoids and linear biases against the papers' rules."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import alibi_bias, alibi_slopes, scaled_dot_product_attention, sinusoidal_encoding


def test_sines_and_cosines_alternate_and_slow_down() -> None:
    # With base 10000 and width 4 the frequencies are 1 and 1/100.
    rows = [[math.sin(p), math.cos(p), math.sin(p / 100), math.cos(p / 100)] for p in (0, 1, 2)]
    assert_allclose(sinusoidal_encoding(3, 4), rows, rtol=1e-14)
    rows = [[math.sin(p), math.cos(p), math.sin(p / 3), math.cos(p / 3)] for p in (0, 1)]
    assert_allclose(sinusoidal_encoding(2, 4, base=9), rows, rtol=1e-14)


def test_an_odd_last_column_is_a_sine() -> None:
    # base 8, width 3: frequencies 1 and 8^(-2/3) = 1/4.
    assert_allclose(sinusoidal_encoding(2, 3, base=8.0)[1], [math.sin(1), math.cos(1), math.sin(0.25)], rtol=1e-14)
    assert_allclose(sinusoidal_encoding(2, 1), [[0.0], [math.sin(1)]], rtol=1e-15)


@pytest.mark.parametrize(("n", "d"), [(0, 4), (3, 0), (0, 0)])
def test_no_positions_and_no_width(n: int, d: int) -> None:
    assert sinusoidal_encoding(n, d).shape == (n, d)


@settings(deadline=None)
@given(st.integers(1, 50), st.integers(1, 8).map(lambda k: 2 * k), st.integers(0, 20), st.floats(2, 1e5))
def test_a_step_is_a_rotation_that_does_not_depend_on_the_place(n: int, d: int, k: int, base: float) -> None:
    PE = sinusoidal_encoding(n + k, d, base)
    assert_allclose((PE * PE).sum(axis=1), d / 2, rtol=1e-13)
    dots = (PE[:n] * PE[k : n + k]).sum(axis=1)
    assert_allclose(dots, dots[0], atol=1e-11)


def test_slopes_of_a_power_of_two_are_geometric() -> None:
    assert_array_equal(alibi_slopes(8), [2.0**-h for h in range(1, 9)])
    assert_array_equal(alibi_slopes(1), [2.0**-8])
    assert_array_equal(alibi_slopes(2), [2.0**-4, 2.0**-8])
    assert_allclose(alibi_slopes(16), [2.0 ** (-h / 2) for h in range(1, 17)], rtol=1e-15)
    assert alibi_slopes(0).shape == (0,)


@pytest.mark.parametrize(
    ("n_heads", "exponents"),
    [
        (3, [4, 8, 2]),
        (6, [2, 4, 6, 8, 1, 3]),
        (12, [1, 2, 3, 4, 5, 6, 7, 8, 0.5, 1.5, 2.5, 3.5]),
    ],
)
def test_other_numbers_of_heads_take_every_other_slope_of_twice_as_many(
    n_heads: int, exponents: list[float]
) -> None:
    assert_allclose(alibi_slopes(n_heads), [2.0**-e for e in exponents], rtol=1e-15)


def test_the_bias_is_minus_the_slope_times_the_distance() -> None:
    m = 2.0**-4, 2.0**-8
    distance = np.array([[0, 1, 2], [1, 0, 1]])
    assert_array_equal(alibi_bias(2, 2, 3), [-m[0] * distance, -m[1] * distance])
    assert_array_equal(alibi_bias(2, 1, 3, query_offset=2)[0], [[-2 * m[0], -m[0], 0]])
    assert_array_equal(alibi_bias(1, 1, 2, query_offset=-1)[0], [[-(2.0**-8), -(2.0**-7)]])
    assert not np.signbit(alibi_bias(1, 1, 1)).any()
    assert_allclose(alibi_bias(1, 1, 1, query_offset=10**30), [[[-(10.0**30) / 256]]], rtol=1e-15)


@pytest.mark.parametrize("shape", [(0, 2, 3), (2, 0, 3), (2, 3, 0)])
def test_empty_biases(shape: tuple[int, int, int]) -> None:
    assert alibi_bias(*shape).shape == shape


def test_as_a_mask_it_keeps_the_dtype_and_weighs_near_keys_more() -> None:
    x = np.zeros((2, 2, 1), np.float32)
    _, W = scaled_dot_product_attention(x, x, x, alibi_bias(2, 2, 2), return_weights=True)
    assert W.dtype == np.float32
    e = math.exp(2.0**-4)
    assert_allclose(W[0], [[e / (1 + e), 1 / (1 + e)], [1 / (1 + e), e / (1 + e)]], rtol=1e-6)


def test_results_are_writeable_float64() -> None:
    for result in (sinusoidal_encoding(2, 3), alibi_slopes(3), alibi_bias(3, 2, 2)):
        assert result.dtype == np.float64
        result[...] = 1


def test_extreme_bases_give_no_warning() -> None:
    assert np.isfinite(sinusoidal_encoding(3, 4, base=1e300)).all()
    assert sinusoidal_encoding(2**10, 64, base=5e-324).shape == (2**10, 64)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: sinusoidal_encoding(-1, 4), ValueError, r"^n must be at least 0; got -1$"),
        (lambda: sinusoidal_encoding(4, -1), ValueError, r"^d must be at least 0; got -1$"),
        (lambda: sinusoidal_encoding(4, 2.0), TypeError, r"^d must be an integer; got 2.0$"),  # type: ignore[arg-type]
        (lambda: sinusoidal_encoding(True, 2), TypeError, r"^n must be an integer; got True$"),
        (lambda: sinusoidal_encoding(4, 2, base=0), ValueError, r"^base must be above 0 in float64; got 0$"),
        (
            lambda: sinusoidal_encoding(4, 2, base=math.inf),
            ValueError,
            r"^base must be finite in float64; got inf$",
        ),
        (lambda: alibi_slopes(-1), ValueError, r"^n_heads must be at least 0; got -1$"),
        (lambda: alibi_slopes(1.0), TypeError, r"^n_heads must be an integer; got 1.0$"),  # type: ignore[arg-type]
        (lambda: alibi_bias(1, -1, 2), ValueError, r"^lq must be at least 0; got -1$"),
        (lambda: alibi_bias(1, 2, -1), ValueError, r"^lk must be at least 0; got -1$"),
        (lambda: alibi_bias(1, 2, 2, 0.5), TypeError, r"^query_offset must be an integer; got 0.5$"),  # type: ignore[arg-type]
    ],
)
def test_errors(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()

"""Random features: their equation, that they are unbiased, and that their directions are orthogonal."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import favor_features, orthogonal_features
from tests.attn_core.strategies import DTYPES, UNIT, arrays


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_features_by_hand() -> None:
    # |x|^2 / 2 = 5/2; omega·x = 1, 2, 0, -3.
    omega = [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0], [-1.0, -1.0]]
    expected = [math.exp(-1.5) / 2, math.exp(-0.5) / 2, math.exp(-2.5) / 2, math.exp(-5.5) / 2]
    assert_allclose(favor_features([1.0, 2.0], omega), expected, rtol=1e-15)
    assert_allclose(favor_features([[[1.0, 2.0]]], omega), [[expected]], rtol=1e-15)


@pytest.mark.parametrize(
    ("x", "omega", "shape"),
    [((0, 2), (3, 2), (0, 3)), ((2, 2), (0, 2), (2, 0)), ((2, 0), (3, 0), (2, 3)), ((0,), (1, 0), (1,))],
)
def test_empty_axes(x: Any, omega: Any, shape: tuple[int, ...]) -> None:
    features = favor_features(np.ones(x), np.ones(omega))
    assert_allclose(features, np.full(shape, 1 / math.sqrt(omega[0]) if omega[0] else 0))


@pytest.mark.parametrize(("given_dtype", "expected"), [("f2", "f2"), ("f4", "f4"), ("f8", "f8"), ("i4", "f8")])
def test_dtype_comes_from_x_alone(given_dtype: str, expected: str) -> None:
    assert favor_features(np.ones((1, 2), given_dtype), np.ones((3, 2))).dtype == np.dtype(expected)


def test_float16_is_computed_in_float32() -> None:
    # |x|^2 = 90000 is infinite in float16; half of it is omega·x.
    assert_array_equal(favor_features(np.array([300], np.float16), [[150.0]]), [1])


def test_the_exponent_stays_below_half_the_length_of_omega() -> None:
    x = np.linspace(-1e200, 1e200, 11)[:, None]
    assert (favor_features(x, [[20.0]]) <= math.exp(200)).all()
    assert_allclose(favor_features([20.0], [[20.0]]), math.exp(200), rtol=1e-13)


@settings(deadline=None)
@given(st.data(), st.sampled_from(DTYPES), st.integers(0, 3), st.integers(0, 3), st.integers(0, 4))
def test_features_are_their_equation(data: st.DataObject, dtype: Any, n: int, d: int, m: int) -> None:
    x, omega = data.draw(arrays((n, d), dtype, 2)), data.draw(arrays((m, d), dtype, 2))
    wide, w = x.astype("f8"), omega.astype("f8")
    expected = np.exp(wide @ w.T - np.square(wide).sum(axis=1, keepdims=True) / 2) / math.sqrt(max(m, 1))
    # The exponent, at most 18 in size, is off by some 10 of its units.
    unit = UNIT[np.float32 if dtype == np.float16 else dtype]
    assert_allclose(favor_features(x, omega), expected, rtol=200 * unit + 2 * UNIT[dtype], atol=2.0**-24)


@settings(deadline=None, max_examples=20)
@given(st.floats(-0.8, 0.8), st.floats(-0.8, 0.8), st.floats(-0.8, 0.8), st.floats(-0.8, 0.8))
def test_products_are_the_softmax_kernel_on_average(a: float, b: float, c: float, d: float) -> None:
    # The mean over omega ~ N(0, 1) by Gauss-Hermite quadrature, exact up to rounding for so small exponents.
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    omega = np.stack(np.meshgrid(nodes, nodes), axis=-1).reshape(-1, 2)
    probability = np.outer(weights, weights).ravel() / (2 * math.pi)
    q, k = favor_features([a, b], omega), favor_features([c, d], omega)
    assert_allclose((len(omega) * q * k * probability).sum(), math.exp(a * c + b * d), rtol=1e-9)


def test_orthogonal_directions_keep_the_mean_and_vary_less() -> None:
    q, k = np.array([0.6, -0.3, 0.5, 0.2]), np.array([-0.2, 0.7, 0.4, 0.5])
    generator = rng()
    estimates = {
        "orthogonal": [
            favor_features(q, w) @ favor_features(k, w)
            for w in (orthogonal_features(4, 4, generator) for _ in range(4000))
        ],
        "independent": [
            favor_features(q, w) @ favor_features(k, w)
            for w in (generator.standard_normal((4, 4)) for _ in range(4000))
        ],
    }
    for values in estimates.values():
        error = np.std(values) / math.sqrt(len(values))
        assert abs(np.mean(values) - math.exp(q @ k)) < 5 * error
    assert np.var(estimates["orthogonal"]) < 0.9 * np.var(estimates["independent"])


@settings(deadline=None)
@given(st.integers(0, 9), st.integers(1, 4), st.integers(0, 2**32))
def test_rows_of_a_block_are_orthogonal(m: int, d: int, seed: int) -> None:
    omega = orthogonal_features(m, d, rng(seed))
    assert omega.shape == (m, d)
    assert omega.dtype == np.float64
    for start in range(0, m, d):
        block = omega[start : start + d]
        gram = block @ block.T
        size = np.sqrt(np.outer(np.diag(gram), np.diag(gram)))
        assert_allclose(gram - np.diag(np.diag(gram)), 0, atol=float(1e-13 * max(1, size.max())))
    assert_array_equal(omega, orthogonal_features(m, d, rng(seed)))


def test_each_row_by_itself_is_a_normal_vector() -> None:
    generator = rng(3)
    rows = np.concatenate([orthogonal_features(3, 3, generator) for _ in range(4000)])
    n = len(rows)
    assert_allclose(rows.mean(axis=0), 0, atol=5 / math.sqrt(n))
    assert_allclose(np.cov(rows.T), np.eye(3), atol=5 * math.sqrt(2 / n))
    lengths = np.square(rows).sum(axis=1)  # chi squared: mean 3, variance 6
    assert abs(lengths.mean() - 3) < 5 * math.sqrt(6 / n)
    assert abs(lengths.var() - 6) < 1
    # Each row of a block takes every direction: without the signs of R the diagonal of Q is one-sided.
    firsts = np.array([orthogonal_features(3, 3, generator) for _ in range(2000)])
    for row in range(3):
        positive = (firsts[:, row, row] > 0).mean()
        assert abs(positive - 0.5) < 5 * 0.5 / math.sqrt(2000)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: favor_features([1.0, 2.0], [[1.0]]),
            ValueError,
            r"^omega must have the shape \(m, width of x\); got \(1, 1\) for x of shape \(2,\)$",
        ),
        (
            lambda: favor_features([1.0], [1.0]),
            ValueError,
            r"^omega must have the shape \(m, width of x\); got \(1,\) for x of shape \(1,\)$",
        ),
        (
            lambda: favor_features(1.0, [[1.0]]),
            ValueError,
            r"^omega must have the shape \(m, width of x\); got \(1, 1\) for x of shape \(\)$",
        ),
        (lambda: favor_features([True], [[1.0]]), TypeError, r"^x must hold real numbers; got dtype bool$"),
        (
            lambda: favor_features([1.0], [[1j]]),
            TypeError,
            r"^omega must hold real numbers; got dtype complex128$",
        ),
        (lambda: orthogonal_features(-1, 2, rng()), ValueError, r"^m must be at least 0; got -1$"),
        (lambda: orthogonal_features(1, 0, rng()), ValueError, r"^d must be at least 1; got 0$"),
        (lambda: orthogonal_features(1.0, 2, rng()), TypeError, r"^m must be an integer; got 1.0$"),  # type: ignore[arg-type]
        (lambda: orthogonal_features(1, True, rng()), TypeError, r"^d must be an integer; got True$"),
        (lambda: orthogonal_features(1, 2, None), TypeError, r"^rng must be a numpy.random.Generator; got None$"),  # type: ignore[arg-type]
        (lambda: orthogonal_features(1, 2, 7), TypeError, r"^rng must be a numpy.random.Generator; got 7$"),  # type: ignore[arg-type]
    ],
)
def test_errors(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()

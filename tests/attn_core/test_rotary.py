"""Rotary positions: turns worked out by hand, and what a turn must keep."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import apply_rotary, attention_scores, rope
from tests.attn_core.strategies import DTYPES, UNIT, arrays

X = np.array([[1.0, 2.0, 3.0, 4.0]])
ZERO_ONE = np.array([[0.0, 1.0]])  # cosine and sine of a quarter turn and of none
ONE_ZERO = np.array([[1.0, 0.0]])


def test_pairs_are_halves_or_neighbours() -> None:
    # The first pair makes a quarter turn, (a, b) -> (-b, a); the second stays.
    assert_array_equal(apply_rotary(X, ZERO_ONE, ONE_ZERO), [[-3, 2, 1, 4]])
    assert_array_equal(apply_rotary(X, ZERO_ONE, ONE_ZERO, interleaved=True), [[-2, 1, 3, 4]])


def test_an_eighth_turn() -> None:
    c = [[math.sqrt(0.5)]]
    assert_allclose(apply_rotary([[1.0, 1.0]], c, c), [[0, math.sqrt(2)]], atol=1e-15)
    assert_allclose(apply_rotary([[1.0, 0.0]], c, c), [[math.sqrt(0.5)] * 2], rtol=1e-15)


def test_only_the_first_features_turn_if_the_tables_are_narrower() -> None:
    x = [[1.0, 2.0, 3.0, 4.0, 5.0]]
    assert_array_equal(apply_rotary(x, [[0.0]], [[1.0]]), [[-2, 1, 3, 4, 5]])
    assert_array_equal(apply_rotary(x, ZERO_ONE, ONE_ZERO), [[-3, 2, 1, 4, 5]])
    assert_array_equal(apply_rotary(x, ZERO_ONE, ONE_ZERO, interleaved=True), [[-2, 1, 3, 4, 5]])
    assert_array_equal(apply_rotary(x, np.ones((1, 0)), np.ones((1, 0))), x)
    assert_array_equal(apply_rotary([1.0, 2.0], [0.0], [1.0]), [-2, 1])


def test_tables_serve_all_heads() -> None:
    x = np.broadcast_to(X, (3, 2, 1, 4))
    assert_array_equal(apply_rotary(x, ZERO_ONE, ONE_ZERO), np.broadcast_to([[-3, 2, 1, 4]], x.shape))


def test_position_times_frequency_is_the_angle() -> None:
    # Base 100, width 4: frequencies 1 and 1/10. Each pair starts at (1, 0).
    x = np.tile([1.0, 1.0, 0.0, 0.0], (3, 1))
    rows = [[math.cos(p), math.cos(p / 10), math.sin(p), math.sin(p / 10)] for p in (0, 1, 2)]
    assert_allclose(rope(x, base=100), rows, rtol=1e-14)
    assert_allclose(rope(x, [0, 1, 2], base=100), rows, rtol=1e-14)
    assert_allclose(
        rope(x, [7, -1, 0.5], base=100)[2], [math.cos(0.5), math.cos(0.05), math.sin(0.5), math.sin(0.05)]
    )
    x = np.tile([1.0, 0.0, 1.0, 0.0], (3, 1))
    rows = [[math.cos(p), math.sin(p), math.cos(p / 100), math.sin(p / 100)] for p in (0, 1, 2)]
    assert_allclose(rope(x, interleaved=True), rows, rtol=1e-14)  # base 10000


def test_frequencies_are_those_of_the_rotary_width() -> None:
    # Width 8 of which 4 turn: frequencies 1 and 1/100, not those of width 8.
    x = np.array([[0.0] * 8, [1.0, 1.0, 0.0, 0.0, 5.0, 6.0, 7.0, 8.0]])
    turned = [math.cos(1), math.cos(0.01), math.sin(1), math.sin(0.01), 5, 6, 7, 8]
    assert_allclose(rope(x, rotary_dim=4)[1], turned, rtol=1e-14)
    assert_array_equal(rope(x, rotary_dim=0), x)
    assert_array_equal(rope(x, rotary_dim=8), rope(x))


def test_positions_broadcast_over_heads() -> None:
    x = np.ones((2, 3, 1, 2))
    positions = np.array([5, 9]).reshape(2, 1, 1)
    y = rope(x, positions)
    for b, p in enumerate((5, 9)):
        assert_allclose(y[b, 2, 0], [math.cos(p) - math.sin(p), math.cos(p) + math.sin(p)], rtol=1e-14)
    assert_array_equal(rope(x, 5)[0], y[0])


@pytest.mark.parametrize("shape", [(0, 2), (3, 0), (0, 3, 2), (1, 2)])
def test_empty_and_single(shape: tuple[int, ...]) -> None:
    assert_array_equal(rope(np.ones(shape), np.zeros(shape[-2])), np.ones(shape))


@pytest.mark.parametrize(
    ("given_dtype", "expected"), [("f2", "f2"), ("f4", "f4"), ("f8", "f8"), (">f4", "f4"), ("i4", "f8")]
)
def test_dtype_comes_from_x_alone(given_dtype: str, expected: str) -> None:
    x = np.ones((1, 2), given_dtype)
    assert rope(x).dtype == np.dtype(expected)
    assert apply_rotary(x, np.ones((1, 1)), np.zeros((1, 1), "f2")).dtype == np.dtype(expected)


def test_float16_is_rounded_once_and_angles_are_exact_far_out() -> None:
    p = 2**20 + 1
    y = rope(np.array([[1, 0]], np.float16), [p])
    assert_array_equal(y, np.array([[math.cos(p), math.sin(p)]], np.float16))
    # Products of 120000 and 90000 are infinite in float16, their difference isn't.
    y = apply_rotary(np.array([[60000, 60000]], np.float16), [[2.0]], [[1.5]])
    assert_array_equal(y, [[30000, math.inf]])


def test_inputs_stay_and_the_result_is_fresh() -> None:
    x, c = np.ones((2, 2)), np.ones((2, 1))
    x.flags.writeable = c.flags.writeable = False
    for result in (apply_rotary(x, c, c), rope(x), rope(x, rotary_dim=0)):
        result[...] = 9
        assert not np.shares_memory(result, x)


def test_large_numbers_give_no_warning() -> None:
    big = np.full((2, 2), np.finfo(np.float32).max, np.float32)
    assert np.isinf(apply_rotary(big, np.ones((2, 1)), -np.ones((2, 1)))[:, 0]).all()
    assert rope(np.ones((2, 64)), [1e308, 1.0], base=1e-300).shape == (2, 64)


@settings(deadline=None)
@given(
    st.data(),
    st.sampled_from(DTYPES),
    st.sampled_from([(), (2,), (0,)]),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(0, 2),
    st.booleans(),
)
def test_norms_and_the_rest_are_kept(
    data: st.DataObject, dtype: Any, lead: tuple[int, ...], L: int, pairs: int, rest: int, interleaved: bool
) -> None:
    x = data.draw(arrays((*lead, L, 2 * pairs + rest), dtype))
    y = rope(x, interleaved=interleaved, rotary_dim=2 * pairs)
    assert y.shape == x.shape
    assert_array_equal(y[..., 2 * pairs :], x[..., 2 * pairs :])
    before, after = (np.square(z, dtype=np.float64).sum(axis=-1) for z in (x, y))
    assert_allclose(after, before, rtol=20 * UNIT[dtype], atol=2.0**-20 if dtype == np.float16 else 0)


@settings(deadline=None)
@given(
    arrays((2, 4), np.float64),
    st.integers(-1000, 1000),
    st.integers(-1000, 1000),
    st.integers(-1000, 1000),
    st.booleans(),
)
def test_scores_depend_on_the_distance_alone(x: np.ndarray, m: int, n: int, shift: int, interleaved: bool) -> None:
    query, key = x[:1], x[1:]

    def score(at_query: int, at_key: int) -> np.ndarray:
        return attention_scores(
            rope(query, [at_query], interleaved=interleaved), rope(key, [at_key], interleaved=interleaved)
        )

    # Angles up to 3000 are exact to 2^-42, the product of lengths is at most 64 / 2.
    assert_allclose(score(m + shift, n + shift), score(m, n), rtol=0, atol=1e-10)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: apply_rotary(X, [[1.0]], [[1.0, 1.0]]),
            ValueError,
            r"^cos and sin must have the same shape; got \(1, 1\) and \(1, 2\)$",
        ),
        (
            lambda: apply_rotary(X, np.ones((1, 3)), np.ones((1, 3))),
            ValueError,
            r"^cos and sin must be at most half as wide as x; got \(1, 3\) and \(1, 4\)$",
        ),
        (
            lambda: apply_rotary(1.0, [1.0], [1.0]),
            ValueError,
            r"^cos and sin must be at most half as wide as x; got \(1,\) and \(\)$",
        ),
        (
            lambda: apply_rotary([1.0], 1.0, 1.0),
            ValueError,
            r"^cos and sin must be at most half as wide as x; got \(\) and \(1,\)$",
        ),
        (
            lambda: apply_rotary(X, np.ones((2, 1)), np.ones((2, 1))),
            ValueError,
            r"^cos must broadcast to the paired features' shape \(1, 1\); got \(2, 1\)$",
        ),
        (
            lambda: apply_rotary([[1j, 1]], [[1.0]], [[1.0]]),
            TypeError,
            r"^x must hold real numbers; got dtype complex128$",
        ),
        (lambda: apply_rotary(X, [[True]], [[1.0]]), TypeError, r"^cos must hold real numbers; got dtype bool$"),
        (lambda: apply_rotary(X, [[1.0]], [[True]]), TypeError, r"^sin must hold real numbers; got dtype bool$"),
        (
            lambda: rope([1.0, 2.0]),
            ValueError,
            r"^x must have at least 2 axes \(..., length, width\); got shape \(2,\)$",
        ),
        (
            lambda: rope([[1.0, 2.0, 3.0]]),
            ValueError,
            r"^rotary_dim must be even and at most the width of x; got 3 and shape \(1, 3\)$",
        ),
        (
            lambda: rope(X, rotary_dim=3),
            ValueError,
            r"^rotary_dim must be even and at most the width of x; got 3 and shape \(1, 4\)$",
        ),
        (
            lambda: rope(X, rotary_dim=6),
            ValueError,
            r"^rotary_dim must be even and at most the width of x; got 6 and shape \(1, 4\)$",
        ),
        (lambda: rope(X, rotary_dim=-2), ValueError, r"^rotary_dim must be at least 0; got -2$"),
        (lambda: rope(X, rotary_dim=2.0), TypeError, r"^rotary_dim must be an integer; got 2.0$"),  # type: ignore[arg-type]
        (
            lambda: rope(X, [0, 1]),
            ValueError,
            r"^positions must broadcast to the tokens' shape \(1,\); got \(2,\)$",
        ),
        (lambda: rope(X, [True]), TypeError, r"^positions must hold real numbers; got dtype bool$"),
        (lambda: rope(X, base=0.0), ValueError, r"^base must be above 0 in float64; got 0.0$"),
        (lambda: rope([["a"]]), TypeError, r"^x must hold real numbers; got dtype <U1$"),
    ],
)
def test_errors(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()

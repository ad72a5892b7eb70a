"""Rollout and norm-weighted attention, by hand."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import attention_rollout, norm_weighted, softmax

FIRST = np.array([[1.0, 0.0], [0.5, 0.5]])
SECOND = np.array([[0.25, 0.75], [0.0, 1.0]])


def test_one_layer_mixes_with_the_residual() -> None:
    assert_array_equal(attention_rollout([FIRST]), [[1, 0], [0.25, 0.75]])
    assert_array_equal(attention_rollout([FIRST], residual=0), FIRST)
    assert_array_equal(attention_rollout([FIRST], residual=1), [[1, 0], [0, 1]])
    assert_array_equal(attention_rollout([FIRST], residual=0.25), [[1, 0], [0.375, 0.625]])


def test_later_layers_multiply_from_the_left() -> None:
    # [[5/8, 3/8], [0, 1]] times [[1, 0], [1/4, 3/4]]
    assert_array_equal(attention_rollout([FIRST, SECOND]), [[23 / 32, 9 / 32], [1 / 4, 3 / 4]])
    assert_array_equal(attention_rollout(np.array([FIRST, SECOND])), [[23 / 32, 9 / 32], [1 / 4, 3 / 4]])
    assert_array_equal(attention_rollout([FIRST, SECOND], residual=0), SECOND @ FIRST)


def test_heads_are_followed_one_by_one() -> None:
    heads = np.stack([FIRST, SECOND])
    rolled = attention_rollout([heads, heads[::-1]])
    assert_array_equal(rolled[0], attention_rollout([FIRST, SECOND]))
    assert_array_equal(rolled[1], attention_rollout([SECOND, FIRST]))
    batch = np.broadcast_to(heads, (4, 3, 2, 2, 2))
    assert_array_equal(attention_rollout([batch])[3, 2], attention_rollout([heads]))


def test_a_row_without_keys_keeps_its_residual_share() -> None:
    assert_array_equal(attention_rollout([[[0.0, 0.0], [0.5, 0.5]]]), [[0.5, 0], [0.25, 0.75]])


@settings(deadline=None)
@given(st.integers(1, 4), st.integers(0, 4), st.floats(0, 1), st.data())
def test_rows_sum_to_one(layers: int, n: int, residual: float, data: st.DataObject) -> None:
    weights = softmax(data.draw(hnp.arrays(np.float64, (layers, n, n), elements=st.floats(-5, 5))))
    rolled = attention_rollout(weights, residual)
    assert_allclose(rolled.sum(axis=-1), np.ones(n), rtol=1e-14)
    assert (rolled >= 0).all()


def test_norms_weigh_the_weights() -> None:
    # |(3, 4)| = 5 and |(0, 2)| = 2
    W = [[0.75, 0.25], [0.5, 0.5]]
    assert_array_equal(norm_weighted(W, [[3.0, 4.0], [0.0, -2.0]]), [[3.75, 0.5], [2.5, 1]])


def test_the_output_projection_is_out_by_in() -> None:
    # (3, 4) becomes (3, 3, 8), (0, 2) becomes (0, 0, 4).
    w_o = [[1.0, 0.0], [1.0, 0.0], [0.0, 2.0]]
    expected = [[0.75 * math.sqrt(82), 1.0]]
    assert_allclose(norm_weighted([[0.75, 0.25]], [[3.0, 4.0], [0.0, 2.0]], w_o), expected, rtol=1e-15)


def test_each_head_has_its_columns_of_the_output_projection() -> None:
    weights, value = np.full((2, 1, 1), 0.5), np.array([[[3.0, 4.0]], [[3.0, 4.0]]])
    w_o = [[1.0, 0.0, 0.0, 2.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0]]
    # The first head writes (3, 4, 0), the second (8, 0, 6).
    assert_allclose(norm_weighted(weights, value, w_o), [[[2.5]], [[5.0]]], rtol=1e-15)
    batch = norm_weighted(np.stack([weights] * 3), np.stack([value] * 3), w_o)
    assert_allclose(batch, np.broadcast_to([[[2.5]], [[5.0]]], (3, 2, 1, 1)), rtol=1e-15)


def test_a_weight_of_zero_adds_nothing_and_nan_shows() -> None:
    value = [[math.inf], [math.nan], [2.0]]
    assert_array_equal(norm_weighted([[0.0, 0.0, 1.0]], value), [[0, 0, 2]])
    assert_array_equal(norm_weighted([[0.5, 0.25, 0.25]], value), [[math.inf, math.nan, 0.5]])


def test_long_vectors_do_not_overflow() -> None:
    assert_allclose(norm_weighted([[0.5]], [[3e200, 4e200]]), [[2.5e200]], rtol=1e-14)
    assert np.isinf(norm_weighted([[1.0]], [[1e308]], [[1e10]]))


@pytest.mark.parametrize(
    ("weights", "value", "shape"),
    [
        ((0, 2), (2, 3), (0, 2)),
        ((2, 0), (0, 3), (2, 0)),
        ((2, 3), (3, 0), (2, 3)),
        ((5, 1, 2, 3), (4, 3, 2), (5, 4, 2, 3)),
    ],
)
def test_shapes(weights: Any, value: Any, shape: tuple[int, ...]) -> None:
    assert norm_weighted(np.ones(weights), np.ones(value)).shape == shape


def test_no_tokens() -> None:
    assert attention_rollout(np.zeros((2, 0, 0))).shape == (0, 0)


@pytest.mark.parametrize(("given_dtype", "expected"), [("f2", "f2"), ("f4", "f4"), ("f8", "f8"), ("i4", "f8")])
def test_dtype(given_dtype: str, expected: str) -> None:
    eye = np.eye(2, dtype=given_dtype)
    assert attention_rollout([eye, eye], residual=np.float64(0.5)).dtype == np.dtype(expected)
    assert norm_weighted(eye, eye, np.eye(2)).dtype == np.dtype(expected)


def test_float16_is_computed_in_float32_and_rounded_once() -> None:
    third = np.full((3, 3), 1 / 3, np.float16)  # 0.33325
    rolled = attention_rollout([third] * 4, residual=0)
    exact = 27 * np.float64(third[0, 0]) ** 4
    assert_array_equal(rolled, np.full((3, 3), exact, np.float16))
    assert_array_equal(norm_weighted(np.float16([[0.25]]), np.full((1, 4), 40000, np.float16)), [[20000]])  # type: ignore[arg-type]


def test_inputs_stay_and_results_are_fresh() -> None:
    eye = np.eye(2)
    eye.flags.writeable = False
    for result in (
        attention_rollout([eye]),
        attention_rollout([eye], residual=0),
        norm_weighted(eye, eye),
        norm_weighted(eye, eye, eye),
    ):
        result[...] = 9
        assert not np.shares_memory(result, eye)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: attention_rollout([]), ValueError, r"^weights_per_layer needs at least one layer; got none$"),
        (
            lambda: attention_rollout(np.zeros((0, 2, 2))),
            ValueError,
            r"^weights_per_layer needs at least one layer; got none$",
        ),
        (
            lambda: attention_rollout([[1.0, 2.0]]),
            ValueError,
            r"^weights_per_layer must be square, \(..., n, n\); got \(2,\)$",
        ),
        (
            lambda: attention_rollout([[[1.0, 2.0]]]),
            ValueError,
            r"^weights_per_layer must be square, \(..., n, n\); got \(1, 2\)$",
        ),
        (
            lambda: attention_rollout(np.ones((1, 5, 2, 3))),
            ValueError,
            r"^weights_per_layer must be square, \(..., n, n\); got \(5, 2, 3\)$",
        ),
        (
            lambda: attention_rollout([FIRST, np.eye(3)]),
            ValueError,
            r"^weights_per_layer\[1\] must have the first layer's shape \(2, 2\); got \(3, 3\)$",
        ),
        (
            lambda: attention_rollout([FIRST, FIRST.astype(bool)]),
            TypeError,
            r"^weights_per_layer\[1\] must hold real numbers; got dtype bool$",
        ),
        (lambda: attention_rollout([FIRST], residual=1.5), ValueError, r"^residual must be from 0 to 1; got 1.5$"),
        (
            lambda: attention_rollout([FIRST], residual=-0.5),
            ValueError,
            r"^residual must be from 0 to 1; got -0.5$",
        ),
        (
            lambda: attention_rollout([FIRST], residual=math.nan),
            ValueError,
            r"^residual must be finite in float64; got nan$",
        ),
        (
            lambda: norm_weighted([1.0], [[1.0]]),
            ValueError,
            r"^weights must have at least 2 axes \(..., length, width\); got shape \(1,\)$",
        ),
        (
            lambda: norm_weighted([[1.0]], [1.0]),
            ValueError,
            r"^value must have at least 2 axes \(..., length, width\); got shape \(1,\)$",
        ),
        (
            lambda: norm_weighted([[1.0]], [[1.0], [2.0]]),
            ValueError,
            r"^weights and value must have as many keys; got \(1, 1\) and \(2, 1\)$",
        ),
        (
            lambda: norm_weighted(np.ones((2, 1, 1)), np.ones((3, 1, 1))),
            ValueError,
            r"^leading axes of weights and value must broadcast together; got \(2, 1, 1\) and \(3, 1, 1\)$",
        ),
        (lambda: norm_weighted([[-0.5]], [[1.0]]), ValueError, r"^weights must not be negative; got -0.5$"),
        (
            lambda: norm_weighted([[1.0]], [[1.0, 2.0]], [[1.0]]),
            ValueError,
            r"^w_o must have the shape \(out, 2\), the heads' width together; got \(1, 1\)$",
        ),
        (
            lambda: norm_weighted([[[1.0]]] * 2, [[[1.0, 2.0]]] * 2, np.ones((3, 2))),
            ValueError,
            r"^w_o must have the shape \(out, 4\), the heads' width together; got \(3, 2\)$",
        ),
        (
            lambda: norm_weighted([[1.0]], [[1.0]], [1.0]),
            ValueError,
            r"^w_o must have the shape \(out, 1\), the heads' width together; got \(1,\)$",
        ),
        (lambda: norm_weighted([[True]], [[1.0]]), TypeError, r"^weights must hold real numbers; got dtype bool$"),
        (
            lambda: norm_weighted([[1.0]], [[1j]]),
            TypeError,
            r"^value must hold real numbers; got dtype complex128$",
        ),
        (
            lambda: norm_weighted([[1.0]], [[1.0]], [[1j]]),
            TypeError,
            r"^w_o must hold real numbers; got dtype complex128$",
        ),
    ],
)
def test_errors(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()

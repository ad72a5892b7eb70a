"""Layer and root-mean-square normalisation, by hand."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import layer_norm, rms_norm
from tests.attn_core.strategies import DTYPES, UNIT, arrays

ROW = [1.0, 2.0, 3.0, 6.0]  # mean 3, variance (4 + 1 + 0 + 9) / 4 = 3.5


def test_mean_zero_and_variance_one() -> None:
    assert_allclose(layer_norm(ROW, eps=0), np.array([-2, -1, 0, 3]) / math.sqrt(3.5), rtol=1e-15)
    assert_allclose(layer_norm(ROW, eps=0.5), [-1, -0.5, 0, 1.5], rtol=1e-15)
    assert_allclose(layer_norm(ROW), np.array([-2, -1, 0, 3]) / math.sqrt(3.50001), rtol=1e-15)


def test_root_mean_square_one() -> None:
    # The mean square is (1 + 4 + 9 + 36) / 4 = 12.5.
    assert_allclose(rms_norm(ROW, eps=0), np.array(ROW) / math.sqrt(12.5), rtol=1e-15)
    assert_allclose(rms_norm(ROW, eps=3.5), np.array(ROW) / 4, rtol=1e-15)
    assert_allclose(rms_norm(ROW), np.array(ROW) / math.sqrt(12.500001), rtol=1e-15)


def test_weight_and_bias() -> None:
    assert_allclose(
        layer_norm(ROW, [1.0, 2.0, 3.0, 4.0], [10.0, 0.0, 0.0, 20.0], eps=0.5), [9, -1, 0, 26], rtol=1e-15
    )
    assert_allclose(layer_norm(ROW, bias=1.0, eps=0.5), [0, 0.5, 1, 2.5], rtol=1e-15)
    assert_allclose(layer_norm(ROW, weight=2.0, eps=0.5), [-2, -1, 0, 3], rtol=1e-15)
    assert_allclose(rms_norm(ROW, [4.0, 2.0, 0.0, 1.0], eps=3.5), [1, 1, 0, 1.5], rtol=1e-15)


@pytest.mark.parametrize("axis", [1, -2])
def test_the_axis_is_the_first_of_those_that_are_normalised(axis: int) -> None:
    x = np.array([[[1.0, 2.0], [3.0, 6.0]], [[0.0, 0.0], [0.0, 4.0]]])
    expected: Any = [[[-1, -0.5], [0, 1.5]], np.array([[-1, -1], [-1, 3]]) / math.sqrt(3.5)]
    assert_allclose(layer_norm(x, eps=0.5, axis=axis), expected, rtol=1e-15)
    expected = [np.array([[1, 2], [3, 6]]) / 4, np.array([[0, 0], [0, 4]]) / math.sqrt(7.5)]
    assert_allclose(rms_norm(x, eps=3.5, axis=axis), expected, rtol=1e-15)
    assert_allclose(
        layer_norm(x, eps=1.0),
        [[[-1, 1], [-3, 3]], [[0, 0], [-2, 2]]] / np.sqrt([[[5], [13]], [[1], [5]]]),
        rtol=1e-15,
    )


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 3), (1,), (2, 1)])
def test_empty_and_single(shape: tuple[int, ...]) -> None:
    assert_array_equal(layer_norm(np.ones(shape)), np.zeros(shape))
    assert_allclose(rms_norm(np.ones(shape), eps=0), np.ones(shape))
    assert layer_norm(np.ones(shape), axis=0).shape == shape


def test_without_eps_a_constant_row_has_no_answer() -> None:
    assert np.isnan(layer_norm([2.0, 2.0], eps=0)).all()
    assert np.isnan(rms_norm([0.0, 0.0], eps=0)).all()


def test_a_square_that_overflows_gives_zero_without_a_warning() -> None:
    assert_array_equal(layer_norm([1e200, -1e200]), [0, 0])
    assert_array_equal(rms_norm([1e200, 1.0]), [0, 0])
    assert np.isnan(layer_norm([np.nan, 1.0])).all()


@pytest.mark.parametrize(
    ("given_dtype", "expected"), [("f2", "f2"), ("f4", "f4"), ("f8", "f8"), (">f4", "f4"), ("i2", "f8")]
)
def test_dtype_comes_from_x_alone(given_dtype: str, expected: str) -> None:
    x = np.array([1, 3], given_dtype)
    for y in (
        layer_norm(x, np.ones(2), np.ones(2), eps=np.float64(1e-3)),
        rms_norm(x, np.ones(2), eps=np.float64(1e-3)),
    ):
        assert y.dtype == np.dtype(expected)
        assert y.dtype.isnative


def test_float16_is_computed_in_float32_and_rounded_once() -> None:
    x = np.array([60000, -60000], np.float16)  # squares of 3.6e9
    assert_array_equal(layer_norm(x), [1, -1])
    assert_array_equal(rms_norm(x), [1, -1])
    # 1/3 is rounded to float16 after its product with 2000, not before.
    y = layer_norm(np.array([1, -1, 0], np.float16), weight=2000, eps=0)
    assert_array_equal(y, np.array([2000 * math.sqrt(1.5), -2000 * math.sqrt(1.5), 0], np.float16))


def test_inputs_stay_and_the_result_is_fresh() -> None:
    x, w = np.ones((2, 2)), np.ones(2)
    x.flags.writeable = w.flags.writeable = False
    for y in (layer_norm(x, w, w), layer_norm(x), rms_norm(x, w), rms_norm(x)):
        y[...] = 9
        assert not np.shares_memory(y, x)


@settings(deadline=None)
@given(st.data(), st.sampled_from(DTYPES), st.integers(0, 3), st.integers(2, 5))
def test_rows_have_mean_zero_and_unit_size(data: st.DataObject, dtype: Any, n: int, d: int) -> None:
    x = data.draw(arrays((n, d), dtype))
    x = x + np.arange(d, dtype=dtype) * dtype(0.25)  # seldom a constant row
    y, z = layer_norm(x, eps=0).astype("f8"), rms_norm(x, eps=0).astype("f8")
    wide = x.astype("f8")
    centred = wide - wide.mean(axis=1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=1))
    varied, some = spread > 0.05, (wide != 0).any(axis=1)
    # Numbers up to 5 with a spread of 0.05 lose a factor of 100 when they are centred.
    atol = 2e3 * UNIT[np.float32 if dtype == np.float16 else dtype] + 4 * UNIT[dtype]
    assert_allclose(y[varied], centred[varied] / spread[varied, None], rtol=0, atol=atol)
    assert_allclose(
        z[some], wide[some] / np.sqrt((wide[some] ** 2).mean(axis=1, keepdims=True)), rtol=0, atol=atol
    )
    # A shift and a positive factor change nothing.
    assert_allclose(layer_norm(2 * wide + 8, eps=0)[varied], layer_norm(wide, eps=0)[varied], rtol=0, atol=1e-11)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: layer_norm(ROW, [1.0, 2.0]),
            ValueError,
            r"^weight must broadcast to x's shape \(4,\); got \(2,\)$",
        ),
        (
            lambda: layer_norm(ROW, [[1.0]]),
            ValueError,
            r"^weight must broadcast to x's shape \(4,\); got \(1, 1\)$",
        ),
        (
            lambda: layer_norm(ROW, bias=[1.0, 2.0]),
            ValueError,
            r"^bias must broadcast to x's shape \(4,\); got \(2,\)$",
        ),
        (
            lambda: rms_norm(ROW, [1.0, 2.0]),
            ValueError,
            r"^weight must broadcast to x's shape \(4,\); got \(2,\)$",
        ),
        (lambda: layer_norm(ROW, axis=1), ValueError, r"^axis must be an axis of x; got 1 for shape \(4,\)$"),
        (lambda: rms_norm(ROW, axis=-2), ValueError, r"^axis must be an axis of x; got -2 for shape \(4,\)$"),
        (lambda: layer_norm(1.0), ValueError, r"^axis must be an axis of x; got -1 for shape \(\)$"),
        (lambda: layer_norm(ROW, axis=0.0), TypeError, r"^axis must be an integer; got 0.0$"),  # type: ignore[arg-type]
        (lambda: layer_norm(ROW, eps=-1e-5), ValueError, r"^eps must not be below 0; got -1e-05$"),
        (lambda: rms_norm(ROW, eps=-1), ValueError, r"^eps must not be below 0; got -1$"),
        (lambda: rms_norm(ROW, eps=math.nan), ValueError, r"^eps must be finite in float64; got nan$"),
        (lambda: layer_norm([True]), TypeError, r"^x must hold real numbers; got dtype bool$"),
        (lambda: layer_norm(ROW, [1j]), TypeError, r"^weight must hold real numbers; got dtype complex128$"),
        (lambda: layer_norm(ROW, bias=[1j]), TypeError, r"^bias must hold real numbers; got dtype complex128$"),
        (lambda: rms_norm([1j]), TypeError, r"^x must hold real numbers; got dtype complex128$"),
    ],
)
def test_errors(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()

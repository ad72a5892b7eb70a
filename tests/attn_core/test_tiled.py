"""Tiled attention: by hand, equal to the dense one for every block size, and never all scores at once."""

import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import scaled_dot_product_attention, tiled_attention
from tests.attn_core.strategies import Case, cases

INF, NAN = np.inf, np.nan
ONE = np.ones((1, 1))
HALF: Any = np.float16
STEPS = np.array([[-1.0], [0.0], [1.0]])
K3 = np.log([[1.0], [2.0], [5.0]])  # weighs 1/8, 2/8, 5/8 for a query of 1 with scale 1
V3 = np.array([[8.0], [16.0], [32.0]])


@pytest.mark.parametrize("block_size", [1, 2, 3, 4, 1000, np.int64(2)])
def test_every_block_size_gives_the_weighted_average(block_size: int) -> None:
    # 1 + 4 + 20
    assert_allclose(tiled_attention(ONE, K3, V3, scale=1, block_size=block_size), [[25.0]], rtol=1e-15)
    rising, falling = K3 + 900 * STEPS, K3 - 900 * STEPS
    assert_array_equal(tiled_attention(ONE, rising, V3, scale=1, block_size=block_size), [[32.0]])
    assert_array_equal(tiled_attention(ONE, falling, V3, scale=1, block_size=block_size), [[8.0]])


def test_the_default_scale_is_one_over_the_root_of_the_width() -> None:
    query, key = np.ones((1, 4)), np.log([[1.0] * 4, [9.0] * 4]) / 2  # scores 0 and ln 9
    assert_allclose(tiled_attention(query, key, [[10.0], [20.0]]), [[19.0]], rtol=1e-15)


@pytest.mark.parametrize("block_size", [1, 2, 64])
@pytest.mark.parametrize(
    ("mask", "expected"),
    [
        ([True, False, True], 28.0),  # 8/6 + 160/6
        ([[True, False, True]], 28.0),
        (True, 25.0),
        ([False], 0.0),
        (np.log([2.0, 1.0, 0.4]), 56 / 3),  # 1 * 2, 2 * 1, 5 * 0.4: all weigh the same
        ([0.0, -INF, 0.0], 28.0),
        ([-INF, -INF, -INF], 0.0),
        (-INF, 0.0),
        ([[3.0]], 25.0),
    ],
)
def test_masks(block_size: int, mask: Any, expected: float) -> None:
    out = tiled_attention(ONE, K3, V3, mask, scale=1, block_size=block_size)
    assert_allclose(out, [[expected]], rtol=1e-14)


@pytest.mark.parametrize("block_size", [1, 2, 64])
def test_causal_rows_and_offset(block_size: int) -> None:
    query, key = np.ones((3, 1)), np.zeros((3, 1))
    out = tiled_attention(query, key, V3, is_causal=True, block_size=block_size)
    assert_allclose(out, [[8.0], [12.0], [56 / 3]], rtol=1e-15)
    out = tiled_attention(query, key, V3, is_causal=True, query_offset=-1, block_size=block_size)
    assert_allclose(out, [[0], [8], [12]], rtol=1e-15)


@pytest.mark.parametrize("block_size", [1, 2, 3])
def test_what_is_not_finite_is_treated_as_in_dense_attention(block_size: int) -> None:
    options: dict[str, Any] = {"block_size": block_size}
    excluded = np.array([[0.0], [NAN], [INF]])
    assert_array_equal(tiled_attention(ONE, excluded, excluded + 4, [True, False, False], **options), [[4]])
    assert np.isnan(tiled_attention(ONE, np.zeros((3, 1)), [[1.0], [NAN], [1.0]], **options)).all()
    assert_array_equal(tiled_attention(ONE, np.zeros((3, 1)), [[1.0], [INF], [1.0]], **options), [[INF]])
    assert np.isnan(tiled_attention(ONE, [[NAN], [0.0], [0.0]], V3, **options)).all()
    assert np.isnan(tiled_attention(ONE, [[0.0], [0.0], [INF]], V3, **options)).all()
    assert_array_equal(tiled_attention(ONE, [[-INF], [0.0], [-INF]], V3, **options), [[16]])
    assert np.isnan(tiled_attention(ONE, [[-INF]] * 3, V3, **options)).all()
    # The only attended key scores -inf, in an early block.
    assert np.isnan(tiled_attention(ONE, [[-INF], [0.0], [0.0]], V3, [True, False, False], **options)).all()
    # A value that isn't finite under a weight that underflows: 0 * inf.
    assert np.isnan(tiled_attention(ONE, [[-2e3], [0.0], [0.0]], [[INF], [1.0], [1.0]], **options)).all()


def test_large_values_do_not_overflow_on_the_way() -> None:
    value = np.full((4, 1), 3e38, np.float32)
    out = tiled_attention(np.ones((1, 1), "f4"), np.zeros((4, 1), "f4"), value, block_size=2)
    assert_array_equal(out, [[np.float32(3e38)]])


@pytest.mark.parametrize(
    ("query", "key", "value", "output"),
    [
        ((3, 2), (0, 2), (0, 5), (3, 5)),
        ((5, 1, 3, 2), (2, 0, 2), (7, 1, 1, 0, 6), (7, 5, 2, 3, 6)),
        ((0, 3, 2), (0, 4, 2), (0, 4, 5), (0, 3, 5)),
        ((2, 0, 2), (2, 4, 2), (2, 4, 5), (2, 0, 5)),
        ((3, 0), (4, 0), (4, 1), (3, 1)),
        ((5, 1, 3, 2), (2, 4, 2), (7, 1, 1, 4, 6), (7, 5, 2, 3, 6)),
    ],
)
def test_shapes(query: Any, key: Any, value: Any, output: tuple[int, ...]) -> None:
    out = tiled_attention(np.ones(query), np.ones(key), np.ones(value), block_size=3)
    assert_allclose(out, np.full(output, 1.0 if key[-2] else 0.0), rtol=1e-15)


@pytest.mark.parametrize(("dtypes", "expected"), [("222", "f2"), ("242", "f4"), ("448", "f8")])
def test_result_dtype_comes_from_query_key_and_value_alone(dtypes: str, expected: str) -> None:
    q, k, v = (np.ones((1, 1), f"f{size}") for size in dtypes)
    for mask in (None, [[True]], np.zeros((1, 1), "f8")):
        assert tiled_attention(q, k, v, mask).dtype == np.dtype(expected)
    assert tiled_attention([[1]], [[1]], [[1]]).dtype == np.float64


def test_float16_is_computed_in_float32_and_rounded_once() -> None:
    x = HALF([[300]])
    assert_array_equal(tiled_attention(x, HALF([[300], [299]]), HALF([[1], [0]]), scale=1), [[1]])
    ones = np.ones((4096, 1), np.float16)
    assert_array_equal(tiled_attention(x, ones * 0, ones, block_size=1), [[1]])


def test_inputs_stay_and_the_result_is_fresh() -> None:
    arrays = [np.ones((2, 2)), np.ones((2, 2)), np.ones((2, 2)), np.zeros((2, 2))]
    for a in arrays:
        a.flags.writeable = False
    out = tiled_attention(*arrays)
    out[...] = 9
    assert not any(np.shares_memory(out, a) for a in arrays)
    empty = tiled_attention(np.ones((1, 1)), np.ones((0, 1)), np.ones((0, 1)))
    empty[...] = 9


@settings(deadline=None, max_examples=200)
@given(cases(), st.booleans(), st.integers(-3, 3), st.none() | st.floats(-1, 1, width=32), st.integers(1, 6))
def test_equals_dense_attention(case: Case, is_causal: bool, offset: int, scale: Any, block_size: int) -> None:
    options: dict[str, Any] = {"is_causal": is_causal, "query_offset": offset, "scale": scale}
    out = tiled_attention(*case.arguments, **options, block_size=block_size)
    dense, _ = case(**options)
    assert out.dtype == dense.dtype
    # Scores reach 4 * 4 * 3 with a scale of 1; each block rounds the output once more.
    assert_allclose(out, dense, rtol=0, atol=3 * case.atol)


def test_memory_grows_with_the_block_and_not_with_the_keys() -> None:
    x = np.ones((1024, 8))

    def peak(call: Any) -> int:
        tracemalloc.start()
        call()
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    scores = 1024 * 1024 * 8
    assert peak(lambda: scaled_dot_product_attention(x, x, x)) > scores
    wide = peak(lambda: tiled_attention(x, x, x, block_size=32))
    assert wide < scores / 4
    single = x.astype(np.float32)
    assert peak(lambda: tiled_attention(single, single, single, block_size=32)) < 0.6 * wide


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"block_size": 0}, ValueError, r"^block_size must be at least 1; got 0$"),
        ({"block_size": 2.0}, TypeError, r"^block_size must be an integer; got 2.0$"),
        ({"block_size": True}, TypeError, r"^block_size must be an integer; got True$"),
        ({"query": np.ones(5)}, ValueError, r"^query must have at least 2 axes"),
        ({"query": np.ones((3, 4))}, ValueError, r"^query and key must have the same width; got \(3, 4\) and "),
        ({"value": np.ones((1, 6))}, ValueError, r"^key and value must have the same length; got "),
        (
            {"query": np.ones((3, 3, 5))},
            ValueError,
            r"^leading axes of query, key and value must broadcast together; got \(3, 3, 5\) and \(2, 4, 5\) and ",
        ),
        (
            {"attn_mask": np.ones((3, 5), bool)},
            ValueError,
            r"^attn_mask must broadcast to the scores' shape \(2, 3, 4\); got \(3, 5\)$",
        ),
        ({"attn_mask": [1, 0, 1, 0]}, ValueError, r"^attn_mask must be bool"),
        ({"attn_mask": [1j]}, TypeError, r"^attn_mask must be bool or floating; got dtype complex128$"),
        ({"scale": NAN}, ValueError, r"^scale must be finite in float64; got nan$"),
        ({"query_offset": 1.5}, TypeError, r"^query_offset must be an integer; got 1.5$"),
        (
            {"query": np.ones((2, 3, 5), complex)},
            TypeError,
            r"^query must hold real numbers; got dtype complex128$",
        ),
        ({"key": np.ones((2, 4, 5), bool)}, TypeError, r"^key must hold real numbers; got dtype bool$"),
        ({"value": np.ones((2, 4, 6), object)}, TypeError, r"^value must hold real numbers; got dtype object$"),
    ],
)
def test_errors(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    given = {"query": np.ones((2, 3, 5)), "key": np.ones((2, 4, 5)), "value": np.ones((2, 4, 6))} | arguments
    with pytest.raises(error, match=message):
        tiled_attention(given.pop("query"), given.pop("key"), given.pop("value"), **given)


def test_a_wrong_scale_is_refused_without_keys_too() -> None:
    with pytest.raises(ValueError, match=r"^scale must be finite"):
        tiled_attention(np.ones((1, 1)), np.ones((0, 1)), np.ones((0, 1)), scale=NAN)

"""Each mask against its picture, drawn by hand: x = attend."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from attn_core import causal_mask, combine_masks, key_length_mask, sliding_window_mask, to_additive


def picture(*rows: str) -> np.ndarray:
    return np.array([[c == "x" for c in row] for row in rows])


@pytest.mark.parametrize(
    ("lq", "lk", "offset", "expected"),
    [
        (3, 3, 0, ["x..", "xx.", "xxx"]),
        (2, 4, 0, ["x...", "xx.."]),  # first query with first key
        (2, 4, 2, ["xxx.", "xxxx"]),  # last query with last key: lk - lq
        (4, 2, -2, ["..", "..", "x.", "xx"]),  # lk - lq below 0: the first two queries see nothing
        (1, 4, 3, ["xxxx"]),  # decoding with three cached keys
        (2, 2, 10**30, ["xx", "xx"]),
        (2, 2, -(10**30), ["..", ".."]),
    ],
)
def test_causal_mask(lq: int, lk: int, offset: int, expected: list[str]) -> None:
    assert_array_equal(causal_mask(lq, lk, query_offset=offset), picture(*expected))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"left": 1, "right": 1}, ["xx...", "xxx..", ".xxx.", "..xxx"]),
        ({"left": 0, "right": 0}, ["x....", ".x...", "..x..", "...x."]),
        ({"left": 1}, ["xxxxx", "xxxxx", ".xxxx", "..xxx"]),
        ({"right": 1}, ["xx...", "xxx..", "xxxx.", "xxxxx"]),
        ({}, ["xxxxx"] * 4),
        ({"left": 1, "right": 0, "query_offset": 2}, [".xx..", "..xx.", "...xx", "....x"]),
        ({"left": 10**30, "right": 10**30}, ["xxxxx"] * 4),
    ],
)
def test_window_includes_both_ends(arguments: dict[str, Any], expected: list[str]) -> None:
    assert_array_equal(sliding_window_mask(4, 5, **arguments), picture(*expected))


@settings(deadline=None)
@given(
    st.integers(0, 5),
    st.integers(0, 5),
    st.integers(-6, 6),
    st.none() | st.integers(0, 6),
    st.none() | st.integers(0, 6),
)
def test_window_by_its_definition(lq: int, lk: int, offset: int, left: int | None, right: int | None) -> None:
    expected = [
        [
            (left is None or i + offset - j <= left) and (right is None or j - (i + offset) <= right)
            for j in range(lk)
        ]
        for i in range(lq)
    ]
    mask = sliding_window_mask(lq, lk, left, right, offset)
    assert mask.shape == (lq, lk)
    assert mask.tolist() == expected


def test_key_lengths_count_from_the_start() -> None:
    assert_array_equal(key_length_mask([0, 2, 3], 3), picture("...", "xx.", "xxx"))
    assert_array_equal(key_length_mask(1, 3), [True, False, False])
    assert key_length_mask(np.ones((2, 3), np.uint8), 4).shape == (2, 3, 4)
    assert key_length_mask([], 4).shape == (0, 4)
    assert key_length_mask([0, 0], 0).shape == (2, 0)


def test_masks_of_length_zero() -> None:
    assert causal_mask(0, 3).shape == (0, 3)
    assert causal_mask(3, 0).shape == (3, 0)
    assert sliding_window_mask(0, 0, 1, 1).shape == (0, 0)


def test_combined_bool_masks_all_hold() -> None:
    combined = combine_masks(causal_mask(3, 3), [False, True, True])
    assert combined.dtype == np.bool_
    assert_array_equal(combined, picture("...", ".x.", ".xx"))


def test_combined_biases_add_up_and_exclusion_wins() -> None:
    combined = combine_masks(
        np.array([1, 2, -np.inf, np.inf], "f4"), [True, True, True, False], np.array([3, -2, 9, 0], "f2")
    )
    assert combined.dtype == np.float32
    assert_array_equal(combined, [4, 0, -np.inf, -np.inf])


def test_combined_biases_are_rounded_once() -> None:
    one = np.array([1], "f2")
    assert_array_equal(combine_masks(np.array([2048], "f2"), one, one), [2050])  # 2048 + 1 is 2048 in float16


def test_combined_biases_keep_a_wide_type() -> None:
    wide = np.longdouble
    bias = np.array([1 + np.finfo(wide).eps], wide)
    combined = combine_masks(bias, [True], np.zeros(1, np.float16))
    assert combined.dtype == wide
    assert_array_equal(combined, bias)


def test_two_penalties_never_become_an_exclusion() -> None:
    for dtype in (np.float16, np.float32, np.float64):
        lowest = np.full(2, np.finfo(dtype).min, dtype)
        assert_array_equal(combine_masks(lowest, lowest), lowest)


def test_one_mask_is_copied() -> None:
    mask = np.array([True, False])
    combined = combine_masks(mask)
    combined[:] = True
    assert_array_equal(mask, [True, False])
    read_only = np.broadcast_to(np.float32(-1), (2,))
    combine_masks(read_only)[0] = 5
    to_additive(read_only, np.float32)[0] = 5
    assert_array_equal(read_only, [-1, -1])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_additive_is_zero_or_minus_infinity(dtype: type[np.floating[Any]]) -> None:
    bias = to_additive(picture("x.", ".x"), dtype)
    assert bias.dtype == dtype
    assert bias.flags.writeable
    assert_array_equal(bias, [[0, -np.inf], [-np.inf, 0]])


def test_additive_keeps_a_finite_bias_finite() -> None:
    bias = to_additive([-1e300, -np.inf, 0.5, 1e300, np.inf], np.float32)
    limit = np.finfo(np.float32)
    assert_array_equal(bias, np.array([limit.min, -np.inf, 0.5, limit.max, np.inf], "f4"))
    assert np.isnan(to_additive([np.nan], np.float16)).all()


INTEGERS = r"must be bool \(True = attend\) or floating \(added to the scores\); got dtype int(32|64)$"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: causal_mask(-1, 2), ValueError, r"^lq must be at least 0; got -1$"),
        (lambda: causal_mask(2, -1), ValueError, r"^lk must be at least 0; got -1$"),
        (
            lambda: causal_mask(2.0, 2),  # type: ignore[arg-type]
            TypeError,
            r"^lq must be an integer; got 2.0$",
        ),
        (
            lambda: causal_mask(2, 2, 1.5),  # type: ignore[arg-type]
            TypeError,
            r"^query_offset must be an integer; got 1.5$",
        ),
        (lambda: causal_mask(2, 2, True), TypeError, r"^query_offset must be an integer; got True$"),
        (lambda: sliding_window_mask(2, 2, left=-1), ValueError, r"^left must be at least 0; got -1$"),
        (lambda: sliding_window_mask(2, 2, right=-1), ValueError, r"^right must be at least 0; got -1$"),
        (
            lambda: sliding_window_mask(2, 2, left=0.5),  # type: ignore[arg-type]
            TypeError,
            r"^left must be an integer; got 0.5$",
        ),
        (lambda: key_length_mask([1], -1), ValueError, r"^lk must be at least 0; got -1$"),
        (
            lambda: key_length_mask([[1], [1, 2]], 2),
            ValueError,
            r"^lengths must be rectangular; got rows of different lengths$",
        ),
        (lambda: key_length_mask([1.0], 2), TypeError, r"^lengths must be integers; got dtype float64$"),
        (lambda: key_length_mask([True], 2), TypeError, r"^lengths must be integers; got dtype bool$"),
        (lambda: key_length_mask([1, 3], 2), ValueError, r"^lengths must be from 0 to lk = 2; got 1 to 3$"),
        (lambda: key_length_mask([-1, 2], 2), ValueError, r"^lengths must be from 0 to lk = 2; got -1 to 2$"),
        (combine_masks, ValueError, r"^combine_masks needs at least one mask; got none$"),
        (lambda: combine_masks([True], [0, 1]), ValueError, r"^masks\[1\] " + INTEGERS),
        (
            lambda: combine_masks([True], [1j]),
            TypeError,
            r"^masks\[1\] must be bool or floating; got dtype complex128$",
        ),
        (
            lambda: combine_masks(causal_mask(2, 2), causal_mask(3, 3)),
            ValueError,
            r"^masks\[0\] and masks\[1\] must broadcast together; got \(2, 2\) and \(3, 3\)$",
        ),
        (lambda: to_additive([0, 1], "f4"), ValueError, "^mask " + INTEGERS),
        (
            lambda: to_additive([None], "f4"),  # type: ignore[arg-type]
            TypeError,
            r"^mask must be bool or floating; got dtype object$",
        ),
        (lambda: to_additive([True], "i4"), TypeError, r"^dtype must be floating; got int32$"),
    ],
)
def test_errors_name_the_argument_and_what_it_got(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()

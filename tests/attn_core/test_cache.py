"""The cache of keys and values: what it returns, what it owns, what it refuses."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import KVCache, scaled_dot_product_attention
from tests.attn_core.strategies import Case, cases


def test_an_empty_cache_has_length_zero() -> None:
    assert len(KVCache()) == 0


def test_tokens_are_put_behind_one_another() -> None:
    cache = KVCache()
    K, V = cache.update([[1, 2]], [[3]])
    assert_array_equal(K, [[1, 2]])
    assert_array_equal(V, [[3]])
    assert K.dtype == V.dtype == np.float64
    assert len(cache) == 1
    K, V = cache.update([[4.0, 5.0], [6.0, 7.0]], [[8.0], [9.0]])
    assert_array_equal(K, [[1, 2], [4, 5], [6, 7]])
    assert_array_equal(V, [[3], [8], [9]])
    assert len(cache) == 3


def test_leading_axes_are_kept_and_nothing_may_be_added() -> None:
    cache = KVCache()
    cache.update(np.ones((2, 3, 0, 4)), np.ones((2, 3, 0, 5)))
    assert len(cache) == 0
    K, V = cache.update(np.ones((2, 3, 6, 4)), np.ones((2, 3, 6, 5)))
    assert K.shape == (2, 3, 6, 4)
    assert V.shape == (2, 3, 6, 5)
    assert len(cache) == 6


def test_the_cache_owns_its_memory() -> None:
    cache = KVCache()
    k, v = np.ones((1, 2)), np.ones((1, 2))
    K, V = cache.update(k, v)
    k[:], v[:], K[:], V[:] = 7, 7, 8, 8
    K, V = cache.update(np.zeros((0, 2)), np.zeros((0, 2)))
    assert_array_equal(K, [[1, 1]])
    assert_array_equal(V, [[1, 1]])
    K[:], V[:] = 9, 9
    assert_array_equal(cache.update([[2.0, 2.0]], [[2.0, 2.0]])[0], [[1, 1], [2, 2]])


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("f2", "f2", "f2"), ("f2", "f4", "f4"), ("i4", "f2", "f8"), (">f4", ">f4", "f4")],
)
def test_dtype(first: str, second: str, expected: str) -> None:
    cache = KVCache()
    assert cache.update(np.ones((1, 1), first), np.ones((1, 1), first))[0].dtype.isnative
    K, V = cache.update(np.ones((1, 1), second), np.ones((1, 1), second))
    assert K.dtype == V.dtype == np.dtype(expected)


@pytest.mark.parametrize(
    ("k", "v", "error", "message"),
    [
        (
            np.ones((2, 1, 3)),
            np.ones((2, 1, 9)),
            ValueError,
            r"^v must have the kept shape \(2, 4, 5\) but for its length; got \(2, 1, 9\)$",
        ),
        (
            np.ones((2, 1, 9)),
            np.ones((2, 1, 5)),
            ValueError,
            r"^k must have the kept shape \(2, 4, 3\) but for its length; got \(2, 1, 9\)$",
        ),
        (
            np.ones((1, 3)),
            np.ones((1, 5)),
            ValueError,
            r"^k must have the kept shape \(2, 4, 3\) but for its length; got \(1, 3\)$",
        ),
        (
            np.ones((2, 1, 3)),
            np.ones((2, 2, 5)),
            ValueError,
            r"^k and v must have the same length; got \(2, 1, 3\) and \(2, 2, 5\)$",
        ),
        (
            np.ones(3),
            np.ones((2, 1, 5)),
            ValueError,
            r"^k must have at least 2 axes \(..., length, width\); got shape \(3,\)$",
        ),
        (
            np.ones((2, 1, 3)),
            np.ones(5),
            ValueError,
            r"^v must have at least 2 axes \(..., length, width\); got shape \(5,\)$",
        ),
        (np.ones((2, 1, 3), bool), np.ones((2, 1, 5)), TypeError, r"^k must hold real numbers; got dtype bool$"),
        (
            np.ones((2, 1, 3)),
            np.ones((2, 1, 5), complex),
            TypeError,
            r"^v must hold real numbers; got dtype complex128$",
        ),
    ],
)
def test_a_wrong_update_is_refused_and_changes_nothing(
    k: Any, v: Any, error: type[Exception], message: str
) -> None:
    cache = KVCache()
    cache.update(np.ones((2, 4, 3)), np.ones((2, 4, 5)))
    with pytest.raises(error, match=message):
        cache.update(k, v)
    assert len(cache) == 4
    K, V = cache.update(np.zeros((2, 1, 3)), np.zeros((2, 1, 5)))
    assert K.shape == (2, 5, 3)
    assert V.shape == (2, 5, 5)


@settings(deadline=None)
@given(cases(masked=False), st.data())
def test_step_by_step_equals_all_at_once(case: Case, data: st.DataObject) -> None:
    n = min(case.query.shape[-2], case.key.shape[-2])
    query, key, value = (x[..., :n, :] for x in (case.query, case.key, case.value))
    at_once = scaled_dot_product_attention(query, key, value, is_causal=True)
    cache, steps = KVCache(), [at_once[..., :0, :]]
    while (start := len(cache)) < n:
        now = slice(start, data.draw(st.integers(start + 1, n)))
        K, V = cache.update(key[..., now, :], value[..., now, :])
        steps.append(scaled_dot_product_attention(query[..., now, :], K, V, is_causal=True, query_offset=start))
    assert_allclose(np.concatenate(steps, axis=-2), at_once, rtol=0, atol=case.atol)

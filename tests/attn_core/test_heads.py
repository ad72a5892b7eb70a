"""Features into heads and back."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from attn_core import merge_heads, split_heads
from tests.attn_core.strategies import DTYPES, arrays

TWO_TOKENS = [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_each_head_gets_neighbouring_features_of_every_token() -> None:
    assert_array_equal(split_heads(TWO_TOKENS, 2), [[[1, 2], [5, 6]], [[3, 4], [7, 8]]])
    assert_array_equal(split_heads(TWO_TOKENS, 4)[:, :, 0], [[1, 5], [2, 6], [3, 7], [4, 8]])
    assert_array_equal(split_heads(TWO_TOKENS, 1), [TWO_TOKENS])


def test_merging_puts_the_heads_side_by_side() -> None:
    assert_array_equal(merge_heads([[[1, 2], [5, 6]], [[3, 4], [7, 8]]]), TWO_TOKENS)


@settings(deadline=None)
@given(
    st.data(),
    st.sampled_from(DTYPES),
    st.sampled_from([(), (0,), (2, 1)]),
    st.integers(0, 3),
    st.integers(1, 3),
    st.integers(0, 3),
)
def test_merging_undoes_splitting(
    data: st.DataObject, dtype: Any, lead: tuple[int, ...], L: int, H: int, E: int
) -> None:
    x = data.draw(arrays((*lead, L, H * E), dtype))
    heads = split_heads(x, H)
    assert heads.shape == (*lead, H, L, E)
    merged = merge_heads(heads)
    assert_array_equal(merged, x)
    assert heads.dtype == merged.dtype == dtype
    for h in range(H):
        assert_array_equal(heads[..., h, :, :], x[..., h * E : (h + 1) * E])
    for result, source in ((heads, x), (merged, heads)):
        assert result.flags.writeable
        assert not np.shares_memory(result, source)


@pytest.mark.parametrize(("given_dtype", "expected"), [("f2", "f2"), (">f4", "f4"), ("i2", "f8")])
def test_dtype(given_dtype: str, expected: str) -> None:
    heads = split_heads(np.ones((1, 2), given_dtype), 2)
    assert heads.dtype == np.dtype(expected)
    assert merge_heads(np.ones((1, 1, 2), given_dtype)).dtype == np.dtype(expected)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: split_heads([1.0, 2.0], 2),
            ValueError,
            r"^x must have at least 2 axes \(..., length, width\); got shape \(2,\)$",
        ),
        (
            lambda: split_heads(TWO_TOKENS, 3),
            ValueError,
            r"^num_heads must divide the width of x; got 3 heads and shape \(2, 4\)$",
        ),
        (lambda: split_heads(TWO_TOKENS, 0), ValueError, r"^num_heads must be at least 1; got 0$"),
        (lambda: split_heads(TWO_TOKENS, 2.0), TypeError, r"^num_heads must be an integer; got 2.0$"),  # type: ignore[arg-type]
        (lambda: split_heads([[1j]], 1), TypeError, r"^x must hold real numbers; got dtype complex128$"),
        (
            lambda: merge_heads([[1.0]]),
            ValueError,
            r"^x must have at least 3 axes \(..., heads, length, width\); got shape \(1, 1\)$",
        ),
        (lambda: merge_heads([[[True]]]), TypeError, r"^x must hold real numbers; got dtype bool$"),
    ],
)
def test_errors(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()

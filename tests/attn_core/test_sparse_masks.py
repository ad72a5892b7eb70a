"""Sparse masks against their pictures, drawn by hand: x = attend."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from attn_core import bigbird_mask, longformer_mask


def picture(*rows: str) -> np.ndarray:
    return np.array([[c == "x" for c in row] for row in rows])


@pytest.mark.parametrize(
    ("window", "global_idx", "rows"),
    [
        (0, (), ["x....", ".x...", "..x..", "...x.", "....x"]),
        (2, (), ["xx...", "xxx..", ".xxx.", "..xxx", "...xx"]),
        (3, (), ["xx...", "xxx..", ".xxx.", "..xxx", "...xx"]),
        (4, [], ["xxx..", "xxxx.", "xxxxx", ".xxxx", "..xxx"]),
        (0, [4], ["x...x", ".x..x", "..x.x", "...xx", "xxxxx"]),
        (2, [0, 0], ["xxxxx", "xxx..", "xxxx.", "x.xxx", "x..xx"]),
        (0, np.array([1, 3], np.uint8), ["xx.x.", "xxxxx", ".xxx.", "xxxxx", ".x.xx"]),
    ],
)
def test_longformer(window: int, global_idx: Any, rows: list[str]) -> None:
    mask = longformer_mask(5, window, global_idx)
    assert mask.dtype == np.bool_
    assert_array_equal(mask, picture(*rows))


def test_a_single_global_index_and_no_tokens() -> None:
    assert_array_equal(longformer_mask(2, 0, 1), picture("xx", "xx"))
    assert longformer_mask(0, 2).shape == (0, 0)
    assert_array_equal(longformer_mask(1, 0), [[True]])


@pytest.mark.parametrize(
    ("arguments", "rows"),
    [
        (
            {"num_global": 0, "num_window": 1},
            ["xx......", "xx......", "..xx....", "..xx....", "....xx..", "....xx..", "......xx", "......xx"],
        ),
        (
            {"num_global": 0, "num_window": 3},
            ["xxxx....", "xxxx....", "xxxxxx..", "xxxxxx..", "..xxxxxx", "..xxxxxx", "....xxxx", "....xxxx"],
        ),
        (
            {"num_global": 1, "num_window": 1},
            ["xxxxxxxx", "xxxxxxxx", "xxxx....", "xxxx....", "xx..xx..", "xx..xx..", "xx....xx", "xx....xx"],
        ),
        ({"num_global": 2, "num_window": 1}, ["xxxxxxxx"] * 4 + ["xxxxxx..", "xxxxxx..", "xxxx..xx", "xxxx..xx"]),
        ({"num_global": 9}, ["xxxxxxxx"] * 8),
    ],
)
def test_bigbird_without_random_blocks(arguments: Any, rows: list[str]) -> None:
    mask = bigbird_mask(4, 2, **arguments, num_random=0)
    assert mask.dtype == np.bool_
    assert mask.flags.writeable
    assert_array_equal(mask, picture(*rows))


@settings(deadline=None)
@given(
    st.integers(0, 8),
    st.integers(1, 3),
    st.integers(0, 3),
    st.sampled_from([1, 3, 5]),
    st.integers(0, 9),
    st.integers(0, 99),
)
def test_each_block_sees_so_many_others(n: int, block: int, g: int, w: int, r: int, seed: int) -> None:
    mask = bigbird_mask(n, block, g, w, r, np.random.default_rng(seed))
    assert mask.shape == (n * block, n * block)
    blocks = mask.reshape(n, block, n, block)
    assert (blocks == blocks[:, :1, :, :1]).all()
    seen = blocks[:, 0, :, 0]
    plain = bigbird_mask(n, 1, g, w, 0)
    assert (seen >= plain).all()
    for row, plain_row in zip(seen, plain, strict=True):
        assert row.sum() == min(n, plain_row.sum() + r)


def test_random_blocks_are_drawn_by_the_rng_and_the_same_without_one() -> None:
    assert_array_equal(bigbird_mask(16, 2), bigbird_mask(16, 2))
    assert_array_equal(bigbird_mask(16, 2), bigbird_mask(16, 2, 1, 3, 1, np.random.default_rng(0)))
    drawn = {bigbird_mask(16, 2, rng=np.random.default_rng(seed)).tobytes() for seed in range(5)}
    assert len(drawn) == 5
    rng = np.random.default_rng(1)
    assert (bigbird_mask(16, 2, rng=rng) != bigbird_mask(16, 2, rng=rng)).any()


def test_every_block_may_be_drawn() -> None:
    rng = np.random.default_rng(2)
    times = sum(bigbird_mask(7, 1, 0, 1, 1, rng).astype(int) for _ in range(600))
    others = np.asarray(times)[~np.eye(7, dtype=bool)]
    assert abs(others - 100).max() < 5 * np.sqrt(600 / 6 * 5 / 6)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: longformer_mask(-1, 2), ValueError, r"^n must be at least 0; got -1$"),
        (lambda: longformer_mask(3, -1), ValueError, r"^window must be at least 0; got -1$"),
        (lambda: longformer_mask(3, 1.0), TypeError, r"^window must be an integer; got 1.0$"),  # type: ignore[arg-type]
        (
            lambda: longformer_mask(3, 1, [3, 0]),
            ValueError,
            r"^global_idx must be from 0 to n - 1 = 2; got 0 to 3$",
        ),
        (
            lambda: longformer_mask(3, 1, [-1]),
            ValueError,
            r"^global_idx must be from 0 to n - 1 = 2; got -1 to -1$",
        ),
        (lambda: longformer_mask(3, 1, [0.0]), TypeError, r"^global_idx must be integers; got dtype float64$"),
        (lambda: longformer_mask(3, 1, [True]), TypeError, r"^global_idx must be integers; got dtype bool$"),
        (
            lambda: longformer_mask(3, 1, [[0], [0, 1]]),
            ValueError,
            r"^global_idx must be rectangular; got rows of different lengths$",
        ),
        (lambda: bigbird_mask(-1, 2), ValueError, r"^n_blocks must be at least 0; got -1$"),
        (lambda: bigbird_mask(2, 0), ValueError, r"^block must be at least 1; got 0$"),
        (lambda: bigbird_mask(2, 2, -1), ValueError, r"^num_global must be at least 0; got -1$"),
        (
            lambda: bigbird_mask(2, 2, 1, 2),
            ValueError,
            r"^num_window must be odd, the block itself included; got 2$",
        ),
        (
            lambda: bigbird_mask(2, 2, 1, 0),
            ValueError,
            r"^num_window must be odd, the block itself included; got 0$",
        ),
        (lambda: bigbird_mask(2, 2, 1, -1), ValueError, r"^num_window must be at least 0; got -1$"),
        (lambda: bigbird_mask(2, 2, 1, 3, -1), ValueError, r"^num_random must be at least 0; got -1$"),
        (lambda: bigbird_mask(2, 2, 1, 3, 1.0), TypeError, r"^num_random must be an integer; got 1.0$"),  # type: ignore[arg-type]
        (lambda: bigbird_mask(2, 2, rng=7), TypeError, r"^rng must be a numpy.random.Generator; got 7$"),  # type: ignore[arg-type]
    ],
)
def test_errors(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()

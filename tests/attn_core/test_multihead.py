"""Multi-head attention, by hand and against its parts."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import merge_heads, multi_head_attention, scaled_dot_product_attention, split_heads
from tests.attn_core.strategies import DTYPES, UNIT, arrays, masks

INF, NAN = np.inf, np.nan
EYE = np.eye(2)
PLAIN: dict[str, Any] = {"num_heads": 2, "w_q": EYE, "w_k": EYE, "w_v": EYE, "w_o": EYE}
# Two heads of width 1. A query of 1 weighs the keys 3 : 1 in the first head and 1 : 4 in the second.
QUERY = np.ones((1, 2))
KEY = np.log([[3.0, 1.0], [1.0, 4.0]])
VALUE = np.array([[4.0, 5.0], [8.0, 10.0]])


def attend(
    query: Any = QUERY, key: Any = KEY, value: Any = VALUE, **options: Any
) -> tuple[np.ndarray, np.ndarray]:
    return multi_head_attention(query, key, value, **(PLAIN | options), return_weights=True)


def test_each_head_attends_with_its_own_features() -> None:
    y, W = attend()
    assert_allclose(W, [[[3 / 4, 1 / 4]], [[1 / 5, 4 / 5]]], rtol=1e-14)
    assert_allclose(y, [[5.0, 9.0]], rtol=1e-14)
    assert_array_equal(multi_head_attention(QUERY, KEY, VALUE, **PLAIN), y)


def test_one_head_sees_all_features() -> None:
    # Scores (ln 3 + ln 1) / sqrt(2) and (ln 1 + ln 4) / sqrt(2).
    y, W = attend(num_heads=1)
    ratio = (4 / 3) ** np.sqrt(0.5)
    assert_allclose(W, [[[1 / (1 + ratio), ratio / (1 + ratio)]]], rtol=1e-14)
    assert_allclose(y, [[4 + 4 * ratio / (1 + ratio), 5 + 5 * ratio / (1 + ratio)]], rtol=1e-14)


def test_matrices_are_out_by_in_and_biases_are_added() -> None:
    swap = [[0.0, 1.0], [1.0, 0.0]]
    y, W = attend(w_k=swap)  # the heads exchange their keys
    assert_allclose(W, [[[1 / 5, 4 / 5]], [[3 / 4, 1 / 4]]], rtol=1e-14)
    y, _ = attend(w_v=swap)
    assert_allclose(y, [[6.25, 7.2]], rtol=1e-14)  # 3/4 5 + 1/4 10 and 1/5 4 + 4/5 8
    y, _ = attend(w_o=[[1.0, 0.0], [1.0, 1.0], [0.0, 2.0]])
    assert_allclose(y, [[5.0, 14.0, 18.0]], rtol=1e-14)
    y, W = attend(query=[[0.0, 0.0]], b_q=[1.0, 2.0])
    assert_allclose(W, [[[3 / 4, 1 / 4]], [[1 / 17, 16 / 17]]], rtol=1e-14)
    y, W = attend(b_k=[100.0, -50.0])  # the same for all keys
    assert_allclose(W, [[[3 / 4, 1 / 4]], [[1 / 5, 4 / 5]]], rtol=1e-12)
    y, _ = attend(b_v=[1.0, 2.0])
    assert_allclose(y, [[6.0, 11.0]], rtol=1e-14)
    y, _ = attend(b_o=[1.0, 2.0])
    assert_allclose(y, [[6.0, 11.0]], rtol=1e-14)


def test_widths_of_inputs_heads_and_output_are_independent() -> None:
    y, W = multi_head_attention(
        np.ones((5, 3)),
        np.ones((7, 4)),
        np.ones((7, 6)),
        num_heads=2,
        w_q=np.ones((8, 3)),
        w_k=np.ones((8, 4)),
        w_v=np.full((10, 6), 0.5),
        w_o=np.ones((9, 10)),
        return_weights=True,
    )
    assert W.shape == (2, 5, 7)
    assert_allclose(y, np.full((5, 9), 30.0), rtol=1e-14)  # 10 features of 6 / 2 each


def test_learned_and_zero_keys_come_at_the_end() -> None:
    # The learned key scores ln 4 in the first head and 0 in the second; the zero key 0 in both.
    extra: dict[str, Any] = {"bias_k": np.log([4.0, 1.0]), "bias_v": [16.0, 40.0]}
    y, W = attend(**extra)
    assert_allclose(W, [[[3 / 8, 1 / 8, 4 / 8]], [[1 / 6, 4 / 6, 1 / 6]]], rtol=1e-14)
    assert_allclose(y, [[10.5, 85 / 6]], rtol=1e-14)
    y, W = attend(**extra, add_zero_attn=True)
    assert_allclose(W, [[[3 / 9, 1 / 9, 4 / 9, 1 / 9]], [[1 / 7, 4 / 7, 1 / 7, 1 / 7]]], rtol=1e-14)
    assert_allclose(y, [[84 / 9, 85 / 7]], rtol=1e-14)
    y, W = attend(add_zero_attn=True)
    assert_allclose(W, [[[3 / 5, 1 / 5, 1 / 5]], [[1 / 6, 4 / 6, 1 / 6]]], rtol=1e-14)
    as_in_pytorch = {name: np.reshape(row, (1, 1, 2)) for name, row in extra.items()}
    assert_array_equal(attend(**as_in_pytorch)[0], attend(**extra)[0])


@pytest.mark.parametrize(
    "options",
    [
        {"attn_mask": [[False, True]]},
        {"attn_mask": [False, True]},
        {"attn_mask": [[[False, True]]]},
        {"attn_mask": [-INF, 0.0]},
        {"key_mask": [False, True]},
        {"key_mask": [-INF, 0.0]},
        {"key_mask": [False, True], "attn_mask": [0.0, 3.0]},
    ],
)
def test_masks_reach_every_head_and_not_the_appended_keys(options: Any) -> None:
    y, W = attend(**options)
    assert_array_equal(W, [[[0, 1]], [[0, 1]]])
    assert_array_equal(y, [[8, 10]])
    _, W = attend(key=np.zeros((2, 2)), **options, bias_k=[0.0, 0.0], bias_v=[0.0, 0.0], add_zero_attn=True)
    bias = np.exp(3.0) if "key_mask" in options and "attn_mask" in options else 1.0
    assert_allclose(W, np.tile(np.array([0, bias, 1, 1]) / (bias + 2), (2, 1, 1)), rtol=1e-14)


def test_a_mask_per_head_and_masks_of_one_number() -> None:
    _, W = attend(attn_mask=[[[True, False]], [[False, True]]])
    assert_array_equal(W, [[[1, 0]], [[0, 1]]])
    for options in ({"attn_mask": True}, {"key_mask": True}, {"attn_mask": [[0.5]]}):
        assert_allclose(attend(**options)[0], [[5.0, 9.0]], rtol=1e-14)
    _, W = attend(attn_mask=False, add_zero_attn=True)
    assert_array_equal(W, [[[0, 0, 1]], [[0, 0, 1]]])
    _, W = attend(key_mask=False, add_zero_attn=True)
    assert_array_equal(W, [[[0, 0, 1]], [[0, 0, 1]]])


def test_causal_excludes_later_keys_but_not_the_appended_ones() -> None:
    x = np.zeros((3, 2))
    _, W = attend(x, x, x, is_causal=True)
    rows: Any = [[1, 0, 0], [1 / 2, 1 / 2, 0], [1 / 3, 1 / 3, 1 / 3]]
    assert_allclose(W, [rows, rows], rtol=1e-15)
    _, W = attend(x, x, x, is_causal=True, add_zero_attn=True)
    rows = [[1 / 2, 0, 0, 1 / 2], [1 / 3, 1 / 3, 0, 1 / 3], [1 / 4, 1 / 4, 1 / 4, 1 / 4]]
    assert_allclose(W, [rows, rows], rtol=1e-15)
    _, W = attend(
        x,
        x,
        x,
        is_causal=True,
        key_mask=[False, True, True],
        attn_mask=[[[True, True, True]], [[True, False, True]]],
    )
    assert_array_equal(W[0], [[0, 0, 0], [0, 1, 0], [0, 1 / 2, 1 / 2]])
    assert_array_equal(W[1], [[0, 0, 0], [0, 0, 0], [0, 0, 1]])


def test_a_query_without_keys_gets_the_output_bias() -> None:
    y, W = attend(key_mask=[False, False], b_o=[3.0, 4.0], b_v=[1.0, 1.0])
    assert_array_equal(y, [[3, 4]])
    assert_array_equal(W, np.zeros((2, 1, 2)))


@pytest.mark.parametrize("content", [NAN, INF])
def test_excluded_content_never_matters(content: float) -> None:
    key, value = np.vstack([KEY, [[content] * 2]]), np.vstack([VALUE, [[content] * 2]])
    y, _ = attend(key=key, value=value, key_mask=[True, True, False])
    assert_allclose(y, [[5.0, 9.0]], rtol=1e-14)


def test_batches_broadcast_and_the_key_mask_has_no_heads() -> None:
    y, W = attend(
        np.ones((3, 1, 1, 2)),
        np.zeros((2, 4, 2)),
        np.ones((2, 4, 2)),
        key_mask=np.arange(8).reshape(2, 4) % 4 < [[1], [2]],
    )
    assert y.shape == (3, 2, 1, 2)
    assert_array_equal(W[2, :, 1, 0], [[1, 0, 0, 0], [1 / 2, 1 / 2, 0, 0]])


@pytest.mark.parametrize(
    ("query", "key", "value", "shape"),
    [
        ((0, 2), (2, 2), (2, 2), (0, 2)),
        ((3, 2), (0, 2), (0, 2), (3, 2)),
        ((0, 3, 2), (0, 2, 2), (0, 2, 2), (0, 3, 2)),
    ],
)
def test_empty_axes(query: Any, key: Any, value: Any, shape: Any) -> None:
    y, W = attend(
        np.ones(query),
        np.ones(key),
        np.ones(value),
        b_o=[3.0, 4.0],
        key_mask=np.ones(key[-2], bool),
        is_causal=True,
    )
    assert_allclose(y, np.broadcast_to([3.0, 4.0] if key[-2] == 0 else [4.0, 5.0], shape))
    assert W.shape == (*query[:-2], 2, query[-2], key[-2])


@pytest.mark.parametrize(("x", "expected"), [("f2", "f2"), ("f4", "f4"), ("f8", "f8"), ("i4", "f8")])
def test_neither_masks_nor_matrices_change_the_dtype(x: str, expected: str) -> None:
    inputs = [np.ones((1, 2), x)] * 3
    y, W = attend(
        *inputs, attn_mask=np.zeros(1), b_q=np.zeros(2), bias_k=np.zeros(2), bias_v=np.zeros(2), b_o=[0, 0]
    )
    assert y.dtype == W.dtype == np.dtype(expected)


def test_float16_is_computed_in_float32_and_rounded_once() -> None:
    # 300 * 300 is infinite in float16.
    x = np.full((1, 1), 300, np.float16)
    y, W = multi_head_attention(
        x, x, x, num_heads=1, w_q=[[300]], w_k=[[300]], w_v=[[300]], w_o=[[1 / 300]], return_weights=True
    )
    assert_array_equal(y, [[300]])
    assert_array_equal(W, [[[1]]])


def test_projections_too_large_for_float32_are_not_computed_in_float64() -> None:
    x = np.full((2, 1), 1e30, np.float32)
    options: dict[str, Any] = {"num_heads": 1, "w_q": [[1e30]], "w_k": [[1.0]], "w_v": [[1.0]], "w_o": [[1.0]]}
    assert np.isnan(multi_head_attention(x, x, x, **options)).all()
    wide = x.astype(np.float64)
    assert_allclose(multi_head_attention(wide, wide, wide, **options), wide)


def test_inputs_stay_and_results_are_fresh() -> None:
    x, mask = np.ones((2, 2)), np.zeros((2, 2))
    x.flags.writeable = mask.flags.writeable = False
    eye = EYE.copy()
    eye.flags.writeable = False
    weights: Any = dict.fromkeys(("w_q", "w_k", "w_v", "w_o"), eye)
    for result in multi_head_attention(x, x, x, num_heads=2, **weights, attn_mask=mask, return_weights=True):
        result[...] = 9
        assert not any(np.shares_memory(result, a) for a in (x, mask, eye))


@settings(deadline=None)
@given(
    st.data(),
    st.sampled_from(DTYPES),
    st.sampled_from([(), (2,), (0,)]),
    st.integers(0, 3),
    st.integers(0, 3),
    st.booleans(),
)
def test_equals_attention_on_its_projections(
    data: st.DataObject, dtype: Any, lead: tuple[int, ...], L: int, S: int, is_causal: bool
) -> None:
    H, E, D = data.draw(st.integers(1, 3)), data.draw(st.integers(0, 2)), data.draw(st.integers(0, 3))
    query, key, value = (data.draw(arrays((*lead, n, D), dtype, 2)) for n in (L, S, S))
    w_q, w_k, w_v = (data.draw(arrays((H * E, D), dtype, 1)) for _ in range(3))
    w_o, b = data.draw(arrays((2, H * E), dtype, 1)), data.draw(arrays((H * E,), dtype, 1))
    mask = data.draw(masks((*lead, H, L, S), dtype))
    y, W = multi_head_attention(
        query,
        key,
        value,
        num_heads=H,
        w_q=w_q,
        w_k=w_k,
        w_v=w_v,
        w_o=w_o,
        b_v=b,
        attn_mask=mask,
        is_causal=is_causal,
        return_weights=True,
    )
    q, k, v, *matrices = (x.astype("f8") for x in (query, key, value, w_q, w_k, w_v, w_o))
    Q, K, V = (split_heads(x @ W.T, H) for x, W in zip((q, k, v), matrices, strict=False))
    V += split_heads([b], H)
    heads, weights = scaled_dot_product_attention(Q, K, V, mask, is_causal=is_causal, return_weights=True)
    # Projections reach 2 * 3 = 6, scores 6 * 6 * 2 / sqrt(2) = 51, weights are off by some 700 units.
    atol = 1e4 * UNIT[np.float64 if dtype is np.float64 else np.float32] + 2.0**-24
    assert_allclose(W, weights, rtol=UNIT[dtype], atol=atol)
    assert_allclose(y, merge_heads(heads) @ matrices[3].T, rtol=UNIT[dtype], atol=14 * atol)

"""What holds for every function that takes arrays, whatever it computes."""

import copy
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal

import attn_core as ac
from tests.attn_core.strategies import DTYPES, UNIT, layouts

QKV = ((2, 3, 2), (2, 4, 2), (2, 4, 3))
WEIGHTS: Any = {"w_q": np.eye(4, 2), "w_k": np.eye(4, 2), "w_v": np.eye(6, 3), "w_o": np.eye(2, 6)}


def positive(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a function that wants weights the size of what was drawn."""
    return lambda x, *rest: function(np.abs(x), *rest)


def updated(k: Any, v: Any) -> Any:
    cache = ac.KVCache()
    cache.update(k, v)
    return cache.update(k, v)


# Each function with the shapes of its arrays; what it returns is an array or a tuple of arrays.
CALLS: dict[str, tuple[Callable[..., Any], tuple[tuple[int, ...], ...]]] = {
    "softmax": (ac.softmax, ((3, 4),)),
    "softmax, first axis": (lambda x: ac.softmax(x, 0), ((3, 4),)),
    "log_softmax": (ac.log_softmax, ((3, 4),)),
    "logsumexp": (ac.logsumexp, ((3, 4),)),
    "softmax_backward": (ac.softmax_backward, ((3, 4), (3, 4))),
    "attention_scores": (ac.attention_scores, QKV[:2]),
    "attention_scores, causal": (lambda q, k: ac.attention_scores(q, k, is_causal=True, softcap=2), QKV[:2]),
    "attention": (lambda *x: ac.scaled_dot_product_attention(*x, return_weights=True), (*QKV, (3, 4))),
    "attention, causal": (lambda *x: ac.scaled_dot_product_attention(*x, is_causal=True), QKV),
    "attention, grouped": (
        lambda *x: ac.scaled_dot_product_attention(*x, window=(1, 0), enable_gqa=True),
        ((4, 3, 2), *QKV[1:]),
    ),
    "attention backward": (ac.scaled_dot_product_attention_backward, ((2, 3, 3), *QKV, (3, 4))),
    "tiled_attention": (lambda *x: ac.tiled_attention(*x, block_size=3), (*QKV, (3, 4))),
    "multi_head_attention": (
        lambda q, k, v, mask: ac.multi_head_attention(
            q, k, v, num_heads=2, **WEIGHTS, attn_mask=mask, add_zero_attn=True, return_weights=True
        ),
        (*QKV, (3, 4)),
    ),
    "split_heads": (lambda x: ac.split_heads(x, 2), ((3, 4),)),
    "merge_heads": (ac.merge_heads, ((2, 3, 4),)),
    "KVCache": (updated, QKV[1:]),
    "combine_masks": (ac.combine_masks, ((3, 4), (4,))),
    "to_additive": (lambda x: ac.to_additive(x, x.dtype.type if isinstance(x, np.ndarray) else float), ((3, 4),)),
    "apply_rotary": (ac.apply_rotary, ((3, 4), (3, 2), (3, 2))),
    "rope": (ac.rope, ((3, 4),)),
    "rope, positions": (lambda x, p: ac.rope(x, p, interleaved=True, rotary_dim=2), ((3, 4), (3,))),
    "elu_feature_map": (ac.elu_feature_map, ((3, 4),)),
    "linear_attention": (ac.linear_attention, QKV),
    "linear_attention, causal": (
        lambda *x: ac.linear_attention(*x, is_causal=True, key_mask=[True, False, True, True]),
        QKV,
    ),
    "favor_features": (ac.favor_features, ((3, 2), (5, 2))),
    "layer_norm": (ac.layer_norm, ((3, 4), (4,), (4,))),
    "rms_norm": (ac.rms_norm, ((3, 4), (4,))),
    "entropy": (positive(ac.entropy), ((3, 4),)),
    "kl_divergence": (lambda p, q: ac.kl_divergence(np.abs(p), np.abs(q)), ((3, 4), (3, 4))),
    "effective_keys": (positive(ac.effective_keys), ((3, 4),)),
    "attention_rollout": (lambda x: ac.attention_rollout([x, x]), ((3, 3),)),
    "norm_weighted": (positive(ac.norm_weighted), ((3, 4), (4, 2), (5, 2))),
}
# These take numbers, not arrays of them.
NUMBERS = {
    "alibi_bias",
    "alibi_slopes",
    "attention_cost",
    "bigbird_mask",
    "causal_mask",
    "complexity_table",
    "layer_cost",
}
NUMBERS |= {"longformer_mask", "key_length_mask", "sinusoidal_encoding", "sliding_window_mask", "uniform_weights"}
NUMBERS |= {"orthogonal_features", "Cost", "LayerCost", "LayerComplexity"}
every = pytest.mark.parametrize("name", CALLS)


def results(name: str, arrays: list[Any]) -> list[np.ndarray]:
    found = CALLS[name][0](*arrays)
    return list(found) if isinstance(found, tuple) else [found]


def numbers(name: str, dtype: Any = np.float64) -> list[np.ndarray]:
    rng = np.random.default_rng(5)
    return [(rng.integers(-16, 17, shape) / 8).astype(dtype) for shape in CALLS[name][1]]


def test_every_function_is_here() -> None:
    called = {
        name.partition(",")[0].replace("attention backward", "scaled_dot_product_attention_backward")
        for name in CALLS
    }
    assert called - {"attention"} | {"scaled_dot_product_attention"} | NUMBERS == set(ac.__all__)


@every
def test_the_result_is_fresh_writeable_and_of_the_inputs_dtype(name: str) -> None:
    for dtype in DTYPES:
        arrays = numbers(name, dtype)
        found = results(name, arrays)
        for n, result in enumerate(found):
            assert isinstance(result, np.ndarray)
            assert result.dtype == dtype
            assert not any(np.shares_memory(result, x) for x in [*arrays, *found[:n]])
            result[...] = 1


@every
def test_inputs_are_not_written(name: str) -> None:
    arrays = numbers(name)
    before = copy.deepcopy(arrays)
    results(name, arrays)
    for now, then in zip(arrays, before, strict=True):
        assert_array_equal(now, then)
        now.flags.writeable = False
    results(name, arrays)


@every
def test_lists_and_integers_are_accepted(name: str) -> None:
    arrays = numbers(name)
    for result, from_list in zip(results(name, arrays), results(name, [x.tolist() for x in arrays]), strict=True):
        assert_array_equal(from_list, result)
        assert from_list.dtype == np.float64
    if name not in {"combine_masks", "to_additive"} and "mask" not in name:
        whole: list[Any] = [x.round().astype(np.int8) for x in arrays]
        floating = [x.astype(np.float64) for x in whole]
        if CALLS[name][1][-1] == (3, 4) and len(whole) >= 4:
            whole[-1] = floating[-1]  # an integer mask is refused
        for result, from_integers in zip(results(name, floating), results(name, whole), strict=True):
            assert_array_equal(from_integers, result)
            assert from_integers.dtype == np.float64


@every
@settings(deadline=None, max_examples=25)
@given(st.data())
def test_layout_and_byte_order_do_not_matter(name: str, data: st.DataObject) -> None:
    dtype: Any = data.draw(st.sampled_from(DTYPES))
    arrays = numbers(name, dtype)
    views = [data.draw(layouts(x.copy())) for x in arrays]
    swapped = [x.astype(x.dtype.newbyteorder()) for x in arrays]
    for others in (views, swapped):
        for result, other in zip(results(name, arrays), results(name, others), strict=True):
            assert other.dtype == result.dtype
            assert_allclose(other, result, rtol=float(8 * UNIT[dtype]), atol=float(64 * UNIT[dtype]))


EXTREME = st.sampled_from([0.0, 1.0, -1.0, 1e-7, 1e-320, 6e4, -6e4, 1e38, -1e38, 1e308, -1e308])


@every
@settings(deadline=None, max_examples=25)
@given(st.data())
def test_finite_numbers_give_no_warning_however_large(name: str, data: st.DataObject) -> None:
    dtype: Any = data.draw(st.sampled_from(DTYPES))
    limit = float(np.finfo(dtype).max)
    arrays = [
        np.clip(data.draw(hnp.arrays(np.float64, shape, elements=EXTREME)), -limit, limit).astype(dtype)
        for shape in CALLS[name][1]
    ]
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        results(name, arrays)

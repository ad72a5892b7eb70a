"""Identities of attention on drawn cases: three float types, lengths of 0 and 1, any layout, empty rows."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal

from attn_core import scaled_dot_product_attention
from tests.attn_core.strategies import LARGEST, Case, cases


def by_loops(case: Case, *, is_causal: bool, query_offset: int, window: Any, softcap: float | None) -> np.ndarray:
    """Attention written out number by number in Python's floats, with nothing of the package in it."""
    lead, (L, E), (S, Ev) = case.query.shape[:-2], case.query.shape[-2:], case.value.shape[-2:]
    bias = np.zeros(()) if case.mask is None else case.mask
    if bias.dtype == np.bool_:
        bias = np.where(bias, 0.0, -np.inf)
    bias = np.broadcast_to(bias, (*lead, L, S))
    out = np.zeros((*lead, L, Ev))
    for *head, i in np.ndindex(*lead, L):
        h, place = tuple(head), i + query_offset
        terms = []
        for j in range(S):
            left, right = window or (None, None)
            hidden = (
                (is_causal and j > place)
                or (left is not None and j < place - left)
                or (right is not None and j > place + right)
                or bias[(*h, i, j)] == -np.inf
            )
            if hidden:
                continue
            dot = math.fsum(
                float(a) * float(b) for a, b in zip(case.query[(*h, i)], case.key[(*h, j)], strict=True)
            )
            score = dot / math.sqrt(E) if E else 0.0
            if softcap is not None:
                score = softcap * math.tanh(score / softcap)
            terms.append((math.exp(score + float(bias[(*h, i, j)])), j))
        total = math.fsum(e for e, _ in terms)
        for c in range(Ev):
            out[(*h, i, c)] = math.fsum(e / total * float(case.value[(*h, j, c)]) for e, j in terms)
    return out


WINDOWS = st.none() | st.tuples(st.none() | st.integers(0, 3), st.none() | st.integers(0, 3))


@settings(deadline=None, max_examples=200)
@given(cases(), st.booleans(), st.integers(-3, 3), WINDOWS, st.none() | st.floats(0.5, 50))
def test_equals_attention_written_out_in_loops(
    case: Case, is_causal: bool, query_offset: int, window: Any, softcap: float | None
) -> None:
    options = {"is_causal": is_causal, "query_offset": query_offset, "window": window, "softcap": softcap}
    out, _ = case(**options)
    assert out.dtype == case.query.dtype
    assert_allclose(out, by_loops(case, **options), rtol=0, atol=case.atol)


@settings(deadline=None)
@given(cases(), st.booleans())
def test_rows_sum_to_one_or_are_empty_and_outputs_stay_in_the_values_hull(case: Case, is_causal: bool) -> None:
    out, W = case(is_causal=is_causal)
    total = W.sum(axis=-1, dtype=np.float64)
    empty = (W == 0).all(axis=-1)
    assert_allclose(total, np.where(empty, 0, 1), atol=case.atol)
    assert (W >= 0).all()
    assert (out[empty] == 0).all()
    if case.key.shape[-2]:
        low, high = case.value.min(axis=-2, keepdims=True), case.value.max(axis=-2, keepdims=True)
        seen = np.broadcast_to(~empty[..., None], out.shape)
        assert (low - case.atol <= out)[seen].all()
        assert (high + case.atol >= out)[seen].all()


def taken(mask: np.ndarray | None, index: np.ndarray, axis: int) -> np.ndarray | None:
    """Return the mask with its queries (-2) or keys (-1) picked, unless that axis is broadcast."""
    if mask is None or mask.ndim < -axis or mask.shape[axis] == 1:
        return mask
    return mask.take(index, axis)


@settings(deadline=None)
@given(cases(), st.randoms())
def test_permuting_keys_changes_nothing_and_permuting_queries_permutes(case: Case, random: Any) -> None:
    out, W = case()
    keys = np.array(random.sample(range(case.key.shape[-2]), case.key.shape[-2]), dtype=int)
    queries = np.array(random.sample(range(case.query.shape[-2]), case.query.shape[-2]), dtype=int)
    shuffled = replace(
        case, key=case.key[..., keys, :], value=case.value[..., keys, :], mask=taken(case.mask, keys, -1)
    )
    assert_allclose(shuffled()[0], out, rtol=0, atol=case.atol)
    assert_allclose(shuffled()[1], W[..., keys], rtol=0, atol=case.atol)
    asked = replace(case, query=case.query[..., queries, :], mask=taken(case.mask, queries, -2))
    assert_allclose(asked()[0], out[..., queries, :], rtol=0, atol=case.atol)


@settings(deadline=None)
@given(cases(masked=False), st.data())
def test_masked_is_deleted_and_its_content_never_matters(case: Case, data: st.DataObject) -> None:
    keep = data.draw(hnp.arrays(np.bool_, case.key.shape[-2]))
    deleted, _ = replace(case, key=case.key[..., keep, :], value=case.value[..., keep, :])()
    junk = data.draw(st.sampled_from([0.0, np.nan, np.inf, -np.inf]))
    key, value = (np.where(keep[:, None], x, x.dtype.type(junk)) for x in (case.key, case.value))
    for mask in (keep, np.where(keep, 0, -np.inf)):
        out, W = replace(case, key=key, value=value, mask=mask)()
        assert_allclose(out, deleted, rtol=0, atol=case.atol)
        assert (W[..., ~keep] == 0).all()


@settings(deadline=None)
@given(cases(masked=False), st.integers(-2, 3))
def test_causal_row_is_attention_over_the_keys_so_far(case: Case, query_offset: int) -> None:
    out, _ = case(is_causal=True, query_offset=query_offset)
    for i in range(case.query.shape[-2]):
        seen = max(0, i + query_offset + 1)
        row = replace(
            case, query=case.query[..., i : i + 1, :], key=case.key[..., :seen, :], value=case.value[..., :seen, :]
        )
        assert_allclose(out[..., i : i + 1, :], row()[0], rtol=0, atol=case.atol)


@settings(deadline=None)
@given(cases(masked=False), st.integers(1, 3))
def test_grouped_queries_are_repeated_keys(case: Case, group: int) -> None:
    if case.query.ndim < 3 or case.query.shape[-3] == 0:
        return
    query = np.concatenate([case.query * case.query.dtype.type(1 - g / 4) for g in range(group)], axis=-3)
    repeated = (np.repeat(x, group, axis=-3) for x in (case.key, case.value))
    grouped = replace(case, query=query)(enable_gqa=True)
    expected = scaled_dot_product_attention(query, *repeated, return_weights=True)
    assert_array_equal(grouped[0], expected[0])
    assert_array_equal(grouped[1], expected[1])


@settings(deadline=None)
@given(cases(), st.data())
def test_linear_in_the_values(case: Case, data: st.DataObject) -> None:
    other = data.draw(
        hnp.arrays(case.value.dtype, case.value.shape, elements=st.floats(-LARGEST, LARGEST, width=16))
    )
    a, b = 0.5, -0.25
    mixed = replace(case, value=case.value.astype(np.float64) * a + other.astype(np.float64) * b)
    expected = a * case()[0].astype(np.float64) + b * replace(case, value=other)()[0].astype(np.float64)
    assert_allclose(mixed()[0], expected, rtol=0, atol=2 * case.atol)


@settings(deadline=None)
@given(cases(masked=False, min_keys=1))
def test_a_query_of_zero_gives_the_mean_of_the_values(case: Case) -> None:
    out, W = replace(case, query=np.zeros_like(case.query))()
    mean = case.value.mean(axis=-2, keepdims=True, dtype=np.float64)
    assert_allclose(out, np.broadcast_to(mean, out.shape), rtol=0, atol=case.atol)
    assert_allclose(W, 1 / case.key.shape[-2], rtol=2.0**-10 if W.dtype == np.float16 else 2.0**-22)


@settings(deadline=None)
@given(cases(masked=False), st.data())
def test_a_shift_of_a_rows_scores_changes_nothing(case: Case, data: st.DataObject) -> None:
    shift = data.draw(hnp.arrays(np.float32, (case.query.shape[-2], 1), elements=st.integers(-64, 64)))
    out, W = case()
    shifted = replace(case, mask=shift)()
    atol = 4 * case.atol  # the shifted scores reach 92, not 28
    assert_allclose(shifted[0], out, rtol=0, atol=atol)
    assert_allclose(shifted[1], W, rtol=0, atol=atol)


@settings(deadline=None)
@given(cases())
def test_inputs_are_not_written_and_layout_does_not_matter(case: Case) -> None:
    mask = None if case.mask is None else case.mask.copy()
    plain = Case(case.query.copy(), case.key.copy(), case.value.copy(), mask, case.atol)
    out, W = case()
    for now, before in ((case.query, plain.query), (case.key, plain.key), (case.value, plain.value)):
        assert_array_equal(now, before)
    if case.mask is not None:
        assert_array_equal(case.mask, plain.mask)
    assert_allclose(out, plain()[0], rtol=0, atol=case.atol)
    for result in (out, W):
        assert result.flags.writeable
        assert not any(np.shares_memory(result, x) for x in (case.query, case.key, case.value))

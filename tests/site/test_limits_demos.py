"""The demos on cost, approximations, tiles and cache, worked out another way."""

import math
import re
from itertools import product
from typing import Any

import numpy as np
import pytest

from demos import cache_stepper, linear_attention, quadratic_curve, sparse_patterns, tile_stepper
from demos._curves import APART, spread
from live_demo.demo import load
from live_demo.elements import text_of, walk

DEMOS = ("quadratic-curve", "sparse-patterns", "linear-attention", "tile-stepper", "cache-stepper")


def sentence(name: str, **values: Any) -> str:
    return text_of(load(name).view(values).parts[-1])


@pytest.mark.parametrize("name", DEMOS)
def test_every_corner_of_the_controls_has_a_figure_a_table_and_a_sentence(name: str) -> None:
    demo = load(name)
    assert demo.description.endswith("?")
    ends = [
        (control.minimum, control.maximum)
        if hasattr(control, "minimum") and hasattr(control, "maximum")
        else getattr(control, "options", (False, True))
        for control in demo.controls.values()
    ]
    for corner in product(*ends):
        view = demo.view(dict(zip(demo.controls, corner, strict=True)))
        html = view.html()
        assert len(html) < 20_000
        assert "nan" not in re.sub(r"<[^>]*>", " ", html).casefold()
        assert [e for part in view.parts for e in walk(part) if e.tag == "table"]
        assert html.count("<b>") == 1


# ---------- cost ----------


def test_the_share_of_attention_is_n_over_n_plus_6d() -> None:
    assert pytest.approx(0.2456, abs=5e-5) == 1000 / (1000 + 6 * 512)
    assert "Attention takes 24.6 %" in sentence("quadratic-curve", n=1000, d=512)
    assert quadratic_curve.PRESETS.options["the crossing"] == {"n": 6 * 512, "d": 512}
    crossing = sentence("quadratic-curve", n=3072, d=512)
    assert "Attention takes 50.0 %" in crossing
    assert crossing.endswith("It takes half at n = 6d = 3,072, which is here.")


def test_the_crossing_is_where_the_curves_meet() -> None:
    n, d = quadratic_curve.crossing(512), 512
    assert 4 * n * n * d == 8 * n * d * d + 16 * n * d * d


def test_names_of_curves_keep_apart() -> None:
    heights = [270.0, 268.0, 266.0, 34.0]
    placed = sorted(spread(heights, 270.0))
    assert np.diff(placed).min() >= APART


# ---------- sparse patterns ----------


def test_a_window_needs_as_many_layers_as_steps_to_the_other_end() -> None:
    for side in range(1, 9):
        layers = sparse_patterns.reach(sparse_patterns.kept("window", side, 0, causal=False))
        assert layers[15, 0] == math.ceil(15 / side)
        assert layers.max() == math.ceil(15 / side)


def test_a_window_keeps_a_band() -> None:
    # Two on each side of 16: 16 · 5 pairs less 2 + 1 at each end.
    assert sparse_patterns.kept("window", 2, 0, causal=False).sum() == 16 * 5 - 2 * 3
    assert "28.9 % of the scores are kept, 74 of 256" in sentence("sparse-patterns")


def test_a_global_word_relays_and_a_sink_does_not() -> None:
    everywhere = sparse_patterns.reach(sparse_patterns.kept("window", 2, 1, causal=False))
    assert everywhere.max() == 2
    sink = sparse_patterns.reach(sparse_patterns.kept("window", 2, 1, causal=True))
    assert sink[15, 0] == 1
    assert sink[15, 1] == 7  # from word 2 on foot: 14 steps of two


def test_reach_is_the_power_of_the_mask_that_first_holds_the_pair() -> None:
    attend = sparse_patterns.kept("stride", 4, 0, causal=True)
    layers = sparse_patterns.reach(attend)
    for depth in (1, 2, 3):
        ways = np.linalg.matrix_power(attend.astype(float), depth)
        assert np.array_equal(ways > 0, (layers > 0) & (layers <= depth))


def test_a_stride_sees_the_last_l_and_every_lth_before() -> None:
    attend = sparse_patterns.kept("stride", 4, 0, causal=True)
    assert np.flatnonzero(attend[15]).tolist() == [3, 7, 11, 12, 13, 14, 15]


def test_pairs_in_the_figure_are_the_pairs_in_the_table() -> None:
    html = load("sparse-patterns").view({"pattern": "blocks", "side": 2, "shared": 1}).html()
    assert f"{html.count('pair-kept')} of 256" in html


# ---------- features ----------


def test_misplaced_is_the_total_variation() -> None:
    exact, other = np.array([[0.5, 0.5, 0.0]]), np.array([[0.2, 0.5, 0.3]])
    assert linear_attention.misplaced(exact, other) == pytest.approx(0.3)


def test_weights_of_each_method_are_its_formula() -> None:
    Q, K = linear_attention.queries_and_keys()
    scores = 2.0 * Q @ K.T / np.sqrt(8)
    exact = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(linear_attention.exact_weights(2.0), exact)

    def phi(x: np.ndarray) -> np.ndarray:
        return np.where(x > 0, x + 1, np.exp(x))

    products = phi(np.sqrt(2.0) * Q) @ phi(np.sqrt(2.0) * K).T
    np.testing.assert_allclose(
        linear_attention.kernel_weights(2.0), products / products.sum(axis=1, keepdims=True), rtol=1e-10
    )
    omega = linear_attention.directions(1)[:16]
    x, y = (np.sqrt(2.0) / 8**0.25 * X for X in (Q, K))
    features = [np.exp(z @ omega.T - (z * z).sum(axis=1, keepdims=True) / 2) for z in (x, y)]
    products = features[0] @ features[1].T
    np.testing.assert_allclose(
        linear_attention.random_weights(2.0, 1)[16], products / products.sum(axis=1, keepdims=True), rtol=1e-9
    )


def test_without_sharpness_every_method_is_right() -> None:
    assert "misplace 0.00 of the attention; elu + 1: 0.00; a plain average: 0.00." in sentence(
        "linear-attention", sharpness=0.0
    )


def test_features_are_said_to_fail_where_a_plain_average_does_about_as_well() -> None:
    for sharpness, features in ((1.0, "64"), (4.0, "64"), (4.0, "4"), (4.0, "1,024")):
        exact = linear_attention.exact_weights(sharpness)
        weights = linear_attention.random_weights(sharpness, 1)[int(features.replace(",", ""))]
        error, average = (
            np.abs(exact - w).sum(axis=1).mean() / 2 for w in (weights, np.full(exact.shape, 1 / 64))
        )
        said = sentence("linear-attention", sharpness=sharpness, features=features)
        assert said.startswith(f"{features} random features")
        assert ("fail here" in said) is bool(error >= 0.9 * average)
        assert ("no less than a plain average" in said) is bool(error >= average)
    assert "0.79 of the attention, hardly less than a plain average: 0.84. elu + 1: 0.79." in sentence(
        "linear-attention", **linear_attention.PRESETS.options["sharp"]
    )
    assert "no less than a plain average: 0.84" in sentence("linear-attention", sharpness=4.0, features="4")


def test_what_is_said_of_features_holds() -> None:
    """More features help on average over the draws; sharper attention hurts."""
    errors = np.array(
        [
            [
                linear_attention.misplaced(linear_attention.exact_weights(s), w)
                for w in linear_attention.random_weights(s, draw).values()
            ]
            for s in (1.0, 4.0)
            for draw in (1, 2, 3)
        ]
    ).reshape(2, 3, -1)
    means = errors.mean(axis=1)
    assert (means[0] < means[1]).all()
    assert means[0, -1] < means[0, 0] / 2


# ---------- tiles ----------


@pytest.mark.parametrize("block", range(1, 9))
def test_the_carried_numbers_follow_the_recurrence(block: int) -> None:
    m, total, output = -math.inf, 0.0, 0.0
    states = tile_stepper.carried(block)
    for start, state in zip(range(0, 8, block), states, strict=True):
        S, v = tile_stepper.SCORES[start : start + block], tile_stepper.VALUES[start : start + block]
        m_new = max(m, float(S.max()))
        old = math.exp(m - m_new) * total
        added = np.exp(S - m_new)
        total_new = old + float(added.sum())
        output = (old * output + float(added @ v)) / total_new
        assert state.m == m_new
        assert state.rescale == pytest.approx(math.exp(m - m_new), abs=1e-14)
        assert (state.added, state.l) == pytest.approx((float(added.sum()), total_new), rel=1e-13)
        assert state.o == pytest.approx(output, rel=1e-13)
        m, total = m_new, total_new
    weights = np.exp(tile_stepper.SCORES - 4)
    assert abs(states[-1].o - weights @ tile_stepper.VALUES / weights.sum()) < 1e-14
    assert "less than 10⁻¹⁴" in sentence("tile-stepper", block=block, step=8)


def test_what_has_not_been_read_is_not_shown() -> None:
    html = load("tile-stepper").view({"step": 1, "block": 2}).html()
    assert html.count("tile-unread") == 6
    assert "4.924" in html  # (2 e⁻¹ + 6) / (e⁻¹ + 1)
    assert (2 / math.e + 6) / (1 / math.e + 1) == pytest.approx(4.924, abs=5e-4)
    assert "6.253" in html  # the dense row is the aim and always stands


# ---------- cache ----------


def test_multiplications_by_hand() -> None:
    # Word 8 of width 64: three projections of 64 · 64, then 8 scores and 8 values of 64 each.
    assert cache_stepper.with_cache(8, 64).total == 3 * 64 * 64 + 2 * 8 * 64
    # All again: eight times the projections, 1 + 2 + … + 8 = 36 pairs.
    assert cache_stepper.without_cache(8, 64).total == 8 * 3 * 64 * 64 + 2 * 36 * 64
    html = load("cache-stepper").view({"step": 8, "width": 64}).html()
    assert all(text in html for text in ("13,312", "102,912", "1,024 numbers"))


@pytest.mark.parametrize("step", range(1, 12))
def test_each_word_has_one_row_of_new_numbers(step: int) -> None:
    html = load("cache-stepper").view({"step": step}).html()
    assert html.count("step-new") == 4
    assert html.count("step-kept") == 2 * (step - 1)
    assert f">{step} new<" in html


def test_the_cache_changes_no_output() -> None:
    written, dense = cache_stepper.outputs(11, 64)
    assert written.shape == dense.shape == (11, 64)
    assert np.abs(written - dense).max() < 1e-14

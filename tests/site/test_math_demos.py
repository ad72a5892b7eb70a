"""The mathematics pages and their demos, against values worked out without attn_core."""

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from demos import heads_combine, heads_reshape, positions_shuffle, softmax_jacobian, variance_sampler
from demos._powers import plain, scientific
from live_demo.demo import load
from live_demo.elements import text_of
from mkdocs_live_demo.prose_numbers import evaluate, page_names, shared_names

NUMBERS = Path("docs/numbers")
SHARED = shared_names(["numpy as np", "attn_core"])
DEMOS = ("variance-sampler", "softmax-jacobian", "heads-reshape", "heads-combine", "positions-shuffle")
EXTREMES: dict[str, dict[str, list[Any]]] = {
    "variance-sampler": {"width": [4, 256], "scaled": [False, True], "seed": [0, 20]},
    "softmax-jacobian": {"the": [0, 100], "animal": [0, 100], "tired": [0, 100], "divisor": [1, 32]},
    "heads-reshape": {"heads": ["1", "2", "3", "6"], "skip": [False, True], "shown": ["1", "6"]},
    "heads-combine": {"factor": [0.0, 1.0, 2.0], "mix": [False, True]},
    "positions-shuffle": {"scheme": ["none", "sinusoidal", "rotary"], "causal": [False, True]},
}


def said(demo: str, **values: Any) -> str:
    return text_of(load(demo).view(values).parts[-1])


def softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return np.asarray(e / e.sum(axis=-1, keepdims=True))


@pytest.fixture(scope="module")
def scale() -> dict[str, Any]:
    return SHARED | page_names("math_scale", NUMBERS)


@pytest.mark.parametrize("name", DEMOS)
def test_every_corner_of_the_controls_renders_without_nan_and_stays_small(name: str) -> None:
    demo = load(name)
    assert demo.description.endswith("?")
    for values in itertools.product(*EXTREMES[name].values()):
        html = demo.view(dict(zip(EXTREMES[name], values, strict=True))).html()
        assert "NaN" not in html
        assert "∞" not in html
        assert "<table" in html
        assert 'class="ld-say"' in html
        assert len(html) < 60_000


def test_powers_of_ten() -> None:
    assert scientific(-1234.0, 1) == "−1.2 × 10³"
    assert plain(0.00123) == "0.0012"
    assert plain(3.06e-7) == "3.06 × 10⁻⁷"


def test_random_scores_are_the_products_of_what_the_seed_draws() -> None:
    rng = np.random.default_rng(3)
    q, k = rng.standard_normal((2, 1, 5)), rng.standard_normal((2, 16, 5))
    by_hand = [[sum(q[n, 0, i] * k[n, j, i] for i in range(5)) for j in range(16)] for n in range(2)]
    np.testing.assert_allclose(variance_sampler.random_scores(5, 2, 3), by_hand, atol=1e-12)


def test_a_long_draw_goes_on_where_the_first_batch_ended() -> None:
    scores = variance_sampler.random_scores(2, variance_sampler.BATCH + 1, 0)
    assert scores.shape == (251, 16)
    assert len(np.unique(scores)) == scores.size


def test_the_sampled_spread_is_the_root_of_the_width() -> None:
    # The standard deviation of 4800 correlated products varies by some 4 %.
    for width in (4, 64, 256):
        spread = variance_sampler.random_scores(width, 300, 1).std()
        assert spread == pytest.approx(math.sqrt(width), rel=0.1)


def test_the_page_prints_the_mean_top_weights_that_were_predicted(scale: dict[str, Any]) -> None:
    assert (scale["DRAWS"], scale["SEED"], scale["KEYS"]) == (4000, 0, 16)
    rng = np.random.default_rng(0)
    scores = np.concatenate(
        [
            np.einsum("nid,njd->nj", rng.standard_normal((250, 1, 64)), rng.standard_normal((250, 16, 64)))
            for _ in range(16)
        ]
    )
    raw, divided = softmax(scores).max(axis=1).mean(), softmax(scores / 8).max(axis=1).mean()
    assert abs(raw - 0.844) < 0.01
    assert abs(divided - 0.246) < 0.005
    assert evaluate("share(raw, 3)", scale) == f"{raw:.3f}"
    assert evaluate("share(scaled, 3)", scale) == f"{divided:.3f}"
    assert scale["trace"] == pytest.approx(float(np.median(1 - (softmax(scores) ** 2).sum(axis=1))), abs=1e-9)
    assert scale["too_flat"] == pytest.approx(softmax(scores / math.sqrt(512)).max(axis=1).mean(), abs=1e-9)
    assert abs(scale["raw_wide"] - 0.962) < 0.01
    assert abs(scale["scaled_wide"] - 0.244) < 0.005


def test_the_page_prints_the_repaired_row_and_its_gradients(scale: dict[str, Any]) -> None:
    # By hand: only animal and tired count, e^(15/8) apart when divided, e^15 when not.
    animal = 1 / (1 + math.exp(-15 / 8) + math.exp(-85 / 8) + math.exp(-93 / 8))
    assert evaluate("share(alpha[ANIMAL], 5)", scale) == f"{animal:.5f}" == "0.86701"
    assert evaluate("share(alpha[TIRED], 5)", scale) == "0.13296"
    assert evaluate("fixed(alpha_raw[ANIMAL], 7)", scale) == "0.9999997"
    assert evaluate("fixed(gradient, 4)", scale) == f"{animal * (1 - animal) / 8:.4f}" == "0.0144"
    assert evaluate("scientific(gradient_raw, 1)", scale) == "3.1 × 10⁻⁷"
    assert scale["gradient_raw"] == pytest.approx(math.exp(-15), rel=1e-5)


def test_the_jacobian_is_that_of_finite_differences() -> None:
    z = np.array([0.3, -1.0, 0.8, 0.1])
    step = 1e-6
    columns = [(softmax(z + step * e) - softmax(z - step * e)) / (2 * step) for e in np.eye(4)]
    np.testing.assert_allclose(softmax_jacobian.jacobian(softmax(z)), np.stack(columns, axis=1), atol=1e-9)


def test_the_jacobian_keeps_what_one_minus_a_weight_would_lose() -> None:
    alpha = np.array([1.0, 1e-40])  # 1 - 1e-40 is 1 in floating point
    assert softmax_jacobian.jacobian(alpha)[0, 0] == 1e-40


def test_softmax_stops_learning_when_it_is_not_divided() -> None:
    assert "moves its weight by 0.0144" in said("softmax-jacobian")
    assert "moves its weight by 3.06 × 10⁻⁷" in said("softmax-jacobian", divisor=1)
    equal = said("softmax-jacobian", the=50, animal=50, street=50, tired=50)
    assert equal.startswith("Each key holds 0.25.")
    assert "The trace is 0.750" in equal


def test_a_right_cut_takes_neighbouring_features_and_a_wrong_one_words() -> None:
    # Word w's feature f has the number 6 w + f.
    right, wrong = heads_reshape.cut(3, True), heads_reshape.cut(3, False)
    assert right[1].tolist() == [[2, 3], [8, 9], [14, 15], [20, 21]]
    assert wrong[1].tolist() == [[8, 9], [10, 11], [12, 13], [14, 15]]
    assert heads_reshape.cut(1, False).tolist() == heads_reshape.cut(1, True).tolist()


def test_the_sentence_counts_the_strays() -> None:
    # Two heads of three: row w of head 1 holds numbers 3w to 3w + 2, of word w // 2. Rows 0 and 3 alone are right.
    assert said("heads-reshape", heads="2", skip=True).startswith("18 of 24 numbers stand in another word’s row.")
    assert said("heads-reshape", heads="1", skip=True).startswith("Head 1 gets features 1 to 6 of every word.")
    assert said("heads-reshape", heads="3", shown="6").startswith("Head 3 gets features 5 and 6")


def test_without_the_projection_a_head_keeps_to_its_own_numbers() -> None:
    assert heads_combine.together(0.5).tolist() == [0.8, -0.4, 0.25, 0.5]
    assert said("heads-combine", mix=False).startswith("Only 3 and 4 change, by up to 1.00")
    assert said("heads-combine", factor=1.0).startswith("Nothing changes")
    change = np.array([0.5, 1.0]) @ heads_combine.W_O[2:]  # what head 2 adds, by its own block of rows
    assert said("heads-combine").startswith(f"4 of 4 numbers change, by up to {abs(change).max():.2f}")


def test_only_without_positions_and_mask_the_order_is_lost() -> None:
    assert said("positions-shuffle").startswith("No difference.")
    assert said("positions-shuffle", order="dog bites man").startswith("Nothing to compare")
    for values in ({"scheme": "sinusoidal"}, {"scheme": "rotary"}, {"causal": True}):
        assert said("positions-shuffle", **values).startswith("The order shows.")


def test_the_shuffled_outputs_are_those_of_plain_numpy() -> None:
    p = positions_shuffle
    x = p.X[[2, 1, 0]]
    out = softmax((x @ p.W_Q) @ (x @ p.W_K).T / 2) @ (x @ p.W_V)
    np.testing.assert_allclose(p.by_word("man bites dog", "none"), out[[2, 1, 0]], atol=1e-12)


def test_the_equation_page_works_the_row_of_it_through() -> None:
    names = SHARED | page_names("math_equation", NUMBERS)
    scores = [1.4 * 0.3 + 0.6 * 0.2, 1.4 * 1.7 + 0.6 * 1.1, 1.4 * 1.1 - 0.6 * 1.7]
    exponentials = [math.exp(s / math.sqrt(2)) for s in scores]
    weights = [e / sum(exponentials) for e in exponentials]
    assert [evaluate(f"fixed(S[0, {j}])", names) for j in range(3)] == ["0.54", "3.04", "0.52"]
    assert [evaluate(f"share(A[0, {j}])", names) for j in range(3)] == [f"{w:.2f}" for w in weights]
    first = weights[1] - 0.6 * weights[2]
    assert evaluate("fixed(output[0, 0])", names) == f"{first:.2f}" == "0.67"
    by_hand = [w * (v - first) for w, v in zip(weights, (0, 1, -0.6), strict=True)]
    np.testing.assert_allclose(names["ds"], by_hand, atol=1e-12)
    np.testing.assert_allclose(names["dq"][0], np.array(by_hand) @ names["K"] / math.sqrt(2), atol=1e-12)


def test_the_heads_page_counts() -> None:
    names = SHARED | page_names("math_heads", NUMBERS)
    assert names["parameters"] == 4 * 512 * 512
    assert evaluate("giga(one.flops)", names) == evaluate("giga(eight.flops)", names) == "2.05"
    assert (names["one"].scores, names["eight"].scores) == (1000**2, 8 * 1000**2)
    assert names["strays"] == 16


def test_the_positions_page_compares_distances() -> None:
    names = SHARED | page_names("math_positions", NUMBERS)
    assert names["turned_score"](5, 2) == pytest.approx(names["turned_score"](105, 102), abs=1e-12)
    assert abs(names["turned_score"](5, 2) - names["turned_score"](5, 4)) > 1e-3
    by_distance = sum(math.cos(4 * 10000 ** (-2 * i / 512)) for i in range(256))
    assert evaluate("fixed(code[3] @ code[7])", names) == evaluate("fixed(code[103] @ code[107])", names)
    assert evaluate("fixed(code[3] @ code[7])", names) == f"{by_distance:.2f}"
    assert evaluate('f"{longest:,.0f}"', names) == f"{2 * math.pi * 10000 ** (510 / 512):,.0f}"
    assert (names["slopes"][0], names["slopes"][-1]) == (1 / 2, 1 / 256)

"""The demos and the numbers of the page on when to use attention, worked out a second time with plain numpy."""

import doctest
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from demos import _units, bottleneck, complexity_chooser, cost_calculator, variants_bench
from demos._toy_heads import toy_head
from live_demo.demo import load
from live_demo.elements import text_of
from live_demo.views.view import View
from mkdocs_live_demo.prose_numbers import evaluate, page_names, shared_names
from tests.site.extremes import extremes

DOCS = Path(__file__).parents[2] / "docs"


def said(view: View) -> str:
    return text_of(view.parts[-1])


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    return shared_names(["numpy as np", "attn_core"]) | page_names("when_to_use", DOCS / "numbers")


def test_units() -> None:
    assert doctest.testmod(_units).failed == 0
    assert _units.three(9.999) == "10.0"
    assert _units.sized(999_999, "B") == "1.00 MB"
    assert _units.count(512e6) == "512 million"


# ---------- cost ----------


def test_the_default_is_the_paper_s_width_at_a_thousand_tokens() -> None:
    # 4 n² d = 2.048e9, 8 n d² = 2.097e9, 16 n d² = 4.194e9; H n² scores of 2 bytes; 2 n d numbers of 2 bytes
    text = said(cost_calculator.view())
    assert text.startswith("The feed-forward network takes most: 4.19 GFLOP of 8.34 GFLOP, 50.3 %.")
    assert "Attention’s products take 24.6 %." in text
    assert "holds 16 MB of scores and keeps 2.05 MB of cache" in text


def test_one_head_at_a_hundred_thousand_tokens_fills_20_gigabytes() -> None:
    preset = cost_calculator.PRESETS.options["one head, n = 100,000"]
    text = said(load("cost-calculator").view(preset))
    assert "20 GB of scores" in text
    assert text.startswith("Attention’s two products take most")


@pytest.mark.parametrize("reading", [cost_calculator.WHOLE, cost_calculator.CAUSAL, cost_calculator.CACHED])
def test_attention_overtakes_where_the_calculator_says(reading: str) -> None:
    d = 64
    n = cost_calculator.overtaking(d, reading)
    for length, larger in ((n - 1, False), (n, True), (n + 1, True)):
        pairs = {
            cost_calculator.WHOLE: length**2,
            cost_calculator.CAUSAL: length * (length + 1) // 2,
            cost_calculator.CACHED: length,
        }
        rows = 1 if reading == cost_calculator.CACHED else length
        assert (4 * pairs[reading] * d >= 24 * rows * d * d) is larger
    _, layer = cost_calculator.costs(n, d, 1, reading)
    assert layer.shares["attention"] == 0.5


def test_a_tie_with_all_the_rest_is_said_as_a_tie() -> None:
    # n = 6 d: 4 n² d = 24 n d² = 24 · 3072 · 512² = 1.933e10
    text = said(load("cost-calculator").view(cost_calculator.PRESETS.options["n = 6 d"]))
    assert text.startswith("Attention’s two products take exactly half: 19.3 GFLOP, as much as all the rest.")
    assert "most" not in text


# ---------- complexity ----------


def test_the_rows_are_the_paper_s_table() -> None:
    operations = [row.operations for row in complexity_chooser.rows_for(1000, 512, 3, 128)]
    assert operations == [1000**2 * 512, 1000 * 512**2, 3 * 1000 * 512**2, 128 * 1000 * 512]
    assert said(complexity_chooser.view()).startswith(
        "Restricted layers need the fewest operations, 65.5 million."
    )


def test_a_tie_names_both() -> None:
    # n = d: n² d = n d², so self-attention and the recurrent layer need the same; r = n makes it three
    text = said(complexity_chooser.view(length="512", width="512", reach="4,096"))
    assert text.startswith("Self-attention and Recurrent and Restricted layers need")
    assert said(complexity_chooser.view(length="50", width="512", reach="512")).startswith(
        "Self-attention and Restricted layers"
    )


def test_the_guess_is_judged_by_the_counts() -> None:
    right = {kind: v.right for kind, v in complexity_chooser.view(length="100,000", width="16").verdicts.items()}
    # 16² n = 256 n for the recurrent layer against 128 · 16 n = 2048 n for the restricted one
    assert right == {"Self-attention": False, "Recurrent": True, "Convolutional": False, "Restricted": False}


# ---------- variants ----------


def plain_softmax(scores: np.ndarray) -> np.ndarray:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def test_a_window_misplaces_the_weight_it_leaves_out() -> None:
    head = toy_head(128, 0.8, 2.0, sink=False)
    full = plain_softmax(head.q @ head.k.T / np.sqrt(head.q.shape[1]))
    i = np.arange(128)
    inside = np.abs(i[:, None] - i) <= 16
    outside = float((full * ~inside).sum(axis=1).mean())
    found = {v.name: v for v in variants_bench.variants(head, 32)}
    assert np.allclose(found["full"].weights, full)
    assert variants_bench.misplaced(found["window"].weights, full) == pytest.approx(outside)
    assert found["window"].part == inside.sum() / 128**2


def test_each_row_of_each_variant_sums_to_one() -> None:
    for sink in (False, True):
        for variant in variants_bench.variants(toy_head(128, 0.5, 3.0, sink), 16):
            assert np.allclose(variant.weights.sum(axis=1), 1), variant.name
            assert variant.weights.min() >= 0


def test_the_linear_kernel_by_hand() -> None:
    head = toy_head(128, 0.5, 1.0, sink=False)

    def phi(x: np.ndarray) -> np.ndarray:
        return np.where(x > 0, x + 1, np.exp(np.minimum(x, 0)))

    products = phi(head.q) @ phi(head.k).T
    linear = variants_bench.linear(head)
    assert np.allclose(linear.weights, products / products.sum(axis=1, keepdims=True))
    assert linear.part == 16 / 128  # 4 n E E against 4 n n E
    assert variants_bench.random_features(head).part == (32 + 32) / 128  # 4 n r E for sums, 4 n r E for features


def test_scores_have_the_asked_spread_and_a_sink_takes_about_half() -> None:
    for locality in (0.0, 1.0):
        head = toy_head(256, locality, 2.0, sink=False)
        assert (head.q @ head.k.T / 4).std() == pytest.approx(2.0, rel=0.1)
    head = toy_head(128, 0.5, 1.0, sink=True)
    weights = plain_softmax(head.q @ head.k.T / np.sqrt(17))
    assert 0.4 < weights[:, 0].mean() < 0.7


def test_no_variant_is_best_everywhere() -> None:
    near = load("variants-bench").view(variants_bench.PRESETS.options["near words matter"])
    alike = load("variants-bench").view(variants_bench.PRESETS.options["all words alike"])
    assert said(near).startswith("Block-sparse comes closest")
    assert said(alike).startswith("Linear comes closest")
    assert " Furthest off is window, " in said(alike)


def test_random_features_are_a_plural() -> None:
    sharp = said(variants_bench.view(locality=0.5, sharpness=3.0))
    flat = said(variants_bench.view(locality=0.0, sharpness=1.0))
    assert " Furthest off are random features, " in sharp
    assert flat.startswith("Random features come closest: ")


# ---------- bottleneck ----------


def test_the_fit_is_least_squares() -> None:
    rng = np.random.default_rng(5)
    for n in (6, 20):
        K, V = rng.standard_normal((1, n, 8)), rng.standard_normal((1, n, 8))
        expected = np.linalg.lstsq(K[0], V[0], rcond=None)[0]
        assert np.allclose(bottleneck.summary(K, V, bottleneck.FITTED)[0], expected)
        added = sum(np.outer(k, v) for k, v in zip(K[0], V[0], strict=True))
        assert np.allclose(bottleneck.summary(K, V, bottleneck.ADDED)[0], added)


def test_recall_counts_the_nearest_value() -> None:
    V = np.eye(3)[None]
    answers = np.array([[[0.9, 0.1, 0.0], [0.6, 0.4, 0.0]]])  # the second lies nearest to the first value
    assert bottleneck.recalled(answers, V) == 0.5


def test_orthogonal_pairs_up_to_the_width_are_kept_and_attention_keeps_all() -> None:
    # With n <= d random keys are independent, so K M = V has a solution and every value comes back.
    assert bottleneck.recall(16, 16, bottleneck.FITTED) == (1.0, 1.0)
    attention, fitted = zip(*bottleneck.curve(32, bottleneck.FITTED), strict=True)
    added = [pair[1] for pair in bottleneck.curve(32, bottleneck.ADDED)]
    assert set(attention) == {1.0}
    assert fitted[1] == 1.0  # 32 pairs
    assert fitted[7] < 0.7  # 128 pairs
    assert fitted[-1] < 0.3  # 256 pairs
    assert all(f >= a - 0.02 for f, a in zip(fitted, added, strict=True))


def test_what_is_kept_is_said() -> None:
    text = said(bottleneck.view(pairs=64, width="16"))
    assert "keeps 256 numbers" in text
    assert "attention keeps 2,048" in text


# ---------- all of them ----------


@pytest.mark.parametrize("name", ["cost-calculator", "complexity-chooser", "variants-bench", "bottleneck"])
def test_no_bar_leaves_its_track(name: str) -> None:
    demo = load(name)
    for values in extremes(demo):
        html = demo.view(values).html()
        for part in html.split("--w:")[1:]:
            assert 0 <= float(part.partition('"')[0]) <= 1, values


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("attention_flops", "2.05 GFLOP"),
        ("attention_part", "24.6 %"),
        ("str(overtakes())", "6"),
        ("scores[N]", "1 million"),
        ("scores[LONG]", "10 billion"),
        ("memory", "20 GB"),
        ("memory_in_tiles", "12.8 MB"),  # 100,000 · 64 scores of 2 bytes
        ("twice(overtakes() * D)", "3"),  # (4 · 24 + 2 · 24) / 48 parts
        ("str(words_back)", "6"),
        ("from_animal", "0.68"),
        ("animal_of_four", "0.64"),
        ("animal_of_three", "0.82"),
        ("by_window", "3.58 million"),  # 7 · 1000 · 512
        ("times_fewer", "143"),
        ("window_path", "143"),
        ("moved", "80.0 %"),
        ("fixed(added[0])", "0.09"),
        ("fixed(added[1])", "0.30"),
        ("kept_by_attention", "8,192"),
        ("few_by_fit", "100 %"),
    ],
)
def test_a_number_of_the_page(names: dict[str, Any], expression: str, text: str) -> None:
    assert evaluate(expression, names) == text


def test_the_two_rows_of_weights_give_one_output(names: dict[str, Any]) -> None:
    assert names["same"].tolist() == [[0.5, 0.5], [0.5, 0.5]]


def test_animal_without_tired(names: dict[str, Any]) -> None:
    scores = np.array([-1.38, 3.04, 0.52, 1.56]) / np.sqrt(2)
    raised = np.exp(scores)
    assert names["animal_of_four"] == f"{raised[1] / raised.sum():.2f}"
    assert names["animal_of_three"] == f"{raised[1] / raised[:3].sum():.2f}"

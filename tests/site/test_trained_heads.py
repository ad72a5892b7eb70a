"""The demos and numbers of the page on trained heads, held against values worked out otherwise."""

import doctest
import json
import re
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from demos import _maps, _recordings, _study, approximations_measured
from demos._explorer import ADDED, ROLLOUT
from demos._maps import small_map, strokes
from demos._recordings import recording
from demos.attention_explorer import seen as explored
from demos.attention_explorer import view
from demos.head_ablation import view as ablation_view
from demos.minilm.sentences import SENTENCES
from demos.minimal_pairs import FLIPS, PAIRS, STAYS
from demos.minimal_pairs import view as pairs_view
from live_demo.views.view import View
from mkdocs_live_demo.prose_numbers import evaluate, page_names, shared_names
from tests.site.extremes import extremes

ROOT = Path(__file__).parents[2]
NAMES = shared_names(["numpy as np", "attn_core"]) | page_names("trained_heads", ROOT / "docs/numbers")
LARGEST = 60_000  # bytes of the explorer's HTML


def text(view: View, css: str) -> str:
    (found,) = re.findall(rf'<p class="{css}".*?</p>', view.html())
    return re.sub("<[^>]+>", "", found).replace("&gt;", ">").replace("&lt;", "<")


def rows(view: View) -> list[list[str]]:
    """The twin's rows."""
    (twin,) = re.findall(r'<table class="ld-table.*?</table>', view.html())
    return [re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in re.findall("<tr>.*?</tr>", twin)]


@pytest.mark.parametrize("module", [_maps, _recordings])
def test_the_examples_hold(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


def test_the_source_sentence() -> None:
    # Measured with another port of the model: it -> animal .677, street .050, [CLS] .102.
    assert text(view(), "ld-say") == (
        "animal gets 0.68 of the weight of “it” in head 3.1; then [CLS] 0.10, itself 0.06, street 0.05."
    )
    table = {row[0]: row[1:] for row in rows(view())[1:]}
    assert len(table) == 16
    assert table["animal"][:2] == ["0.68", "0.68"]
    assert [table[name][1] for name in ("street", "[CLS]", "it")] == ["0.05", "0.10", "0.06"]


def test_a_share_by_length_is_weight_times_length_over_the_sum() -> None:
    seen = recording(_recordings.START)
    it, animal = seen.tokens.index("it"), seen.tokens.index("animal")
    parts = [float(a) * float(v) for a, v in zip(seen.attention[3, 1, it], seen.norms[3, 1], strict=True)]
    share = parts[animal] / sum(parts)
    assert f"animal gets {share:.2f} of what head 3.1 adds" in text(view(shown=ADDED), "ld-say")


def test_without_the_start_mark_the_rest_is_shared_out_anew() -> None:
    seen = recording(_recordings.START)
    row = seen.attention[3, 1, seen.tokens.index("it")].astype(float)
    left = row[seen.tokens.index("animal")] / row[1:].sum()
    said = text(view(sink=False), "ld-say")
    assert f"animal gets {left:.2f}" in said
    assert "[CLS] 0" not in said.partition(".")[0]
    sums = explored(_recordings.START).maps("weights", False)[..., 1:].sum(-1)
    on_the_mark_alone = seen.attention[..., 1:].sum(-1) == 0
    np.testing.assert_allclose(sums, np.where(on_the_mark_alone, 0, 1), atol=1e-5)
    assert on_the_mark_alone[3, 1, 0]
    nothing = text(view(sink=False, asks="1"), "ld-say")
    assert nothing.startswith("Nothing is left of the weight of “[CLS]” in head 3.1")


def test_rollout_of_the_first_layer_is_half_itself() -> None:
    seen = recording(_recordings.START)
    it = seen.tokens.index("it")
    mean = seen.attention[0].astype(float).mean(axis=0)[it]
    # attention_rollout makes each row sum to 1 after half of it has become the token itself.
    mixed = 0.5 * mean / mean.sum()
    mixed[it] += 0.5
    assert f"itself gets {mixed[it]:.2f} of “it” after layer 0" in text(view(shown=ROLLOUT, head="0.0"), "ld-say")


def test_head_0_2_gives_all_to_the_token_before() -> None:
    assert text(view(head="0.2", asks="4"), "ld-say").startswith("animal gets >0.99 of the weight of “didn”")
    assert text(view(head="0.2", asks="12"), "ld-say").startswith("it gets >0.99 of the weight of “was”")


def test_a_token_beyond_a_short_sentence_is_its_last() -> None:
    assert "“[SEP]”" in text(view(sentence="Please close the door.", asks="17"), "ld-say")


def test_the_explorer_stays_small() -> None:
    from live_demo.demo import load

    demo = load("attention-explorer")
    assert max(len(demo.view(values).html().encode()) for values in extremes(demo)) < LARGEST
    assert sum(map(len, SENTENCES.values())) == 46


def test_small_maps_draw_each_cell_once_in_its_step() -> None:
    weights = np.zeros((4, 4), np.float32)
    weights[:, 0] = 0.9  # a column, drawn downwards in one stroke
    weights[2, 2] = 0.3
    html = small_map(weights).html
    assert re.findall(r'class="i(\d)" d="([^"]*)"', html) == [("2", "M2 2h0"), ("4", "M0 0v3")]
    assert strokes(np.array([[True, True, False]])) == "M0 0h1"


def test_ablation_says_the_mean_and_the_largest_move() -> None:
    moved = recording(_recordings.START).ablation.astype(float)
    said = text(ablation_view(head="5.11"), "ld-say")
    assert f"move by {moved[5, 11].mean():.2f} of their length" in said
    assert "Of all heads 5.11 moves them most" in said
    largest = recording(_recordings.START).tokens[int(moved[5, 11].argmax())]
    assert f"{largest} most, by {moved[5, 11].max():.2f}" in said


def test_the_first_pair_stays_with_the_animal() -> None:
    first = pairs_view()
    assert first.verdicts[STAYS].right
    assert not first.verdicts[FLIPS].right
    table = [row for row in rows(first) if row[0] in ("animal", "street", "[CLS]")]
    assert table == [["animal", "0.677", "0.281"], ["street", "0.050", "0.121"], ["[CLS]", "0.102", "0.326"]]
    assert "right in 5 of 10 sentences and flips in 0 of 5" in text(first, "ld-say")


def test_no_pair_flips_and_each_is_right_once() -> None:
    for name in PAIRS:
        assert "which is right in 1 of 2" in text(pairs_view(pair=name), "ld-say")
        assert pairs_view(pair=name).verdicts[STAYS].right


def test_the_numbers_of_the_page() -> None:
    expected = {
        "head_right": "5",
        "sentences": "10",
        "head_flips": "0",
        "best_head": "3.9",
        "best": "7",
        "best_later": "5",
        "best_of_new": "6",
        "best_of_all": "12",
        "heads": "72",
        "fixed(coin)": "0.17",  # (120 + 45 + 10 + 1) / 1024
        "coins_as_good": "12",  # 72 times that
        "previous": "0.999",
        'gives(FIRST[0], 0, "animal")': "0.677",
        'gives(FIRST[0], 0, "street")': "0.050",
        'error("window 16")': "0.747",
        'error("window 16 + sink")': "0.427",
    }
    assert {name: str(evaluate(name, NAMES)) for name in expected} == expected
    study = json.loads((ROOT / "docs/demos/minilm/study.json").read_text(encoding="utf-8"))
    firsts = [
        list(entry["it gives"].values())[:2] for part in ("pairs", "more_pairs") for entry in study[part]["shown"]
    ]
    assert evaluate("prefers_first", NAMES) == str(sum(a > b for a, b in firsts))


def test_keys_read_by_a_window_are_counted() -> None:
    n = 77
    seen = [len([j for j in range(n) if abs(i - j) <= 16 or j == 0]) for i in range(n)]
    assert approximations_measured.keys_read("window 16 + sink") == pytest.approx(sum(seen) / n)
    assert approximations_measured.keys_read("top 8") == 8
    assert approximations_measured.keys_read("linear") is None
    assert approximations_measured.keys_read("uniform") == n == _study.STUDY["tokens"]


def test_the_table_of_approximations() -> None:
    table = {row[0]: row[1:] for row in rows(approximations_measured.view())[1:]}
    assert table["tiled"] == ["0", "77"]
    assert table["window 4"] == ["1.276", "9"]
    assert table["linear"] == ["0.891", "sums"]
    by_layer = {row[0]: row[1] for row in rows(approximations_measured.view(layer="layer 0"))[1:]}
    assert by_layer["window 4"] == "0.770"

"""The demos of the questions and the lab’s bug hunt, held against plain numpy."""

import json
import re
from pathlib import Path

import numpy as np

from demos import _bugs, bug_hunt, first_token, softmax_axis
from live_demo.demo import load

DOCS = Path(__file__).parents[2] / "docs"
RECORD = json.loads((DOCS / "demos/data/minilm_sentence.json").read_text(encoding="utf-8"))


def soft(x: np.ndarray, axis: int | None) -> np.ndarray:
    e = np.exp(x)
    return np.asarray(e / e.sum(axis=axis, keepdims=True))


# The bug hunt


def by_hand() -> tuple[np.ndarray, np.ndarray]:
    """Weights and output of the right program, one word and one head at a time."""
    Q, K, V = _bugs.words()
    weights, output = np.zeros((2, 4, 4)), np.zeros((4, 8))
    for head in range(2):
        own = slice(4 * head, 4 * head + 4)
        for i in range(4):
            row = np.array([Q[i, own] @ K[j, own] / 2 for j in range(i + 1)])
            share = soft(row - row.max(), None)
            weights[head, i, : i + 1] = share
            output[i, own] = sum(a * V[j, own] for j, a in enumerate(share))
    return weights, output


def test_the_right_program_is_right() -> None:
    weights, output = by_hand()
    got, got_output = _bugs.attend()
    np.testing.assert_allclose(got, weights, atol=1e-3)  # exponentials stored in float16
    np.testing.assert_allclose(got_output, output, atol=5e-3)
    assert _bugs.moved() == [["moves"] * (i + 1) + ["–"] * (3 - i) for i in range(4)]


def test_each_bug_shows_the_sign_that_the_verdict_names() -> None:
    right, _ = _bugs.attend()
    triangle = np.array(_bugs.moved())
    got = {name: (_bugs.attend(name)[0][0], np.array(_bugs.moved(name))) for name in _bugs.LINES}
    weights, moved = got["heads"]
    assert moved[1, 1] == "–"
    weights, moved = got["products"]
    np.testing.assert_allclose(weights.sum(axis=1), 1, atol=1e-9)
    assert list(moved[0]) == list(triangle[0])
    assert (moved[1:] == "moves").all()
    weights, moved = got["scale"]
    assert (moved == triangle).all()
    assert (weights.argsort(axis=1)[1:] == right[0].argsort(axis=1)[1:]).all()
    assert (weights.max(axis=1)[1:] > right[0].max(axis=1)[1:] + 0.1).all()
    weights, moved = got["mask"]
    assert not np.triu(weights, 1).any()
    assert (weights.sum(axis=1)[:-1] < 0.95).all()
    weights, moved = got["maximum"]
    assert np.isnan(weights[2, :3]).all()
    np.testing.assert_allclose(np.delete(weights, 2, axis=0), np.delete(right[0], 2, axis=0), atol=1e-3)
    weights, moved = got["sum"]
    np.testing.assert_allclose(weights.sum(axis=0), 1, atol=1e-9)
    assert np.abs(weights.sum(axis=1) - 1).max() > 0.5
    weights, moved = got["values"]
    np.testing.assert_array_equal(weights, right[0])
    assert (moved == "moves").all()


def test_no_two_cases_look_alike() -> None:
    looks = {re.sub(r'<p class="ld-say.*|Case \d', "", bug_hunt.view(str(case)).html()) for case in range(1, 8)}
    assert len(looks) == 7


def test_a_guess_is_right_for_its_own_case_alone() -> None:
    demo = load("bug-hunt")
    right = []
    for case in range(1, 8):
        verdicts = demo.view({"case": str(case)}).verdicts
        assert list(verdicts) == list(_bugs.LINES)
        right += [name for name, v in verdicts.items() if v.right]
    assert sorted(right) == sorted(_bugs.LINES)
    assert right == list(bug_hunt.CASES)


# Softmax's axis, the weight outside the words


def test_softmax_runs_over_the_chosen_axis() -> None:
    K = np.array([(-1.2, 0.5), (1.7, 1.1), (1.1, -1.7), (0.3, 1.9)])
    Q = np.array([(1.4, 0.6), (0.2, 1.4), (-0.9, 0.5)])
    scores = Q @ K.T / np.sqrt(2)
    np.testing.assert_allclose(softmax_axis.weights(1), soft(scores, 1))
    np.testing.assert_allclose(softmax_axis.weights(0), soft(scores, 0))
    np.testing.assert_allclose(softmax_axis.weights(None), soft(scores, None))
    sums = ", ".join(f"{s:.2f}" for s in soft(scores, 0).sum(axis=1))
    assert sums == "1.76, 1.32, 0.91"
    assert "it 1.76, was 1.32, too 0.91" in softmax_axis.view("each column").html()
    for over in softmax_axis.AXES:
        assert len(softmax_axis.view(over).html()) < 60_000


def test_what_falls_outside_the_words() -> None:
    outside = [[1 - sum(row) / 10_000 for head in layer for row in head] for layer in RECORD["heads_per_10000"]]
    mean = sum(map(sum, outside)) / (6 * 12 * 11)
    assert f"{mean:.2f}" == "0.52"
    assert f"<b>{mean:.2f} of the attention</b>" in first_token.view().html()
    assert first_token.OPTIONS[1::4] == ("The (1)", "the (5)", "was (9)")
    for word in first_token.OPTIONS:
        html = first_token.view(word).html()
        assert not re.search(r">[01]</td>", html)  # softmax gives neither
        assert len(html) < 60_000

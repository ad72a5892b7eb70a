"""The deep dive's demos and numbers, against plain arithmetic."""

import itertools
import math
import re
from pathlib import Path

import numpy as np
import pytest

from demos import _translation, diagram_repaired, projections, translation, weighted_sum
from live_demo.controls import Pad, Toggle
from live_demo.demo import Demo, load
from live_demo.elements import Element, text_of, walk
from live_demo.views import View
from mkdocs_live_demo.prose_numbers import evaluate, page_names, shared_names

DOCS = Path(__file__).parents[2] / "docs"
NAMES = shared_names(["numpy as np", "attn_core"]) | page_names("deep_dive", DOCS / "numbers")
DEMOS = ["diagram-repaired", "projections", "weighted-sum", "translation"]
SCORES = [2.0, 95.0, 10.0, 80.0]


def shares(scores: list[float]) -> list[float]:
    """Softmax in Python's own arithmetic."""
    powers = [math.exp(s - max(scores)) for s in scores]
    return [p / math.fsum(powers) for p in powers]


def rows(view: View, table: int) -> list[list[str]]:
    """The cells of a view's table, as a reader sees them."""
    tables = [e for part in view.parts for e in walk(part) if e.tag == "table"]
    return [[text_of(cell) for cell in row.children] for row in walk(tables[table]) if row.tag == "tr"]


def sentence(view: View) -> str:
    return text_of(view.parts[-1])


def extremes(demo: Demo) -> list[dict[str, object]]:
    """Every combination of the ends of every control."""
    ends: dict[str, list[object]] = {}
    for name, control in demo.controls.items():
        if isinstance(control, Pad):
            ends |= {f"{name}.{axis}": [control.minimum, 0.0, control.maximum] for axis in "xy"}
        elif isinstance(control, Toggle):
            ends[name] = [False, True]
        else:
            ends[name] = [getattr(control, "minimum"), getattr(control, "maximum")]  # noqa: B009 - any range
    return [dict(zip(ends, values, strict=True)) for values in itertools.product(*ends.values())]


@pytest.mark.parametrize("name", DEMOS)
def test_every_extreme_gives_a_figure_a_table_and_a_sentence(name: str) -> None:
    demo = load(name)
    assert demo.description.endswith("?")
    for values in [*extremes(demo), *(demo.presets.options.values() if demo.presets else [])]:
        view = demo.view(values)
        html = view.html()
        assert len(html) < 60_000
        assert "data-figure" in html
        assert "<table" in html
        assert not re.search("NaN|nan|inf(?!o)", html)
        assert sentence(view)


def test_the_diagram_at_the_paper_s_width() -> None:
    computed = rows(diagram_repaired.view(64), 1)
    assert [row[2] for row in computed[1:]] == ["0.00001", "0.86701", "0.00002", "0.13296"]
    assert computed[2][1] == ">0.99999"


def test_no_width_gives_the_printed_row() -> None:
    for width in range(1, 513):
        weights = shares([s / math.sqrt(width) for s in SCORES])
        assert [round(w, 2) for w in weights[1:]] != [0.85, 0.01, 0.12]
        if width % 37 == 1:
            assert "not the printed row" in sentence(diagram_repaired.view(width))


@pytest.mark.parametrize(
    ("width", "exponentials"),
    # exp(95) = 1.8e41 is above float32's 3.4e38; exp(95 / 8) = 143,630 above float16's 65504; exp(95 / √512) is 67
    [(1, ["∞", "∞", "1.8 · 1041"]), (64, ["∞", "1.4 · 105", "1.4 · 105"]), (512, ["67", "67", "67"])],
)
def test_overflow_in_three_number_types(width: int, exponentials: list[str]) -> None:
    printed = [row[2] for row in rows(diagram_repaired.view(width), 2)[1:]]
    assert printed[1:] == exponentials[1:]
    assert printed[0] == exponentials[0] or abs(float(printed[0]) - 67) < 0.51


def test_projections_by_hand() -> None:
    # q = (0.8 · -1.2 + 1.2 · -0.2, 0.8 · -0.6 + 1.2 · -0.4), k of animal = (-0.65 - 0.55, -1.3 + 0.15)
    view = projections.view()
    assert rows(view, 1)[2][1:3] == ["−1.20", "−0.96"]
    assert rows(view, 0)[1][2] == f"{1.2 * 1.2 + 0.96 * 1.15:.2f}"
    assert "2.54" in sentence(view)
    assert "−0.67" in sentence(view)


@pytest.mark.parametrize("x", [(0.8, 1.2), (-1.5, 1.5), (0.0, 0.0), (1.5, -0.1)])
def test_tied_maps_make_asking_mutual(x: tuple[float, float]) -> None:
    scores = [row[1:] for row in rows(projections.view(x, tied=True), 0)[1:]]
    assert scores == [list(column) for column in zip(*scores, strict=True)]
    assert not any(scores[i][i].startswith("−") for i in range(3))


def test_untied_maps_do_not() -> None:
    scores = [row[1:] for row in rows(projections.view(), 0)[1:]]
    assert scores != [list(column) for column in zip(*scores, strict=True)]


def output(view: View) -> tuple[float, float]:
    x, y = re.findall(r"[−\d.]+", rows(view, 0)[-1][-1])
    return float(x.replace("−", "-")), float(y.replace("−", "-"))


def test_the_weighted_sum_by_hand() -> None:
    corners = [(-1.6, 1.1), (1.7, 0.9), (0.9, -1.5), (-1.0, -1.2)]
    a = shares([-1.0, 2.15, 0.35, 1.1])
    expected = tuple(round(sum(w * c[i] for w, c in zip(a, corners, strict=True)), 2) for i in (0, 1))
    assert output(weighted_sum.view()) == pytest.approx(expected, abs=1e-9)
    assert output(weighted_sum.view(0, 0, 0, 0)) == pytest.approx((0.0, -0.175), abs=0.0051)
    assert output(weighted_sum.view(0, 9, 0, 0)) == pytest.approx((1.7, 0.9), abs=0.0051)


def test_the_output_stays_between_the_values() -> None:
    corners = [(-1.6, 1.1), (1.7, 0.9), (0.9, -1.5), (-1.0, -1.2)]  # in clockwise order
    for scores in itertools.product((-9.0, 0.35, 9.0), repeat=4):
        x, y = output(weighted_sum.view(*scores))
        for (ax, ay), (bx, by) in itertools.pairwise([*corners, corners[0]]):
            assert (bx - ax) * (y - ay) - (by - ay) * (x - ax) <= 0.05, scores


def test_the_sentence_has_fifty_words_and_a_gloss_for_each() -> None:
    assert len(_translation.GERMAN) == 50
    assert len(_translation.ENGLISH) == 52
    matches = _translation.matches()
    assert matches.any(axis=0).all()
    assert matches.any(axis=1).all()


def test_a_row_of_the_alignment_by_hand() -> None:
    # hikers is English word 10 and stands for Wanderer, German word 3
    row = shares([5.0 * (j == 3) - 0.25 * abs(j - 10 * 50 / 52) for j in range(1, 51)])
    np.testing.assert_allclose(_translation.alignment()[9], row, rtol=1e-12)
    assert f"Wanderer {row[2]:.2f}" in sentence(translation.view(10))


@pytest.mark.parametrize("carried", [0.5, 0.9, 1.0])
def test_shares_of_the_one_vector_are_its_derivatives(carried: float) -> None:
    def last(vectors: np.ndarray) -> np.ndarray:
        h = np.zeros(_translation.WIDTH)
        for x in vectors:
            h = np.tanh(carried * R @ h + x)
        return h

    rng = np.random.default_rng(0)
    R = np.linalg.qr(rng.normal(size=(32, 32)))[0]
    table = {word: rng.normal(scale=0.1, size=32) for word in dict.fromkeys(_translation.GERMAN)}
    X = np.array([table[word] for word in _translation.GERMAN])
    sizes = {}
    for t in (40, 49):
        columns = []
        for i in range(32):
            up, down = X.copy(), X.copy()
            up[t, i] += 1e-5
            down[t, i] -= 1e-5
            columns.append((last(up) - last(down)) / 2e-5)
        sizes[t] = np.linalg.norm(columns)
    held = _translation.summary_shares(carried)
    assert held.sum() == pytest.approx(1)
    assert held[40] / held[49] == pytest.approx(sizes[40] / sizes[49], rel=1e-6)


def page() -> str:
    """The page's text with its numbers worked out."""
    text = (DOCS / "deep-dive.md").read_text(encoding="utf-8")
    return re.sub(r"`#!calc ([^`]+)`", lambda match: evaluate(match[1], NAMES), text)


def test_the_repaired_numbers_stand_on_the_page() -> None:
    text = page()
    at_64, undivided = shares([s / 8 for s in SCORES]), shares(SCORES)
    assert f"*animal* gets {at_64[1]:.5f}, and *tired* is back with {at_64[3]:.5f}" in text
    assert f"*animal* takes {undivided[1]:.7f}." in text
    assert f"{(15 / math.log(0.85 / 0.12)) ** 2:.1f}. For .85 to .01, {(85 / math.log(85)) ** 2:.0f}." in text
    below, above = (shares([s / math.sqrt(width) for s in SCORES])[1] for width in (74.65, 74.75))
    assert below > 0.85 > above
    assert "over these four words, 74.7." in text
    assert f"sum to {0.85 + 0.12 + 0.01:.2f}." in text


def test_the_leak_stands_on_the_page() -> None:
    text = page()
    leak = sum(shares([2, 0.5, 0.8, 1, 0, 0, 0, 0])[4:])
    assert f"The padding gets {100 * leak:.1f}\N{NO-BREAK SPACE}% of the weight." in text
    first, second, third, last = (f"{w:.3f}" for w in shares([2, 0.5, 0.8, 1]))
    assert f"get {first}, {second}, {third} and {last}, the padding exactly 0." in text
    assert f"sum to {1 - leak:.3f}" in text


def test_limits_and_lengths_stand_on_the_page() -> None:
    text = page()
    assert f"above {math.log((2 - 2**-23) * 2.0**127):.2f}" in text
    assert f"above {math.log(65504):.2f}" in text
    assert f"= {1.4 * 1.7 + 0.6 * 1.1:.2f}." in text
    assert (
        f"it is {128_000 * 0.75:,.0f} words. At 300 words to a page that makes {128_000 * 0.75 / 300:.0f} pages"
        in text
    )
    assert "16.4 billion" in text
    assert "#!calc" not in text


def test_every_word_can_be_pressed_and_only_one_is_current() -> None:
    figure = translation.view(52).parts[0]
    assert isinstance(figure, Element)
    buttons = [e for e in walk(figure) if e.tag == "button"]
    assert len(buttons) == 52
    assert [text_of(b) for b in buttons if dict(b.attributes)["aria-pressed"] == "true"] == ["wanted."]


def test_a_tie_is_said_to_be_one() -> None:
    assert sentence(weighted_sum.view(9, -9, 9, -9)).startswith("The and street count most and alike, 0.50.")
    assert sentence(weighted_sum.view(0, 0, 0, 0)).startswith("All four count 0.25")

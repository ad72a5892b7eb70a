"""The bench of Q, K, V and the mask painter, against numpy and by hand."""

import itertools
import re
from collections.abc import Mapping

import numpy as np
import pytest

from demos import mask_painter, qkv_bench
from live_demo import grid_text
from live_demo.demo import Demo, load
from live_demo.elements import Element, text_of, walk

BENCH, PAINTER = load("qkv-bench"), load("mask-painter")


def attributes(node: Element) -> dict[str, str]:
    return dict(node.attributes)


def shown(demo: Demo, values: Mapping[str, str]) -> list[Element]:
    view = demo.view(values)
    return [e for node in view.nodes() if isinstance(node, Element) for e in walk(node)]


def cell(found: list[Element], name: str) -> Element:
    return next(e for e in found if attributes(e).get("data-cell") == name)


def sentence(found: list[Element]) -> str:
    return text_of(next(e for e in found if attributes(e).get("class") == "ld-say"))


def texts(found: list[Element], matrix: str) -> list[str]:
    return [text_of(e) for e in found if attributes(e).get("data-cell", "").startswith(f"{matrix}-")]


def test_the_bench_prints_every_product() -> None:
    # By hand: 1.4 × 1.7 + 0.6 × 1.1 = 2.38 + 0.66; 3.04 / √2 = 2.150; the rest with a desk calculator.
    found = shown(BENCH, {})
    assert texts(found, "s") == ["0.54", "3.04", "0.52", "0.26", "1.44", "−1.48", "0.20", "1.15", "1.95"]
    assert texts(found, "z") == ["0.38", "2.15", "0.37", "0.18", "1.02", "−1.05", "0.14", "0.81", "1.38"]
    assert texts(found, "a") == ["0.13", "0.75", "0.13", "0.28", "0.64", "0.08", "0.16", "0.31", "0.54"]
    assert texts(found, "o") == ["0.67", "0.38", "0.59", "0.33", "−0.02", "0.66"]


def test_each_cell_says_the_sum_it_comes_from() -> None:
    found = shown(BENCH, {})
    says = {m: attributes(cell(found, m))["aria-label"] for m in ("s-0-1", "z-1-2", "a-0-1", "o-2-0")}
    assert says == {
        "s-0-1": "it asks animal: 1.4 × 1.7 + 0.6 × 1.1 = 3.04; ÷ √2 = 2.15; share of the row 0.75",
        "z-1-2": "animal asks street: −1.48 ÷ √2 = −1.05",
        "a-0-1": "it takes from animal: exp(2.15) ÷ (exp(0.38) + exp(2.15) + exp(0.37)) = 0.75",
        "o-2-0": "street receives, column 1: 0.156 × 0.0 + 0.306 × 1.0 + 0.538 × −0.6 = −0.02",
    }
    line = next(e for e in found if attributes(e).get("class") == "ld-pointed-say")
    assert text_of(line) == says["s-0-1"]


def test_the_outlined_parents_are_those_in_the_sum() -> None:
    found = shown(BENCH, {})
    hot = {attributes(e)["data-cell"] for e in found if "ld-hot" in attributes(e).get("class", "").split()}
    assert hot == {"q-0-0", "q-0-1", "k-1-0", "k-1-1", "s-0-1", "z-0-1", "a-0-1"}
    assert attributes(cell(found, "o-2-0"))["data-parents"].split() == ["a-2", "v-0-0", "v-1-0", "v-2-0"]
    symbols = [attributes(e)["data-symbol"] for e in found if "data-symbol" in attributes(e)]
    assert sorted(symbols) == sorted("qkvszao")


def test_a_tied_bench_has_symmetric_scores() -> None:
    found = shown(BENCH, {"k": grid_text(qkv_bench.Q)})
    s = np.reshape(texts(found, "s"), (3, 3))
    assert (s == s.T).all()
    assert s[0, 1] == "0.88"  # 1.4 × 0.2 + 0.6 × 1.0
    assert "it asks animal 0.88, and animal asks it the same" in sentence(found)


def test_swapped_keys_take_their_values_along() -> None:
    before, after = shown(BENCH, {}), shown(BENCH, qkv_bench.SWAPPED)
    a, b = (np.reshape(texts(found, "a"), (3, 3)) for found in (before, after))
    assert (a[:, [0, 2, 1]] == b).all()
    assert texts(before, "o") == texts(after, "o")
    assert attributes(cell(after, "s-0-1"))["aria-label"].startswith(
        "it asks street: 1.4 × 1.1 + 0.6 × −1.7 = 0.52"
    )
    assert "two columns of A moved, AV did not" in sentence(after)


def test_queries_of_zero_average_the_values() -> None:
    found = shown(BENCH, {"q": "0,0;0,0;0,0"})
    assert set(texts(found, "a")) == {"0.33"}
    assert texts(found, "o") == ["0.13", "0.50"] * 3  # (0 + 1 − 0.6) / 3, (0.2 + 0.3 + 1) / 3
    assert (
        sentence(found)
        == "Every share is a third. All scores are 0, so each word receives 0.13, 0.50, the mean of V."
    )


def test_the_bench_holds_at_the_ends() -> None:
    ends = [grid_text([[x] * 2] * 3) for x in (-9, 0, 9)]
    for q, k, v in itertools.product(ends, repeat=3):
        found = shown(BENCH, {"q": q, "k": k, "v": v})
        assert max(map(len, texts(found, "s") + texts(found, "z") + texts(found, "o"))) <= 6
        assert "NaN" not in "".join(map(text_of, found))
    found = shown(BENCH, {"q": ends[2], "k": "9,9;-9,-9;0,0"})
    assert texts(found, "a")[:3] == [">0.99", "<0.01", "<0.01"]  # softmax never gives 1
    assert texts(found, "s")[:2] == ["162", "−162"]


def test_the_leak_and_what_is_right() -> None:
    e = np.exp([2, 0.5, 0.8, 1, 0, 0, 0, 0])
    assert f"{100 * e[4:].sum() / e.sum():.1f} %" == "22.2 %"
    leaking = sentence(shown(PAINTER, {"way": "zero"}))
    assert leaking.startswith("22.2 % of tired’s weight leaks to forbidden keys.")
    right = sentence(shown(PAINTER, {}))  # the start: padding, −∞ before softmax
    assert right.startswith("Nothing leaks.")
    assert right.endswith("With 0 before softmax, 22.2 % of it would leak.")
    assert [f"{w:.3f}" for w in e[:4] / e[:4].sum()] == re.findall(r"0\.\d{3}", right)
    assert re.findall(r"0\.\d{3}", right) == ["0.528", "0.118", "0.159", "0.194"]
    late = sentence(shown(PAINTER, {"way": "after"}))
    assert late.startswith("tired’s row has lost 22.2 %.")
    assert [f"{w:.3f}" for w in e[:4] / e.sum()] == re.findall(r"0\.\d{3}", late)


@pytest.mark.parametrize("way", mask_painter.WAYS)
def test_weights_are_those_of_plain_numpy(way: str) -> None:
    allowed = np.random.default_rng(5).random((5, 8)) < 0.6
    allowed[:, 0] = True
    S = mask_painter.S
    given = {"before": np.where(allowed, S, -np.inf), "zero": S * allowed, "after": S}[way]
    expected = np.exp(given) / np.exp(given).sum(axis=-1, keepdims=True)
    _, A = mask_painter.masked(allowed, way)
    np.testing.assert_allclose(A, expected * allowed if way == "after" else expected, rtol=0, atol=1e-15)


def grid_of(preset: str) -> list[list[int]]:
    assert PAINTER.presets is not None
    text = PAINTER.presets.options[preset]["mask"]
    return [[int(v) for v in row.split(",")] for row in text.split(";")]


def test_presets_forbid_what_they_say() -> None:
    assert grid_of("none") == [[1] * 8] * 5
    assert grid_of("padding") == [[1] * 4 + [0] * 4] * 5
    assert grid_of("causal") == [[1] * n + [0] * (8 - n) for n in (1, 2, 3, 4, 5)]
    assert grid_of("both") == [[1] * n + [0] * (8 - n) for n in (1, 2, 3, 4, 4)]
    assert grid_of("padding on both axes") == [[1] * 4 + [0] * 4] * 4 + [[0] * 8]


def test_a_row_without_keys() -> None:
    mask = {"mask": grid_text(grid_of("padding on both axes"))}
    said = sentence(shown(PAINTER, mask | {"way": "before"}))
    assert "No key is left for pad: softmax alone gives NaN there, 0 ÷ 0; here attention gives zeros." in said
    _, A = mask_painter.masked(np.array(grid_of("padding on both axes"), dtype=bool), "before")
    assert (A[4] == 0).all()
    assert "an eighth each" in sentence(shown(PAINTER, mask | {"way": "zero"}))


def test_pressing_a_score_forbids_it_and_pressing_again_allows_it() -> None:
    found = shown(PAINTER, {"way": "before"})
    buttons = [e for e in found if e.tag == "button" and '"mask"' in attributes(e)["data-set"]]
    assert len(buttons) == 40
    assert text_of(buttons[0]) == "forbid it to ask it: 1.2"
    assert (attributes(buttons[0])["aria-pressed"], attributes(buttons[0])["data-set"]) == (
        "false",
        '{"mask": {"0,0": 0}}',
    )
    last = buttons[-1]
    assert (attributes(last)["aria-pressed"], text_of(last)) == ("true", "forbid pad 1 to ask pad 4: −∞")
    assert attributes(last)["data-set"] == '{"mask": {"4,7": 1}}'


@pytest.mark.parametrize("way", mask_painter.WAYS)
def test_the_painter_holds_at_the_ends(way: str) -> None:
    for mask in (np.zeros((5, 8), int), np.ones((5, 8), int), np.eye(5, 8, dtype=int)):
        html = PAINTER.view({"mask": grid_text(mask.tolist()), "way": way}).html()
        assert len(html) < 60_000
        assert "nan" not in html.lower().replace("gives nan there", "")

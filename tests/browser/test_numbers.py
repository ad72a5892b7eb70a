"""The numbers that the pages print, worked out again with plain numpy and found in the built HTML."""

import math
from collections.abc import Callable
from pathlib import Path

import html5lib
import numpy as np
import pytest

from tests.browser.server import SiteServer

SCORES = np.array([2.0, 95.0, 10.0, 80.0])  # The, animal, street, tired
PRINTED = {"animal": 0.85, "street": 0.01, "tired": 0.12}
DRAWS, KEYS = 4000, 16


def softmax(z: np.ndarray) -> np.ndarray:
    e = np.exp(z - z.max(-1, keepdims=True))
    weights: np.ndarray = e / e.sum(-1, keepdims=True)
    return weights


def prose(folder: Path, page: str) -> str:
    """The text of a page's content, less what its demos say."""
    html = (folder / page / "index.html").read_text(encoding="utf-8")
    tree = html5lib.parse(html, namespaceHTMLElements=False)
    (content,) = list(tree.iter("article"))
    for parent in list(content.iter()):
        for child in list(parent):
            if child.tag == "live-demo":
                parent.remove(child)
    return " ".join("".join(content.itertext()).split())


@pytest.fixture(scope="module")
def text(site: SiteServer) -> Callable[[str], str]:
    pages: dict[str, str] = {}
    return lambda page: pages.setdefault(page, prose(site.folder, page))


def test_the_worked_scores(text: Callable[[str], str]) -> None:
    page = text("deep-dive")
    scaled = softmax(SCORES / math.sqrt(64))
    assert (f"{scaled[1]:.5f}", f"{scaled[3]:.5f}") == ("0.86701", "0.13296")
    assert f"{softmax(SCORES)[1]:.7f}" == "0.9999997"
    for number in ("0.86701", "0.13296", "0.9999997"):
        assert number in page


def test_the_widths_that_the_sketch_would_need(text: Callable[[str], str]) -> None:
    """Ln(a/b) = (difference of scores) / sqrt(d); the third is found by halving."""
    tired = ((95 - 80) / math.log(PRINTED["animal"] / PRINTED["tired"])) ** 2
    street = ((95 - 10) / math.log(PRINTED["animal"] / PRINTED["street"])) ** 2
    low, high = 1.0, 1000.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if softmax(SCORES / math.sqrt(middle))[1] > 0.85 else (low, middle)
    assert (f"{tired:.1f}", f"{street:.0f}", f"{low:.1f}") == ("58.7", "366", "74.7")
    for number in ("58.7", "366", "74.7"):
        assert f" {number}" in text("deep-dive")


def top_weights(width: int) -> tuple[float, float]:
    """The mean top weight, raw and divided by sqrt(width), with draws of this test's own."""
    draw = np.random.default_rng(2026)
    raw, divided = [], []
    for _ in range(DRAWS):
        z = draw.standard_normal((KEYS, width)) @ draw.standard_normal(width)
        raw.append(softmax(z).max())
        divided.append(softmax(z / math.sqrt(width)).max())
    return float(np.mean(raw)), float(np.mean(divided))


def test_the_top_weights_of_random_keys(text: Callable[[str], str]) -> None:
    raw, divided = top_weights(64)
    cells = text("math/scale").partition("top weight, raw divided 64 ")[2].split()
    _spread, shown_raw, shown_divided = map(float, cells[:3])
    assert shown_raw == pytest.approx(0.84, abs=0.01)
    assert shown_divided == pytest.approx(0.246, abs=0.005)
    # two runs of 4000 draws differ by their standard errors, some .003 and .001
    assert shown_raw == pytest.approx(raw, abs=0.012)
    assert shown_divided == pytest.approx(divided, abs=0.005)
    assert f"{DRAWS} draws" in text("math/scale")
    assert "seed 0" in text("math/scale")


def test_the_cost_of_a_layer(text: Callable[[str], str]) -> None:
    n, d = 1000, 512
    attention, projections, feed_forward = 4 * n * n * d, 8 * n * d * d, 16 * n * d * d
    share = attention / (attention + projections + feed_forward)
    assert (f"{attention / 1e9:.2f}", f"{share:.1%}") == ("2.05", "24.6%")
    # 4 n^2 d = 8 n d^2 + 16 n d^2 at n = 6 d
    assert 4 * (6 * d) ** 2 * d == (8 + 16) * (6 * d) * d * d
    page = text("math/cost")
    for number in ("2.05 GFLOP", "24.6 %", "1 million", "10 billion", f"{6 * d:,}"):
        assert number in page
    assert (1000**2, 100_000**2) == (1_000_000, 10_000_000_000)


def test_the_bytes_of_a_hundred_thousand_words(text: Callable[[str], str]) -> None:
    assert 100_000**2 * np.dtype(np.float16).itemsize == 20e9
    for page in ("math/cost", "math/tiles-and-cache"):
        assert "20 GB" in text(page)


def test_the_leak_of_a_mask_that_comes_as_zero(text: Callable[[str], str]) -> None:
    leaking = softmax(np.array([2, 0.5, 0.8, 1, 0, 0, 0, 0]))
    right = softmax(np.array([2, 0.5, 0.8, 1]))
    assert f"{leaking[4:].sum():.1%}" == "22.2%"
    assert [f"{w:.3f}" for w in right] == ["0.528", "0.118", "0.159", "0.194"]
    for number in ("22.2", "0.528", "0.118", "0.159", "0.194"):
        assert number in text("deep-dive")


def test_tiles_agree_with_the_whole(text: Callable[[str], str]) -> None:
    """The running maximum, sum and output over blocks of keys, written out once more."""
    draw = np.random.default_rng(0)
    q, k, v = (draw.standard_normal((512, 64)) for _ in range(3))
    z = q @ k.T / 8
    m, total, out = np.full((512, 1), -np.inf), np.zeros((512, 1)), np.zeros((512, 64))
    for block in range(0, 512, 64):
        part = z[:, block : block + 64]
        new = np.maximum(m, part.max(1, keepdims=True))
        keep, e = np.exp(m - new), np.exp(part - new)
        total, out, m = keep * total + e.sum(1, keepdims=True), keep * out + e @ v[block : block + 64], new
    assert np.abs(out / total - softmax(z) @ v).max() < 1e-14
    page = text("math/tiles-and-cache")
    assert "below 10⁻¹⁴" in page
    shown = page.partition(" × 10⁻¹⁶")[0].split()[-1]
    assert 0 < float(shown) < 100  # 10⁻¹⁶

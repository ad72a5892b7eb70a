"""The numbers in the prose on cost, approximations, tiles and cache, worked out another way."""

from pathlib import Path

import numpy as np
import pytest

from attn_core import tiled_attention
from mkdocs_live_demo.prose_numbers import evaluate, page_names, shared_names

NUMBERS = Path(__file__).parents[2] / "docs/numbers"
SHARED = shared_names(["numpy as np", "attn_core"])


def number(page: str, expression: str) -> str:
    return evaluate(expression, SHARED | page_names(page, NUMBERS))


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("count(scores)", "1 million"),
        ("count(book_scores)", "10 billion"),
        ('sized(book_bytes, "B")', "20 GB"),
        ('sized(layer.attention, "FLOP")', "2.05 GFLOP"),  # 4 · 1000² · 512
        ('percent(layer.shares["attention"])', "24.6 %"),
        ('percent(twice.shares["attention"])', "39.4 %"),  # 2000 / (2000 + 3072)
        ('percent(book.shares["attention"])', "97.0 %"),  # 100000 / 103072
        ('percent(gpt2.shares["attention"])', "18.2 %"),  # 1024 / (1024 + 4608)
        ('f"{causal_scores:,}"', "500,500"),
        ('f"{crossing(WIDTH):,}"', "3,072"),
        ("count(model_scores)", "48 million"),
    ],
)
def test_numbers_of_the_page_on_cost(expression: str, text: str) -> None:
    assert number("math_cost", expression) == text


def test_numbers_of_the_page_on_approximations() -> None:
    # 256 on each side of 100,000: a band of 513, less a triangle of 1 + … + 256 at each end.
    assert number("math_approximations", "window.scores") == str(513 * 100_000 - 256 * 257)
    assert number("math_approximations", "percent(kept_share)") == "0.5 %"
    assert number("math_approximations", "window_layers") == "391"  # 99,999 steps of 256
    for method in ("random_error(64, SHARP)", "kernel_error(SHARP)"):  # what the page calls failing
        assert 0.9 < float(number("math_approximations", f"str({method} / uniform_error(SHARP))")) < 1
    assert number("math_approximations", "fixed(worked, 1)") == "17.5"  # 2 · (10 + 60) / (2 · 4)


def test_tiles_agree_with_dense_on_the_page() -> None:
    Q, K, V = np.random.default_rng(0).standard_normal((3, 512, 64))
    S = Q @ K.T / 8
    W = np.exp(S - S.max(axis=1, keepdims=True))
    dense = W @ V / W.sum(axis=1, keepdims=True)
    assert np.abs(tiled_attention(Q, K, V, block_size=64) - dense).max() < 1e-14
    assert number("math_tiles", "agreement") == "below 10⁻¹⁴"
    assert number("math_tiles", "BLOCK") == "64"
    assert number("math_tiles", 'sized(tiled_bytes, "B")') == "12.8 MB"  # 100,000 · 64 scores of 2 bytes
    softmaxed = np.exp([1.0, 2.0, 4.0]) @ np.array([2.0, 6.0, 8.0]) / np.exp([1.0, 2.0, 4.0]).sum()
    assert number("math_tiles", "fixed(output_second, 3)") == f"{softmaxed:.3f}"


def test_a_difference_that_is_rounding_is_printed_as_in_the_figure() -> None:
    assert number("math_positions", "no_difference") == "<10⁻¹²"


@pytest.mark.parametrize(
    ("name", "n_bytes", "text"),
    [
        ("gpt2", 2 * 12 * 12 * 64 * 1024 * 2, "37.7 MB"),
        ("llama_7b", 2 * 32 * 32 * 128 * 4096 * 2, "2.15 GB"),
        ("llama_70b", 2 * 80 * 8 * 128 * 4096 * 2, "1.34 GB"),
        ("llama_70b_ungrouped", 2 * 80 * 64 * 128 * 4096 * 2, "10.7 GB"),
    ],
)
def test_bytes_of_caches(name: str, n_bytes: int, text: str) -> None:
    assert number("math_tiles", name) == str(n_bytes)
    assert number("math_tiles", f'sized({name}, "B")') == text

"""Numbers of the page “Tiles and cache”: agreement, memory, and the size of caches."""

import json
from pathlib import Path

import numpy as np

from attn_core import attention_cost, scaled_dot_product_attention, softmax, tiled_attention
from demos._powers import scientific
from demos._units import count, percent, sized, three
from demos.cache_stepper import with_cache, without_cache
from demos.tile_stepper import SCORES, VALUES, carried, dense

ROOT = Path(__file__).parents[2]
MEASURED = json.loads((ROOT / "bench/results/tiled_memory.json").read_text(encoding="utf-8"))
LONGEST = MEASURED["rows"][-1]

# 512 queries against 512 keys of width 64, in blocks of 64: how far tiles and dense attention are apart.
SEED, LENGTH, WIDTH, BLOCK = 0, 512, 64, 64
CLOSE = 1e-14


def largest_difference() -> float:
    """The largest difference between an output of tiled and of dense attention."""
    Q, K, V = np.random.default_rng(SEED).standard_normal((3, LENGTH, WIDTH))
    tiled = tiled_attention(Q, K, V, block_size=BLOCK)
    return float(np.abs(tiled - scaled_dot_product_attention(Q, K, V)).max())


difference = largest_difference()
agreement = "below 10⁻¹⁴" if difference < CLOSE else f"not below 10⁻¹⁴ but {scientific(difference)}"

# The worked example: scores 1, 2 | 4, values 2, 6 | 8.
first, second = np.array([1.0, 2.0]), np.array([1.0, 2.0, 4.0])
sum_first = float(np.exp(first - 2).sum())
output_first = float(softmax(first) @ VALUES[[0, 1]])
rescale = float(np.exp(2.0 - 4.0))
sum_second = rescale * sum_first + 1
output_second = (rescale * sum_first * output_first + 8.0) / sum_second

BOOK = 100_000
dense_bytes = attention_cost(BOOK, 64, 1).score_bytes
tiled_bytes = attention_cost(BOOK, 64, 1, kind="tiled", block_size=BLOCK).score_bytes
same_work = attention_cost(BOOK, 64, 1, kind="tiled").flops / attention_cost(BOOK, 64, 1).flops


def cache_bytes(layers: int, kv_heads: int, head_width: int, tokens: int) -> int:
    """Bytes of a cache in float16: a key and a value of every token, in every layer and key head."""
    return layers * attention_cost(1, kv_heads * head_width, kv_heads, m=tokens, kind="cached").kv_bytes


# Layers, heads of keys and values, their width, and context, as published with each model.
gpt2 = cache_bytes(12, 12, 64, 1024)
llama_7b = cache_bytes(32, 32, 128, 4096)
llama_70b = cache_bytes(80, 8, 128, 4096)
llama_70b_ungrouped = cache_bytes(80, 64, 128, 4096)

thousandth = with_cache(1000, 64)
thousandth_anew = without_cache(1000, 64)

__all__ = [
    "BLOCK",
    "BOOK",
    "LENGTH",
    "LONGEST",
    "MEASURED",
    "SCORES",
    "WIDTH",
    "agreement",
    "cache_bytes",
    "carried",
    "count",
    "dense",
    "dense_bytes",
    "difference",
    "gpt2",
    "llama_7b",
    "llama_70b",
    "llama_70b_ungrouped",
    "output_first",
    "output_second",
    "percent",
    "rescale",
    "same_work",
    "scientific",
    "second",
    "sized",
    "sum_first",
    "sum_second",
    "thousandth",
    "thousandth_anew",
    "three",
    "tiled_bytes",
]

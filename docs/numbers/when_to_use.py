"""The numbers of the page on when to use attention, and when not."""

import numpy as np

from attn_core import attention_cost, layer_cost, norm_weighted, scaled_dot_product_attention
from demos._keys import NAMES, K
from demos._toy_heads import toy_head
from demos._units import count, percent, sized, three
from demos.bottleneck import ADDED, DRAWS, FITTED, QUESTIONS, recall
from demos.complexity_chooser import KINDS, rows_for
from demos.sentence_strip import RECORD, WORDS
from demos.variants_bench import misplaced, variants
from live_demo import share

N, D, HEADS = 1000, 512, 8
LONG, ONE_HEAD = 100_000, 64

# Words far apart
IT, ANIMAL = WORDS.index("it"), WORDS.index("animal")
from_animal = share(RECORD["rows"][IT][ANIMAL])
words_back = IT - ANIMAL
table = dict(zip(KINDS, rows_for(N, D, 3, 128), strict=True))
path = {kind: f"{row.path:,}" for kind, row in table.items()}
operations = {kind: count(row.operations) for kind, row in table.items()}

# A fixed-size summary
PAIRS, WIDTH = 128, 32
recalled = {rule: recall(PAIRS, WIDTH, rule) for rule in (ADDED, FITTED)}
by_attention, by_fit = (percent(p) for p in recalled[FITTED])
by_adding = percent(recalled[ADDED][1])
NARROW, MANY = 8, 256
narrow_by_attention = percent(recall(MANY, NARROW, FITTED)[0])
few_by_fit = percent(recall(WIDTH, WIDTH, FITTED)[1])
kept_by_summary, kept_by_attention = f"{WIDTH * WIDTH:,}", f"{2 * PAIRS * WIDTH:,}"

# Every key reweighted
QUERY = np.array([[1.4, 0.6]])
TIRED = NAMES.index("tired")


def animal_among(keys: np.ndarray) -> str:
    """The share of “animal” among the lab's keys, which stand for values as well."""
    weights = scaled_dot_product_attention(QUERY, keys, keys, return_weights=True)[1]
    return share(weights[0, NAMES.index("animal")])


animal_of_four = animal_among(K)
animal_of_three = animal_among(np.delete(K, TIRED, axis=0))

# The cost of long texts
layer = layer_cost(N, D, HEADS)
attention_flops, attention_part = sized(layer.attention, "FLOP"), percent(layer.shares["attention"])
scores = {n: count(attention_cost(n, ONE_HEAD, 1).scores) for n in (N, LONG)}
memory = sized(attention_cost(LONG, ONE_HEAD, 1).score_bytes, "B")
memory_in_tiles = sized(attention_cost(LONG, ONE_HEAD, 1, kind="tiled").score_bytes, "B")


def overtakes() -> int:
    """How many widths long a text is when attention's products reach half of the layer."""
    return next(times for times in range(1, 100) if layer_cost(times * D, D, HEADS).shares["attention"] >= 0.5)


def twice(n: int) -> str:
    """How many times as much a layer costs when the text of n tokens doubles."""
    return three(layer_cost(2 * n, D, HEADS).total / layer_cost(n, D, HEADS).total)


head_near, head_far = (toy_head(128, locality, 2.0, sink=False) for locality in (1.0, 0.0))
lost = {
    name: [share(misplaced(v.weights, found[0].weights)) for found in pair for v in found if v.name == name]
    for pair in [(variants(head_near, 32), variants(head_far, 32))]
    for name in ("window", "linear")
}

# A window of three tokens to either side
REACH = 7
window = rows_for(N, D, REACH, REACH)
by_window, by_whole = count(window[3].operations), count(window[0].operations)
times_fewer = f"{window[0].operations / window[3].operations:.0f}"
window_path = f"{window[3].path:,}"

# Two rows of weights, one output; a large weight on a short value
VALUES = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])
ROWS = np.array([[0.5, 0.5, 0.0], [0.1, 0.1, 0.8]])
same = ROWS @ VALUES
moved = percent(misplaced(ROWS[:1], ROWS[1:]))
added = norm_weighted([[0.9, 0.1]], [[0.1, 0.0], [0.0, 3.0]])[0]

__all__ = [
    "DRAWS",
    "HEADS",
    "LONG",
    "MANY",
    "NARROW",
    "ONE_HEAD",
    "PAIRS",
    "QUESTIONS",
    "REACH",
    "ROWS",
    "WIDTH",
    "D",
    "N",
    "added",
    "animal_of_four",
    "animal_of_three",
    "attention_flops",
    "attention_part",
    "by_adding",
    "by_attention",
    "by_fit",
    "by_whole",
    "by_window",
    "few_by_fit",
    "from_animal",
    "kept_by_attention",
    "kept_by_summary",
    "lost",
    "memory",
    "memory_in_tiles",
    "moved",
    "narrow_by_attention",
    "operations",
    "overtakes",
    "path",
    "same",
    "scores",
    "times_fewer",
    "twice",
    "window_path",
    "words_back",
]

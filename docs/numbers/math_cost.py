"""Numbers of the page “The cost of looking everywhere”: scores, operations and bytes."""

from attn_core import attention_cost, layer_cost
from demos._units import count, percent, sized, three
from demos.quadratic_curve import crossing

# The Transformer base model of the paper: six encoder layers of width 512 with eight heads.
LAYERS, WIDTH, HEADS = 6, 512, 8
# GPT-2 small, from its published code: width 768, at most 1024 tokens, feed-forward width 4 × 768.
GPT2_WIDTH, GPT2_CONTEXT = 768, 1024
PAGE, BOOK = 1000, 100_000

scores, book_scores = attention_cost(PAGE, WIDTH, 1).scores, attention_cost(BOOK, WIDTH, 1).scores
causal_scores = attention_cost(PAGE, WIDTH, 1, causal=True).scores
model_scores = LAYERS * attention_cost(PAGE, WIDTH, HEADS).scores
book_bytes = attention_cost(BOOK, WIDTH, 1).score_bytes

layer = layer_cost(PAGE, WIDTH, HEADS)
twice = layer_cost(2 * PAGE, WIDTH, HEADS)
book = layer_cost(BOOK, WIDTH, HEADS)
at_crossing = layer_cost(crossing(WIDTH), WIDTH, HEADS)
gpt2 = layer_cost(GPT2_CONTEXT, GPT2_WIDTH, 12)

__all__ = [
    "GPT2_CONTEXT",
    "GPT2_WIDTH",
    "WIDTH",
    "at_crossing",
    "book",
    "book_bytes",
    "book_scores",
    "causal_scores",
    "count",
    "crossing",
    "gpt2",
    "layer",
    "model_scores",
    "percent",
    "scores",
    "sized",
    "three",
    "twice",
]

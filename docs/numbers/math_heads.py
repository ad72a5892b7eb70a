"""Numbers of the page “Heads”: what they cost, and what a wrong reshape does."""

import numpy as np

from attn_core import attention_cost, scaled_dot_product_attention, split_heads
from demos.heads_reshape import cut
from live_demo import fixed

MODEL, HEADS, TOKENS = 512, 8, 1000
width = MODEL // HEADS
parameters = 4 * MODEL**2  # W_Q, W_K, W_V, W_O, without biases
one, eight = attention_cost(TOKENS, MODEL, 1), attention_cost(TOKENS, MODEL, HEADS)

strays = int((cut(3, transposed=False) // 6 != np.arange(4)[:, None]).sum())


def reshape_error() -> float:
    """How far the outputs of two heads are from the right ones after a reshape without transpose, at most."""
    x = np.random.default_rng(0).standard_normal((4, 6))
    right, wrong = split_heads(x, 2), x.reshape(2, 4, 3)
    outputs = [scaled_dot_product_attention(h, h, h) for h in (right, wrong)]
    return float(abs(outputs[0] - outputs[1]).max())


def giga(count: int) -> str:
    """A count in billions (10⁹)."""
    return fixed(count / 1e9)

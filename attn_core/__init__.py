"""Transformer attention in pure numpy, written to be read."""

from attn_core.attention import attention_scores, scaled_dot_product_attention
from attn_core.masks import causal_mask, combine_masks, key_length_mask, sliding_window_mask, to_additive
from attn_core.measures import effective_keys, entropy, kl_divergence, uniform_weights
from attn_core.softmax import log_softmax, logsumexp, softmax, softmax_backward

__all__ = [
    "attention_scores",
    "causal_mask",
    "combine_masks",
    "effective_keys",
    "entropy",
    "key_length_mask",
    "kl_divergence",
    "log_softmax",
    "logsumexp",
    "scaled_dot_product_attention",
    "sliding_window_mask",
    "softmax",
    "softmax_backward",
    "to_additive",
    "uniform_weights",
]

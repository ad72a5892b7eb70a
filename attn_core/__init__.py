"""Transformer attention in pure numpy, written to be read.

A module is imported when one of its names is first asked for.
"""

import importlib as _importlib
import typing as _typing

# Not left for later: importing that module elsewhere would put it in the place of its function.
from attn_core.softmax import log_softmax, logsumexp, softmax, softmax_backward

if _typing.TYPE_CHECKING:
    from attn_core.attention import attention_scores, scaled_dot_product_attention
    from attn_core.attention_backward import scaled_dot_product_attention_backward
    from attn_core.attribution import attention_rollout, norm_weighted
    from attn_core.cache import KVCache
    from attn_core.cost import Cost, attention_cost
    from attn_core.heads import merge_heads, split_heads
    from attn_core.layers import LayerComplexity, LayerCost, complexity_table, layer_cost
    from attn_core.linear import elu_feature_map, linear_attention
    from attn_core.masks import causal_mask, combine_masks, key_length_mask, sliding_window_mask, to_additive
    from attn_core.measures import effective_keys, entropy, kl_divergence, uniform_weights
    from attn_core.multihead import multi_head_attention
    from attn_core.norm import layer_norm, rms_norm
    from attn_core.positional import alibi_bias, alibi_slopes, sinusoidal_encoding
    from attn_core.random_features import favor_features, orthogonal_features
    from attn_core.rotary import apply_rotary, rope
    from attn_core.sparse_masks import bigbird_mask, longformer_mask
    from attn_core.tiled import tiled_attention

__all__ = [
    "Cost",
    "KVCache",
    "LayerComplexity",
    "LayerCost",
    "alibi_bias",
    "alibi_slopes",
    "apply_rotary",
    "attention_cost",
    "attention_rollout",
    "attention_scores",
    "bigbird_mask",
    "causal_mask",
    "combine_masks",
    "complexity_table",
    "effective_keys",
    "elu_feature_map",
    "entropy",
    "favor_features",
    "key_length_mask",
    "kl_divergence",
    "layer_cost",
    "layer_norm",
    "linear_attention",
    "log_softmax",
    "logsumexp",
    "longformer_mask",
    "merge_heads",
    "multi_head_attention",
    "norm_weighted",
    "orthogonal_features",
    "rms_norm",
    "rope",
    "scaled_dot_product_attention",
    "scaled_dot_product_attention_backward",
    "sinusoidal_encoding",
    "sliding_window_mask",
    "softmax",
    "softmax_backward",
    "split_heads",
    "tiled_attention",
    "to_additive",
    "uniform_weights",
]

_NAMES_OF_MODULES = {
    "attention": ("attention_scores", "scaled_dot_product_attention"),
    "attention_backward": ("scaled_dot_product_attention_backward",),
    "attribution": ("attention_rollout", "norm_weighted"),
    "cache": ("KVCache",),
    "cost": ("Cost", "attention_cost"),
    "heads": ("merge_heads", "split_heads"),
    "layers": ("LayerComplexity", "LayerCost", "complexity_table", "layer_cost"),
    "linear": ("elu_feature_map", "linear_attention"),
    "masks": ("causal_mask", "combine_masks", "key_length_mask", "sliding_window_mask", "to_additive"),
    "measures": ("effective_keys", "entropy", "kl_divergence", "uniform_weights"),
    "multihead": ("multi_head_attention",),
    "norm": ("layer_norm", "rms_norm"),
    "positional": ("alibi_bias", "alibi_slopes", "sinusoidal_encoding"),
    "random_features": ("favor_features", "orthogonal_features"),
    "rotary": ("apply_rotary", "rope"),
    "sparse_masks": ("bigbird_mask", "longformer_mask"),
    "tiled": ("tiled_attention",),
}

if not _typing.TYPE_CHECKING:  # type checkers read the imports above

    def __getattr__(name: str) -> object:
        for module, names in _NAMES_OF_MODULES.items():
            if name in names:
                value = getattr(_importlib.import_module(f"attn_core.{module}"), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module 'attn_core' has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)

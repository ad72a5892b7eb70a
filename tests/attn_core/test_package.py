"""What the package promises to whoever imports it."""

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import attn_core

FOLDER = Path(attn_core.__file__).parent
MODULES = [module.name for module in pkgutil.iter_modules(attn_core.__path__)]


SURFACE = {
    "Cost": "(scores, flops, score_bytes, kv_bytes)",
    "KVCache": "()",
    "LayerComplexity": "(layer, operations, sequential, path)",
    "LayerCost": "(attention, projections, feed_forward)",
    "alibi_bias": "(n_heads, lq, lk, query_offset=0)",
    "alibi_slopes": "(n_heads)",
    "apply_rotary": "(x, cos, sin, *, interleaved=False)",
    "attention_cost": (
        "(n, d_model, heads, *, m=None, causal=False, kind='dense', window=None, block_size=None, features=None, "
        "bytes_per_number=2)"
    ),
    "attention_rollout": "(weights_per_layer, residual=0.5)",
    "attention_scores": (
        "(query, key, *, scale=None, softcap=None, attn_mask=None, is_causal=False, query_offset=0, enable_gqa=False)"
    ),
    "bigbird_mask": "(n_blocks, block, num_global=1, num_window=3, num_random=1, rng=None)",
    "causal_mask": "(lq, lk, query_offset=0)",
    "combine_masks": "(*masks)",
    "complexity_table": "(n, d, k, r)",
    "effective_keys": "(weights, axis=-1)",
    "elu_feature_map": "(x)",
    "entropy": "(weights, axis=-1, base=2.718281828459045)",
    "favor_features": "(x, omega)",
    "key_length_mask": "(lengths, lk)",
    "kl_divergence": "(p, q, axis=-1, base=2.718281828459045)",
    "layer_cost": (
        "(n, d_model, heads, d_ff=None, *, m=None, causal=False, kind='dense', window=None, block_size=None, "
        "features=None, bytes_per_number=2)"
    ),
    "layer_norm": "(x, weight=None, bias=None, *, eps=1e-05, axis=-1)",
    "linear_attention": "(query, key, value, *, is_causal=False, key_mask=None)",
    "log_softmax": "(x, axis=-1)",
    "logsumexp": "(x, axis=-1, keepdims=False)",
    "longformer_mask": "(n, window, global_idx=())",
    "merge_heads": "(x)",
    "multi_head_attention": (
        "(query, key, value, *, num_heads, w_q, w_k, w_v, w_o, b_q=None, b_k=None, b_v=None, b_o=None, bias_k=None, "
        "bias_v=None, add_zero_attn=False, attn_mask=None, key_mask=None, is_causal=False, return_weights=False)"
    ),
    "norm_weighted": "(weights, value, w_o=None)",
    "orthogonal_features": "(m, d, rng)",
    "rms_norm": "(x, weight=None, *, eps=1e-06, axis=-1)",
    "rope": "(x, positions=None, *, base=10000.0, interleaved=False, rotary_dim=None)",
    "scaled_dot_product_attention": (
        "(query, key, value, attn_mask=None, *, is_causal=False, query_offset=0, window=None, scale=None, softcap=None, "
        "enable_gqa=False, dropout_p=0.0, rng=None, return_weights=False)"
    ),
    "scaled_dot_product_attention_backward": (
        "(grad_out, query, key, value, attn_mask=None, *, is_causal=False, query_offset=0, scale=None, enable_gqa=False)"
    ),
    "sinusoidal_encoding": "(n, d, base=10000.0)",
    "sliding_window_mask": "(lq, lk, left=None, right=None, query_offset=0)",
    "softmax": "(x, axis=-1)",
    "softmax_backward": "(grad, y, axis=-1)",
    "split_heads": "(x, num_heads)",
    "tiled_attention": (
        "(query, key, value, attn_mask=None, *, is_causal=False, query_offset=0, scale=None, block_size=64)"
    ),
    "to_additive": "(mask, dtype)",
    "uniform_weights": "(n, mask=None)",
}


def test_the_surface_is_the_documented_one() -> None:
    assert attn_core.__all__ == sorted(SURFACE)
    assert dir(attn_core) == sorted(SURFACE)


@pytest.mark.parametrize("name", sorted(SURFACE))
def test_signatures(name: str) -> None:
    signature = inspect.signature(getattr(attn_core, name))
    bare = [p.replace(annotation=inspect.Parameter.empty) for p in signature.parameters.values()]
    assert str(inspect.Signature(bare)) == SURFACE[name]


def test_a_cache_offers_update_and_its_length() -> None:
    assert [name for name in vars(attn_core.KVCache) if not name.startswith("_")] == ["update"]
    assert str(inspect.signature(attn_core.KVCache.update)).startswith("(self, k: 'ArrayLike', v: 'ArrayLike')")


def test_all_public_names_and_nothing_else_are_exported() -> None:
    public = {
        name
        for module in MODULES
        if not module.startswith("_")
        for name, member in vars(importlib.import_module(f"attn_core.{module}")).items()
        if not name.startswith("_") and inspect.getmodule(member) is sys.modules[f"attn_core.{module}"]
    }
    assert public == set(SURFACE)
    # A submodule takes the place of a function of the same name as soon as something imports it.
    assert public & set(MODULES) == {"softmax"}
    assert inspect.isfunction(attn_core.softmax)


def test_an_unknown_name_is_named() -> None:
    with pytest.raises(AttributeError, match=r"^module 'attn_core' has no attribute 'attend'$"):
        attn_core.attend  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_only_numpy_and_the_standard_library_are_imported(path: Path) -> None:
    allowed = {"attn_core", "numpy", *sys.stdlib_module_names}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert {alias.name.split(".")[0] for alias in node.names} <= allowed
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert str(node.module).split(".")[0] in allowed


def python(statements: str) -> list[str]:
    """Run a fresh interpreter and return the words it prints."""
    done = subprocess.run(
        [sys.executable, "-c", statements], capture_output=True, check=True, text=True, cwd=FOLDER.parent
    )
    return done.stdout.split()


@pytest.mark.skipif(sys.platform == "emscripten", reason="a page cannot start processes")
def test_importing_it_loads_no_numpy_module_that_numpy_itself_leaves_out() -> None:
    # A browser fetches what is imported: numpy.random alone is several hundred kB.
    listing = "import sys, numpy{}; print(*(m for m in sys.modules if m.startswith('numpy')))"
    assert set(python(listing.format(", attn_core; from attn_core import *"))) == set(python(listing.format("")))


@pytest.mark.skipif(sys.platform == "emscripten", reason="a page cannot start processes")
def test_importing_it_loads_the_rest_when_it_is_asked_for() -> None:
    listing = "import sys, attn_core; print(*(m for m in sys.modules if m.startswith('attn_core.')))"
    assert set(python(listing)) == {"attn_core.softmax", "attn_core._dtypes"}
    later = (
        "from attn_core.tiled import tiled_attention; from attn_core import softmax, rope; print(softmax, rope)"
    )
    assert python(later)[::4] == ["<function", "<function"]


def test_the_package_is_marked_as_typed() -> None:
    assert (FOLDER / "py.typed").read_bytes() == b""

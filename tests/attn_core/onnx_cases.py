"""The node cases that ONNX publishes, and its operators put together from this package's parts."""

import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np

from attn_core import (
    KVCache,
    apply_rotary,
    attention_scores,
    combine_masks,
    key_length_mask,
    layer_norm,
    log_softmax,
    merge_heads,
    rms_norm,
    scaled_dot_product_attention,
    softmax,
    split_heads,
)


class Case(SimpleNamespace):
    """A node with its attributes, and its inputs and outputs by name."""

    name: str
    attributes: dict[str, Any]
    inputs: dict[str, np.ndarray]
    outputs: dict[str, np.ndarray]


def collected() -> dict[str, list[Case]]:
    """Collect the cases of each operator of `ANSWERS`, those of their expansions into other operators left out."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import onnx
        from onnx.backend.test.case.node import collect_testcases

        cases: dict[str, list[Case]] = {operator: [] for operator in ANSWERS}
        every: Any = collect_testcases(None)
        for case in every:
            node, *others = case.model.graph.node
            if node.op_type not in ANSWERS or others or "_expanded" in case.name:
                continue
            names = [name for name in node.input if name], [name for name in node.output if name]
            inputs, outputs = (dict(zip(n, x, strict=True)) for n, x in zip(names, case.data_sets[0], strict=True))
            attributes = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
            cases[node.op_type].append(Case(name=case.name, attributes=attributes, inputs=inputs, outputs=outputs))
    return cases


def plain(x: np.ndarray) -> np.ndarray:
    """Return bfloat16 as float32, which holds it; numpy has no such type."""
    return x.astype(np.float32) if x.dtype.name == "bfloat16" else x


def attention(case: Case) -> dict[str, np.ndarray]:
    """Attention as ONNX has it, put together from this package's parts."""
    given, options = {name: plain(x) for name, x in case.inputs.items()}, case.attributes
    query, key, value = given["Q"], given["K"], given["V"]
    flat = query.ndim == 3
    if flat:
        heads = options["q_num_heads"], options["kv_num_heads"], options["kv_num_heads"]
        query, key, value = (split_heads(x, h) for x, h in zip((query, key, value), heads, strict=True))
    cache = KVCache()
    if "past_key" in given:
        cache.update(given["past_key"], given["past_value"])
    past = len(cache)
    key, value = cache.update(key, value)
    mask = given.get("attn_mask")
    if mask is not None and (short := key.shape[-2] - mask.shape[-1]):
        missing = np.full((*mask.shape[:-1], short), False if mask.dtype == bool else -np.inf, mask.dtype)
        mask = np.concatenate([mask, missing], axis=-1)
    offsets = [past] * len(query)
    if "nonpad_kv_seqlen" in given:
        real = key_length_mask(given["nonpad_kv_seqlen"], key.shape[-2])[:, None, None, :]
        mask = real if mask is None else combine_masks(mask, real)
        offsets = [int(n) - query.shape[-2] for n in given["nonpad_kv_seqlen"]]
    rows = [one_sequence(b, query, key, value, mask, offset, options) for b, offset in enumerate(offsets)]
    output, weights, scores = (np.stack(parts) for parts in zip(*rows, strict=True))
    answers = {"Y": merge_heads(output) if flat else output, "present_key": key, "present_value": value}
    answers["qk_matmul_output"] = weights if options.get("qk_matmul_output_mode") == 3 else scores
    return answers


def one_sequence(
    b: int, query: Any, key: Any, value: Any, mask: Any, offset: int, options: dict[str, Any]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Attention of one sequence of the batch, since each may have an offset of its own."""
    if mask is not None and mask.ndim == 4:
        mask = mask[b if len(mask) > 1 else 0]
    shared: dict[str, Any] = {
        "scale": options.get("scale"),
        "softcap": options.get("softcap") or None,
        "enable_gqa": True,
    }
    window: Any = tuple(
        None if options.get(side, -1) == -1 else options[side]
        for side in ("left_window_size", "right_window_size")
    )
    is_causal = bool(options.get("is_causal"))
    output, weights = scaled_dot_product_attention(
        query[b],
        key[b],
        value[b],
        mask,
        is_causal=is_causal,
        query_offset=offset,
        window=window,
        return_weights=True,
        **shared,
    )
    mode = options.get("qk_matmul_output_mode", 0)
    if mode == 0:
        shared["softcap"] = None
    if mode == 2:
        shared |= {"attn_mask": mask, "is_causal": is_causal, "query_offset": offset}
    return output, weights, attention_scores(query[b], key[b], **shared)


def rotary(case: Case) -> dict[str, np.ndarray]:
    x, cos, sin = (case.inputs[name] for name in ("input", "cos_cache", "sin_cache"))
    if "position_ids" in case.inputs:
        cos, sin = cos[case.inputs["position_ids"]], sin[case.inputs["position_ids"]]
    flat = x.ndim == 3
    x = split_heads(x, case.attributes["num_heads"]) if flat else x
    y = apply_rotary(x, cos[:, None], sin[:, None], interleaved=bool(case.attributes.get("interleaved")))
    return {"output": merge_heads(y) if flat else y}


def normalised(case: Case) -> dict[str, np.ndarray]:
    options = {"eps": case.attributes.get("epsilon", 1e-5), "axis": case.attributes.get("axis", -1)}
    if "B" in case.inputs:
        return {"Y": layer_norm(case.inputs["X"], case.inputs["W"], case.inputs["B"], **options)}
    return {"Y": rms_norm(case.inputs["X"], case.inputs["W"], **options)}


ANSWERS = {
    "Attention": attention,
    "Softmax": lambda case: {"y": softmax(case.inputs["x"], case.attributes.get("axis", -1))},
    "LogSoftmax": lambda case: {"y": log_softmax(case.inputs["x"], case.attributes.get("axis", -1))},
    "LayerNormalization": normalised,
    "RMSNormalization": normalised,
    "RotaryEmbedding": rotary,
}

"""Writes PyTorch's answers to the cases of `case_lists.py`, in float64.

    python -m pip install torch==2.13.0 numpy
    python -m tests.attn_core.golden.make_torch

In an environment of its own: neither the package nor its tests need PyTorch.
"""

import datetime
import json
import platform
from pathlib import Path
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found]
from torch.nn import functional  # type: ignore[import-not-found]

from tests.attn_core.golden import case_lists, cases

HERE = Path(__file__).parent
LIMIT = 1_000_000


def tensor(x: Any, grad: bool = False) -> torch.Tensor:
    """A tensor of its own memory, a leaf of the graph if gradients are wanted."""
    return torch.tensor(np.asarray(x)).requires_grad_(grad)


def attention(case: cases.Attention) -> list[torch.Tensor]:
    """Output, weights, and the gradients of query, key, value and a floating mask."""
    given = case.inputs()
    leaves = [tensor(given[name], True) for name in ("query", "key", "value")]
    mask = tensor(given["mask"], given["mask"].dtype != bool) if "mask" in given else None
    options = {"scale": case.scale, "enable_gqa": case.heads != case.groups}
    applied = mask
    if case.causal and (mask is not None or case.offset):
        seen = torch.ones(case.L, case.S, dtype=torch.bool).tril(case.offset)
        if mask is None:
            applied = seen
        else:
            applied = mask & seen if mask.dtype == torch.bool else mask.masked_fill(~seen, -torch.inf)
    elif case.causal:
        options["is_causal"] = True
    if applied is not None:
        applied = torch.atleast_2d(applied)
    out = functional.scaled_dot_product_attention(*leaves, applied, **options)
    with torch.no_grad():  # the operator behind it, which returns the weights and knows no bool masks
        if applied is not None and applied.dtype == torch.bool:
            applied = torch.zeros(applied.shape, dtype=torch.float64).masked_fill(~applied, -torch.inf)
        again, weights = torch.ops.aten._scaled_dot_product_attention_math(*leaves, applied, **options)
    torch.testing.assert_close(out, again, rtol=1e-12, atol=1e-12)
    wanted = leaves + ([mask] if mask is not None and mask.requires_grad else [])
    return [out, weights, *torch.autograd.grad(out, wanted, tensor(given["grad_out"]))]


def multihead(case: cases.Multihead) -> list[torch.Tensor]:
    """Output, and the weights of each head."""
    given = {name: tensor(x) for name, x in case.inputs().items()}
    layer = torch.nn.MultiheadAttention(
        case.width,
        case.heads,
        bias=case.bias,
        add_bias_kv=case.add_bias_kv,
        add_zero_attn=case.add_zero_attn,
        kdim=case.kdim,
        vdim=case.vdim,
        batch_first=True,
        dtype=torch.float64,
    )
    with torch.no_grad():
        if layer._qkv_same_embed_dim:
            layer.in_proj_weight.copy_(torch.cat([given["w_q"], given["w_k"], given["w_v"]]))
        else:
            for letter in "qkv":
                getattr(layer, f"{letter}_proj_weight").copy_(given[f"w_{letter}"])
        layer.out_proj.weight.copy_(given["w_o"])
        if case.bias:
            layer.in_proj_bias.copy_(torch.cat([given["b_q"], given["b_k"], given["b_v"]]))
            layer.out_proj.bias.copy_(given["b_o"])
        if case.add_bias_kv:
            layer.bias_k.copy_(given["bias_k"].reshape(1, 1, -1))
            layer.bias_v.copy_(given["bias_v"].reshape(1, 1, -1))
        mask = given.get("attn_mask")
        if case.causal:
            seen = torch.ones(case.L, case.S, dtype=torch.bool).tril()
            if mask is None:
                mask = seen
            else:
                mask = mask & seen if mask.dtype == torch.bool else mask.masked_fill(~seen, -torch.inf)
        if mask is not None:  # PyTorch's True excludes, and heads are counted with the batch
            mask = ~mask if mask.dtype == torch.bool else mask
            mask = mask.flatten(0, 1) if mask.ndim == 4 else mask
        padding = ~given["key_mask"] if case.key_mask else None
        if padding is not None and mask is not None and mask.dtype != torch.bool:
            padding = torch.zeros(padding.shape, dtype=torch.float64).masked_fill(padding, -torch.inf)
        return list(
            layer(
                given["query"],
                given["key"],
                given["value"],
                key_padding_mask=padding,
                attn_mask=mask,
                average_attn_weights=False,
            )
        )


def rows(case: cases.Rows) -> list[torch.Tensor]:
    """softmax and its gradient, log_softmax, logsumexp, layer_norm, rms_norm (over the last axis)."""
    given = {name: tensor(x) for name, x in case.inputs().items()}
    x = given["x"].clone().requires_grad_()
    y = torch.softmax(x, case.axis)
    (gradient,) = torch.autograd.grad(y, x, given["grad"])
    answers = [y, gradient, torch.log_softmax(x, case.axis), torch.logsumexp(x, case.axis)]
    if not case.excluded:
        width = case.shape[-1:]
        answers += [
            functional.layer_norm(x, width, given["weight"], given["bias"], eps=1e-5),
            functional.rms_norm(x, width, given["weight"], eps=1e-6),
        ]
    return answers


def write(name: str, all_cases: list[Any], answer: Any) -> int:
    """Write one file: all numbers in a row, and who made them. Return its size."""
    numbers = [x.detach().numpy().ravel() for case in all_cases for x in answer(case)]
    made_by = {
        "script": "tests/attn_core/golden/make_torch.py",
        "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),  # noqa: UP017 (Python 3.11)
        "versions": {"python": platform.python_version(), "numpy": np.__version__, "torch": torch.__version__},
        "cases": len(all_cases),
    }
    path = HERE / f"torch_{name}.npz"
    np.savez_compressed(path, values=np.concatenate(numbers), made_by=json.dumps(made_by))
    return path.stat().st_size


def main() -> None:
    """Write all files; together they stay small."""
    sizes = [
        write("attention", case_lists.attention_cases(), attention),
        write("multihead", case_lists.multihead_cases(), multihead),
        write("rows", case_lists.row_cases(), rows),
    ]
    print(sizes, sum(sizes))
    if sum(sizes) > LIMIT:
        raise SystemExit(f"expected golden files below {LIMIT} bytes together; found {sum(sizes)}")


if __name__ == "__main__":
    main()

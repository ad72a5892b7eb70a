"""PyTorch's answers in float64, from the files that `golden/make_torch.py` wrote, in all three float types."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from attn_core import (
    layer_norm,
    log_softmax,
    logsumexp,
    multi_head_attention,
    rms_norm,
    scaled_dot_product_attention,
    scaled_dot_product_attention_backward,
    softmax,
    softmax_backward,
)
from tests.attn_core.golden.case_lists import attention_cases, multihead_cases, row_cases
from tests.attn_core.golden.cases import Attention, Multihead, Rows
from tests.attn_core.strategies import UNIT

GOLDEN = Path(__file__).parent / "golden"
CASES: dict[str, list[Any]] = {"attention": attention_cases(), "multihead": multihead_cases(), "rows": row_cases()}
type Answers = list[tuple[np.ndarray, float]]  # each with what it may be off by, in units of the type


def most(x: np.ndarray) -> float:
    """Return the size of the largest finite number."""
    return float(np.abs(x[np.isfinite(x)]).max(initial=0))


def attention(case: Attention, given: dict[str, np.ndarray]) -> Answers:
    q, k, v, dO = (most(given[name]) for name in ("query", "key", "value", "grad_out"))
    mask = given.get("mask")
    scale = 1 / np.sqrt(max(case.E, 1)) if case.scale is None else abs(case.scale)
    score = scale * case.E * q * k + (most(mask) if mask is not None and mask.dtype != bool else 0)
    # A score is off by some E + 4 roundings, a weight by twice that and a few more.
    weight = 2 * (case.E + 4) * (1 + score) + 2 * case.S
    dS = 4 * (weight + case.Ev) * case.Ev * dO * v
    shared = case.heads // max(case.groups, 1) * max(1, *case.lead, case.L * case.heads)
    options: dict[str, Any] = {"is_causal": case.causal, "query_offset": case.offset, "scale": case.scale}
    options["enable_gqa"] = case.heads != case.groups
    arguments: Any = [given["query"], given["key"], given["value"], mask]
    out, W = scaled_dot_product_attention(*arguments, **options, return_weights=True)
    grads = scaled_dot_product_attention_backward(given["grad_out"], *arguments, **options)
    sizes = (
        scale * case.S * dS * k,
        scale * case.L * shared * dS * q,
        2 * weight * case.L * shared * dO,
        shared * dS,
    )
    return [(out, 2 * weight * v), (W, weight), *zip(grads, sizes, strict=False)]


def multihead(case: Multihead, given: dict[str, np.ndarray]) -> Answers:
    options: Any = {name: x for name, x in given.items() if name not in {"query", "key", "value"}}
    answers = multi_head_attention(
        given["query"],
        given["key"],
        given["value"],
        num_heads=case.heads,
        **options,
        is_causal=case.causal,
        add_zero_attn=case.add_zero_attn,
        return_weights=True,
    )
    # Projections of numbers up to 2 reach 5 * 4 + 2, scores 22^2 * 4, heads 22, the output 4 * 44 + 2.
    weight = 2 * 20 * 22**2 * 4.0
    return list(zip(answers, (200 * weight, weight), strict=True))


def rows(case: Rows, given: dict[str, np.ndarray]) -> Answers:
    x, n = given["x"], max(1, case.shape[case.axis])
    y = softmax(x, case.axis)
    size = 2 + most(x)
    rounded = 2.0**13 * 8 if y.dtype == np.float16 else 0  # the backward function is given weights of that type
    answers = [
        (y, 4 * size + n),
        (softmax_backward(given["grad"], y, case.axis), 16 * (size + n) + rounded),
        (log_softmax(x, case.axis), 4 * size + n),
        (logsumexp(x, case.axis), 4 * size + n),
    ]
    if not case.excluded:
        # A row whose deviations are below sqrt(eps) is stretched by 1 / sqrt(eps), and its roundings too.
        stretch = 8 * most(x) / np.sqrt(1e-5)
        answers += [
            (layer_norm(x, given["weight"], given["bias"], eps=1e-5), 64 + stretch),
            (rms_norm(x, given["weight"], eps=1e-6), 64),
        ]
    return answers


ANSWER: dict[str, Any] = {"attention": attention, "multihead": multihead, "rows": rows}


def expected_of(family: str) -> Iterator[np.ndarray]:
    with np.load(GOLDEN / f"torch_{family}.npz") as file:
        return iter(file["values"])


def as_dtype(given: dict[str, np.ndarray], dtype: Any) -> dict[str, np.ndarray]:
    return {name: x if x.dtype == bool else x.astype(dtype) for name, x in given.items()}


@pytest.mark.parametrize("dtype", list(UNIT))
@pytest.mark.parametrize("family", CASES)
def test_agrees_with_pytorch(family: str, dtype: Any, subtests: pytest.Subtests) -> None:
    unit = UNIT[np.float32 if dtype == np.float16 else dtype]
    values = expected_of(family)
    for case in CASES[family]:
        with subtests.test(case.name):
            given = case.inputs()
            answers = ANSWER[family](case, as_dtype(given, dtype))
            expected = [np.reshape([next(values) for _ in range(x.size)], x.shape) for x, _ in answers]
            for (found, roundings), wanted in zip(answers, expected, strict=True):
                assert found.dtype == dtype
                rtol = UNIT[dtype] if dtype == np.float16 else 0
                assert_allclose(found, wanted, rtol=rtol, atol=roundings * unit + (2.0**-24 if rtol else 0))
    assert next(values, None) is None


@pytest.mark.parametrize("family", CASES)
def test_the_files_say_who_made_them(family: str) -> None:
    with np.load(GOLDEN / f"torch_{family}.npz") as file:
        made_by = json.loads(str(file["made_by"]))
    assert made_by["script"] == "tests/attn_core/golden/make_torch.py"
    assert made_by["versions"]["torch"].startswith("2.13.0")
    assert made_by["cases"] == len(CASES[family])
    assert len({case.name for case in CASES[family]}) == len(CASES[family])


def test_there_are_many_and_the_files_are_small() -> None:
    assert sum(map(len, CASES.values())) >= 300
    assert sum(path.stat().st_size for path in GOLDEN.iterdir() if path.is_file()) < 1_000_000

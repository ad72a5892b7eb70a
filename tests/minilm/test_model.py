"""The forward pass: against the formulas spelled out in float64, and against Hugging Face's answers."""

import math
from typing import Any

import numpy as np
import pytest

from demos.minilm.model import Model, Run, from_floats, gelu, run
from tests.minilm.toy import WIDTH, toy_weights
from tools.minilm.source import Source

IDS = [3, 14, 15, 9, 2, 6]


@pytest.fixture(scope="module")
def weights() -> dict[str, Any]:
    return toy_weights()


@pytest.fixture(scope="module")
def toy(weights: dict[str, Any]) -> Model:
    return from_floats(weights)


@pytest.fixture(scope="module")
def done(toy: Model) -> Run:
    return run(toy, IDS)


def spelled_out(w: dict[str, Any], ids: list[int]) -> tuple[list[Any], Any]:
    """Every layer's maps and the last output, head by head and token by token."""
    n, d_k = len(ids), WIDTH // 12
    w = {name: array.astype(np.float64) for name, array in w.items()}

    def norm(x: Any, name: str) -> Any:
        rows = [(row - row.mean()) / math.sqrt(row.var() + 1e-12) for row in x]
        return np.array(rows) * w[f"{name}.weight"] + w[f"{name}.bias"]

    def linear(x: Any, name: str) -> Any:
        return np.array([w[f"{name}.weight"] @ row + w[f"{name}.bias"] for row in x])

    words, positions, types = (
        w[f"embeddings.{part}_embeddings.weight"] for part in ("word", "position", "token_type")
    )
    x = norm(
        np.array([words[number] + positions[i] + types[0] for i, number in enumerate(ids)]), "embeddings.LayerNorm"
    )
    maps = []
    for name in (f"encoder.layer.{layer}" for layer in range(6)):
        q, k, v = (linear(x, f"{name}.attention.self.{part}") for part in ("query", "key", "value"))
        mixed, layer_maps = np.zeros((n, WIDTH)), []
        for head in range(12):
            own = slice(head * d_k, (head + 1) * d_k)
            scores = [[q[i, own] @ k[j, own] / math.sqrt(d_k) for j in range(n)] for i in range(n)]
            rows = np.array([[math.exp(s) / sum(map(math.exp, row)) for s in row] for row in scores])
            layer_maps.append(rows)
            mixed[:, own] = rows @ v[:, own]
        maps.append(layer_maps)
        x = norm(x + linear(mixed, f"{name}.attention.output.dense"), f"{name}.attention.output.LayerNorm")
        inner = linear(x, f"{name}.intermediate.dense")
        inner = np.array([[y * (1 + math.erf(y / math.sqrt(2))) / 2 for y in row] for row in inner])
        x = norm(x + linear(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")
    return maps, x


def test_it_is_the_formulas(weights: dict[str, Any], done: Run) -> None:
    maps, output = spelled_out(weights, IDS)
    np.testing.assert_allclose(done.attention, maps, atol=1e-5)
    np.testing.assert_allclose(done.layers[-1].output, output, atol=1e-5)
    mean = output.mean(axis=0)
    np.testing.assert_allclose(done.sentence, mean / math.hypot(*mean), atol=1e-5)


def test_what_is_kept_has_the_arithmetic_of_float32(done: Run) -> None:
    layer = done.layers[0]
    assert [x.shape for x in (layer.query, layer.key, layer.value)] == [(12, 6, 2)] * 3
    assert {x.dtype for x in (done.embedded, *layer, done.attention, done.sentence)} == {np.dtype(np.float32)}


def test_a_head_that_is_off_is_one_whose_part_of_w_o_is_zero(
    weights: dict[str, Any], done: Run, toy: Model
) -> None:
    name, head = "encoder.layer.2.attention.output.dense.weight", 7
    cut = weights[name].copy()
    cut[:, 2 * head : 2 * head + 2] = 0
    expected = run(from_floats(weights | {name: cut}), IDS)
    off = run(toy, IDS, without=[(2, head)])
    np.testing.assert_allclose(off.layers[-1].output, expected.layers[-1].output, atol=1e-5)
    assert np.abs(off.layers[-1].output - done.layers[-1].output).max() > 0.01
    np.testing.assert_array_equal(off.attention[:3], done.attention[:3])  # what comes before has not changed


def test_all_heads_may_be_off(toy: Model) -> None:
    off = run(toy, IDS, without=[(layer, head) for layer in range(6) for head in range(12)])
    assert np.isfinite(off.layers[-1].output).all()


def test_without_positions_order_only_moves_the_rows(toy: Model) -> None:
    order = [4, 0, 3, 5, 1, 2]
    mixed = [IDS[i] for i in order]
    before, after = (run(toy, ids, with_positions=False).layers[-1].output for ids in (IDS, mixed))
    np.testing.assert_allclose(after, before[order], atol=1e-5)
    before, after = (run(toy, ids).layers[-1].output for ids in (IDS, mixed))
    assert np.abs(after - before[order]).max() > 0.1


def test_gelu_is_that_of_the_error_function() -> None:
    x = np.linspace(-6, 6, 4001, dtype=np.float32)
    expected = [float(v) * (1 + math.erf(float(v) / math.sqrt(2))) / 2 for v in x]
    np.testing.assert_allclose(gelu(x), expected, atol=1e-6)


@pytest.mark.slow
def test_it_agrees_with_hugging_face(source: Source, golden: list[dict[str, Any]]) -> None:
    assert len(golden) == 50
    for case in golden:
        found = run(source.model, case["ids"])
        weights = found.attention.ravel()[case["attention"]["at"]]
        np.testing.assert_allclose(weights, case["attention"]["is"], rtol=0, atol=1e-5, err_msg=case["text"])
        output = found.layers[-1].output.ravel()[case["output"]["at"]]
        np.testing.assert_allclose(output, case["output"]["is"], rtol=0, atol=1e-5, err_msg=case["text"])

"""The model in eight bits: how far numbers and attention move, and how large the file is."""

from typing import Any

import numpy as np
import pytest

from demos.minilm.model import from_quantised, run
from demos.minilm.quantised import quantised_rows, read_quantised, write_quantised
from demos.minilm.weights import read_safetensors, write_safetensors
from tests.minilm.toy import toy_weights
from tools.minilm.quantise import quantised
from tools.minilm.source import Source


def test_no_number_moves_by_more_than_half_a_step_of_its_group() -> None:
    x = np.random.default_rng(0).standard_normal((50, 128)).astype(np.float32) * 0.05
    x[3] = 0
    x[4, 64:] *= 1e-6  # a group far smaller than its neighbour
    steps = np.abs(x.reshape(50, 2, 64)).max(axis=-1) / 127
    moved = np.abs(quantised_rows(x)[:] - x).reshape(50, 2, 64).max(axis=-1)
    # Half a step, and what the scale loses in half precision: a 2048th of 127 steps, or 2^-25 where it is tiny.
    assert (moved <= steps * (0.5 + 127 / 2048) + 127 * 2.0**-25).all()
    assert moved[4, 1] < 1e-5


def test_a_row_can_be_had_by_itself() -> None:
    x = np.random.default_rng(0).standard_normal((5, 64)).astype(np.float32)
    rows = quantised_rows(x)
    np.testing.assert_array_equal(rows[[3, 1, 3]], rows[:][[3, 1, 3]])


def test_the_file_gives_the_vocabulary_and_all_that_is_used() -> None:
    weights: dict[str, Any] = {
        name: np.tile(array, (1, 8)) if array.ndim == 2 else array for name, array in toy_weights().items()
    }
    weights["pooler.dense.weight"] = np.ones((2, 64), np.float32)
    file = read_quantised(write_quantised(weights, "a\nb\u2028c\n", {"licence": "of the test"}))
    assert file.vocabulary == {"a": 0, "b\u2028c": 1}
    assert file.about == {"licence": "of the test"}
    assert file.weights.keys() == weights.keys() - {"pooler.dense.weight", "embeddings.word_embeddings.weight"}
    for name, array in file.weights.items():
        np.testing.assert_allclose(array, weights[name], atol=0.02)
    np.testing.assert_allclose(file.words[[2]], weights["embeddings.word_embeddings.weight"][[2]], atol=0.02)


def test_a_file_that_ends_early_is_told() -> None:
    data = write_safetensors({"x": np.zeros(100, np.float32)}, {})
    assert read_safetensors(data)[0]["x"].shape == (100,)
    for broken in (b"", b"\0" * 8, data[:60], data[:-1], b"<!doctype html><html>not here</html>"):
        with pytest.raises(ValueError, match=r"^expected a safetensors file / found .* / hint: fetch it again$"):
            read_safetensors(broken)


def test_the_numbers_lie_where_the_header_says_and_at_whole_words() -> None:
    data = write_safetensors({"a": np.array([[1, 2]], "u1"), "b": np.array([1.5], "<f4")}, {"k": "ü"})
    length = int.from_bytes(data[:8], "little")
    assert length % 8 == 0
    assert data[8 + length :] == b"\x01\x02" + b"\x00\x00\xc0\x3f"  # 1.5 in IEEE 754, little-endian
    assert '"a":{"dtype":"U8","shape":[1,2],"data_offsets":[0,2]}' in data[8 : 8 + length].decode()


@pytest.mark.slow
def test_the_real_one_is_small_and_close(source: Source, golden: list[dict[str, Any]]) -> None:
    data = quantised(source)
    assert len(data) <= 24_000_000
    file = read_quantised(data)
    assert file.vocabulary == source.vocabulary
    small = from_quantised(file)
    for case in golden:
        exact, near = (run(model, case["ids"]).attention for model in (source.model, small))
        assert np.abs(near - exact).max() <= 0.06, case["text"]

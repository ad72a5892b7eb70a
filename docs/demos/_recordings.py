"""What MiniLM-L6 did with some sentences: fetched sentence by sentence, and how a token of them is named."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from demos.minilm import model
from demos.minilm.recorded import Recorded, read_recorded
from demos.minilm.sentences import SENTENCES
from live_demo import fetched

_INDEX = json.loads(Path(__file__).with_name("data").joinpath("minilm_recorded.json").read_text(encoding="utf-8"))
_FILES: dict[str, str] = {entry["text"]: entry["file"] for entry in _INDEX["sentences"]}
RECORDED = frozenset(_FILES)
"""The sentences that were recorded."""
LONGEST: int = max(entry["tokens"] for entry in _INDEX["sentences"])
START = SENTENCES["What does “it” mean?"][0]
SMALLEST = 1 / 1020  # half of the first recorded step: softmax gives no key 0

type Floats = npt.NDArray[np.float32]


@cache
def recording(text: str) -> Recorded:
    """Read what was recorded of a sentence; the page fetches it when it is first asked for."""
    return read_recorded(fetched(f"minilm/{_FILES[text]}"))


def head_name(layer: int, head: int) -> str:
    """A head's name, such as 3.1: the layer, then the head, both from 0."""
    return f"{layer}.{head}"


HEADS = tuple(head_name(layer, head) for layer in range(model.LAYERS) for head in range(model.HEADS))
"""The names of all heads."""


def names(tokens: Sequence[str]) -> list[str]:
    """Tokens that tell themselves apart: one that comes again has its place behind it.

    >>> names(["the", "cat", "the", "##s"])
    ['the (1)', 'cat', 'the (3)', '##s']
    """
    return [f"{t} ({i})" if tokens.count(t) > 1 else t for i, t in enumerate(tokens, 1)]


def within(token: str, tokens: Sequence[str]) -> int:
    """The place of the token chosen by number, or the last one of a shorter sentence."""
    return min(int(token), len(tokens)) - 1

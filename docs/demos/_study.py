"""What was counted of MiniLM's heads: pairs of sentences, the start mark, cheaper attention."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from demos.minilm.pairs import MORE_PAIRS, PAIRS, Pair, verdicts

STUDY: dict[str, Any] = json.loads(
    Path(__file__).with_name("minilm").joinpath("study.json").read_text(encoding="utf-8")
)
MARK = "[CLS]"
LAYER, HEAD = STUDY["pairs"]["head"]


class Seen(NamedTuple):
    """One pair, what "it" gives in head 3.1 in its two sentences, and what that amounts to."""

    pair: Pair
    first: dict[str, float]
    second: dict[str, float]
    right: int
    """In how many of the two sentences the noun that is meant gets more than the other."""
    flips: bool

    @property
    def name(self) -> str:
        """Such as "animal or street: tired, wide"."""
        return f"{' or '.join(self.pair.nouns)}: {', '.join(self.pair.words)}"


def _seen(pair: Pair, first: dict[str, float], second: dict[str, float]) -> Seen:
    nouns = (np.array([gives[noun] for noun in pair.nouns], np.float32) for gives in (first, second))
    right, flips = verdicts(*nouns)
    return Seen(pair, first, second, int(right), bool(flips))


def _all(pairs: tuple[Pair, ...], shown: list[dict[str, Any]]) -> list[Seen]:
    gives = [entry["it gives"] for entry in shown]
    return [_seen(pair, *gives[2 * i : 2 * i + 2]) for i, pair in enumerate(pairs)]


FIRST = _all(PAIRS, STUDY["pairs"]["shown"])
MORE = _all(MORE_PAIRS, STUDY["more_pairs"]["shown"])

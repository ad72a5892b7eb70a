"""Numbers of the page “Trained heads”: what one head does with pairs of sentences, and how far luck goes."""

from math import comb

import numpy as np

from demos._study import FIRST, HEAD, LAYER, MARK, MORE, STUDY, Seen
from demos.approximations_measured import TOKENS, keys_read, printed
from live_demo import share

_FIRST, _MORE = STUDY["pairs"], STUDY["more_pairs"]
_RIGHT, _RIGHT_MORE = np.array(_FIRST["right"]), np.array(_MORE["right"])

sentences: int = _FIRST["sentences"]
head_right: int = _FIRST["head_right"]
head_flips: int = _FIRST["head_flips"]
heads = int(_RIGHT.size)
best: int = _FIRST["best"]
_best = tuple(_FIRST["best_heads"][0])
best_head = f"{_best[0]}.{_best[1]}"
best_later = int(_RIGHT_MORE[_best])
best_of_new: int = _MORE["best"]
best_of_all = int((_RIGHT + _RIGHT_MORE).max())
all_sentences: int = sentences + _MORE["sentences"]
never_flips = int(((np.array(_FIRST["flips"]) + _MORE["flips"]) == 0).sum())

coin = sum(comb(sentences, k) for k in range(best, sentences + 1)) / 2**sentences
"""How often a fair coin is right at least as often as the best head."""
coins_as_good = round(heads * coin)

_sentences = [(seen, gives) for seen in FIRST + MORE for gives in (seen.first, seen.second)]
prefers_first = sum(gives[seen.pair.nouns[0]] > gives[seen.pair.nouns[1]] for seen, gives in _sentences)
"""In how many sentences the head gives the first noun more than the second."""


def gives(seen: Seen, which: int, token: str) -> str:
    """What "it" gives to a token in the first (0) or the second sentence of a pair."""
    return share((seen.first, seen.second)[which][token], 3)


def outcome(seen: Seen) -> str:
    """How often the head is right in a pair, and whether it flips."""
    return f"{seen.right} of 2, {'flips' if seen.flips else 'stays'}"


def both(seen: Seen, which: int) -> str:
    """What both nouns of a pair get in one of its sentences."""
    return ", ".join(f"{noun} {gives(seen, which, noun)}" for noun in seen.pair.nouns)


previous_head = ".".join(str(i) for i in STUDY["previous_token"]["head"])
previous = share(STUDY["previous_token"]["mean"], 3)
mark_by_weight = share(STUDY["cls"]["by_weight_layers_1_to_4"])
mark_by_norm = share(STUDY["cls"]["by_norm_layers_1_to_4"])


eight_bits = STUDY["eight_bits"]
model_size = f"{eight_bits['bytes'] / 1e6:.1f} MB"
largest_change = share(eight_bits["largest_change"], 3)
mean_change = share(eight_bits["mean_change"], 4)


def error(name: str) -> str:
    """The mean error of an approximation over the six layers."""
    return printed(STUDY["approximations"][name]["mean"])


def keys(name: str) -> str:
    """How many keys a token reads on average."""
    return f"{keys_read(name):.0f}"


__all__ = [
    "FIRST",
    "HEAD",
    "LAYER",
    "MARK",
    "MORE",
    "TOKENS",
    "all_sentences",
    "best",
    "best_head",
    "best_later",
    "best_of_all",
    "best_of_new",
    "both",
    "coin",
    "coins_as_good",
    "eight_bits",
    "error",
    "gives",
    "head_flips",
    "head_right",
    "heads",
    "keys",
    "largest_change",
    "mark_by_norm",
    "mark_by_weight",
    "mean_change",
    "model_size",
    "never_flips",
    "outcome",
    "prefers_first",
    "previous",
    "previous_head",
    "sentences",
]

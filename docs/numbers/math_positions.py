"""Numbers of the page “Positions”: the shuffled sentence, sinusoids and turned vectors."""

import numpy as np

from attn_core import alibi_slopes, rope, sinusoidal_encoding
from demos.positions_shuffle import ORDERS, SCHEMES, by_word, gap

SWAPPED = "man bites dog"
differences = {s: float(abs(by_word(ORDERS[0], s) - by_word(SWAPPED, s)).max()) for s in SCHEMES}
no_difference = gap(differences["none"])
causal = float(abs(by_word(ORDERS[0], "none", True) - by_word(SWAPPED, "none", True)).max())

MODEL = 512
shortest = 2 * np.pi
longest = 2 * np.pi * 10000.0 ** ((MODEL - 2) / MODEL)
code = sinusoidal_encoding(200, MODEL)

_rng = np.random.default_rng(0)
_q, _k = _rng.standard_normal((2, 1, 64))


def turned_score(query_at: int, key_at: int) -> float:
    """The score of one query and one key, turned to these places."""
    return float((rope(_q, [query_at]) @ rope(_k, [key_at]).T).item() / 8)


slopes = alibi_slopes(8)

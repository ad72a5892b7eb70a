"""Does attention know the order of the words?"""

from typing import Annotated

import numpy as np

from attn_core import rope, scaled_dot_product_attention, sinusoidal_encoding
from live_demo import Child, Choice, Toggle, View, fixed, matrix, strong, table

WORDS = ("dog", "bites", "man")
ORDERS = ("dog bites man", "man bites dog", "bites dog man", "bites man dog", "dog man bites", "man dog bites")
SCHEMES = ("none", "sinusoidal", "rotary")
WIDTH = 4
ROUNDING = 1e-12
# Drawn once: the words and the three learned maps of a small head.
_rng = np.random.default_rng(0)
X = _rng.standard_normal((len(WORDS), WIDTH))
W_Q, W_K, W_V = _rng.standard_normal((3, WIDTH, WIDTH))


def attend(words: list[int], scheme: str, causal: bool) -> np.ndarray:
    """The head's output for the words in this order, one row a place."""
    x = X[words]
    if scheme == "sinusoidal":
        x = x + sinusoidal_encoding(len(words), WIDTH)
    q, k, v = x @ W_Q, x @ W_K, x @ W_V
    if scheme == "rotary":
        q, k = rope(q), rope(k)
    return scaled_dot_product_attention(q, k, v, is_causal=causal)


def by_word(order: str, scheme: str, causal: bool = False) -> np.ndarray:
    """The same outputs, one row a word, wherever it stands."""
    words = [WORDS.index(w) for w in order.split()]
    return attend(words, scheme, causal)[np.argsort(words)]


def view(
    order: Annotated[str, Choice("Order", ORDERS)] = "man bites dog",
    scheme: Annotated[str, Choice("Positions", SCHEMES)] = "none",
    causal: Annotated[bool, Toggle("Causal mask: a word sees only itself and what comes before")] = False,
) -> View:
    before, after = by_word(ORDERS[0], scheme, causal), by_word(order, scheme, causal)
    gaps = abs(after - before).max(axis=1)
    places = order.split()
    names: list[Child] = []
    values = []
    for i, word in enumerate(WORDS):
        names += [f"{word}, place {i + 1}", f"{word}, place {places.index(word) + 1}"]
        values += [before[i].tolist(), after[i].tolist()]
    rows = [
        [word, str(i + 1), str(places.index(word) + 1), gap(g)]
        for i, (word, g) in enumerate(zip(WORDS, gaps, strict=True))
    ]
    return View(
        matrix("Each word’s output in both orders", values, names, list("1234"), top=2.5, ramp="signed"),
        table("The largest difference of each word", ["word", "place", "new place", "difference"], rows, main=3),
        sentence=said(order, gaps),
    )


def gap(size: float) -> str:
    """A difference as text. What rounding leaves depends on the machine, so it is named by its limit."""
    return "<10⁻¹²" if size < ROUNDING else fixed(size)


def said(order: str, gaps: np.ndarray) -> list[Child]:
    """Say whether the outputs tell the two orders apart."""
    first = f"“{ORDERS[0]}”"
    if order == ORDERS[0]:
        return [strong("Nothing to compare:"), f" both are {first}. Choose another order."]
    if gaps.max() < ROUNDING:
        return [
            strong("No difference."),
            f" {first} and “{order}” give each word the same output. What differs is rounding.",
        ]
    top = WORDS[int(gaps.argmax())]
    return [
        strong("The order shows."),
        f" Between {first} and “{order}” the output of {top} changes most, by {gap(float(gaps.max()))}.",
    ]

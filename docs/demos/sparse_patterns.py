"""Which pairs does a sparse pattern keep, and how far does a word then reach?"""

from typing import Annotated

import numpy as np

from attn_core import bigbird_mask, causal_mask, combine_masks, longformer_mask
from demos._units import percent
from live_demo import Child, Choice, Element, Presets, Slider, Toggle, View, element, strong, table

WORDS = 16
BLOCK = 2
PATTERNS = ("all pairs", "window", "stride", "blocks")
PRESETS = Presets(
    "Try",
    {
        "all pairs": {"pattern": "all pairs", "side": 2, "shared": 0, "causal": False},
        "window": {"pattern": "window", "side": 2, "shared": 0, "causal": False},
        "window + global": {"pattern": "window", "side": 2, "shared": 1, "causal": False},
        "window + sink": {"pattern": "window", "side": 2, "shared": 1, "causal": True},
        "stride": {"pattern": "stride", "side": 4, "shared": 0, "causal": True},
        "blocks": {"pattern": "blocks", "side": 2, "shared": 1, "causal": False},
    },
)


def view(
    pattern: Annotated[str, Choice("Pattern", PATTERNS)] = "window",
    side: Annotated[int, Slider("Window w", 1, 8, 1)] = 2,
    shared: Annotated[int, Slider("Global words", 0, 4, 1)] = 0,
    causal: Annotated[bool, Toggle("Causal: no word sees a later one")] = False,
) -> View:
    attend = kept(pattern, side, shared, causal)
    layers = reach(attend)
    allowed = causal_mask(WORDS, WORDS) if causal else np.ones((WORDS, WORDS), dtype=np.bool_)
    pairs, possible = int(attend.sum()), int(allowed.sum())
    ends, any_pair = int(layers[-1, 0]), int(layers[allowed].max())
    rows = [
        ["pairs kept", f"{pairs} of {possible}"],
        ["share of the scores", percent(pairs / possible)],
        ["keys of the last word", str(int(attend[-1].sum()))],
        ["first word to last", layer_count(ends)],
        ["any word to any other", layer_count(any_pair)],
    ]
    return View(
        grid(attend, layers, allowed),
        table("What the pattern costs", ["measure", "value"], rows, main=1),
        sentence=said(pairs, possible, ends, any_pair, causal),
    )


def kept(pattern: str, side: int, shared: int, causal: bool) -> np.ndarray:
    """The mask of a pattern, True = attend; the first `shared` words are global in each."""
    if pattern == "all pairs":
        attend = np.ones((WORDS, WORDS), dtype=np.bool_)
    elif pattern == "blocks":
        attend = bigbird_mask(WORDS // BLOCK, BLOCK, num_global=0, num_window=2 * (side // BLOCK) + 1)
    else:
        attend = longformer_mask(WORDS, 2 * side)
        if pattern == "stride":
            i = np.arange(WORDS)
            attend |= (i[:, None] - i) % side == 0
    attend |= longformer_mask(WORDS, 0, global_idx=range(shared))
    return np.asarray(combine_masks(attend, causal_mask(WORDS, WORDS)) if causal else attend, dtype=np.bool_)


def reach(attend: np.ndarray) -> np.ndarray:
    """After how many layers what key j says is part of word i: the shortest way in the graph of the mask.

    Returns
    -------
    Integers of the mask's shape, at least 1; 0 where no number of layers is enough.
    """
    layers = np.where(attend, 1, 0)
    arrived = attend
    for depth in range(2, len(attend) + 1):
        arrived = (arrived.astype(int) @ attend.astype(int)) > 0
        layers[(layers == 0) & arrived] = depth
    return layers


def layer_count(layers: int) -> str:
    """Print a number of layers."""
    return "1 layer" if layers == 1 else f"{layers} layers"


def grid(attend: np.ndarray, layers: np.ndarray, allowed: np.ndarray) -> Element:
    """A row for each word that asks: kept pairs filled, the others with the layers that they need."""
    names = [str(i + 1) for i in range(WORDS)]
    head = element("tr", element("td"), [element("th", name, scope="col") for name in names])
    body = []
    for i in range(WORDS):
        cells = []
        for j in range(WORDS):
            if not allowed[i, j]:
                cells.append(element("td", class_="pair-out"))
            elif attend[i, j]:
                cells.append(element("td", "1", class_="pair-kept"))
            else:
                cells.append(element("td", str(layers[i, j])))
        body.append(element("tr", element("th", names[i], scope="row"), cells))
    caption = "Layers until a key (column) has reached the word that asks (row); 1 is a pair that is kept"
    return element(
        "div",
        element(
            "table",
            element("caption", caption, class_="ld-sr"),
            element("thead", head),
            element("tbody", body),
            class_="pair-grid",
        ),
        element(
            "p",
            "Layers until the key of a column has reached the word of a row. Filled: the pair is kept.",
            class_="ld-hint",
        ),
        class_="pairs",
        data_figure=True,
    )


def said(pairs: int, possible: int, ends: int, any_pair: int, causal: bool) -> list[Child]:
    """Say what is kept and what it costs in depth."""
    reached = "any word any later one" if causal else "any word any other"
    return [
        strong(f"{percent(pairs / possible)} of the scores are kept"),
        f", {pairs} of {possible}. The first word has reached the last after {layer_count(ends)}, ",
        f"{reached} after {layer_count(any_pair)}.",
    ]

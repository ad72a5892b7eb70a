"""All heads of the model on one text: a sentence with its strings, a small map for each head, one map in full."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from demos._maps import Weights, head_grid, large_map, small_map
from demos._recordings import SMALLEST, head_name, names, within
from demos._strip import arcs, strip
from demos._weight_map import weight_map
from demos.minilm.views import by_norm, rollout, without_keys
from live_demo import Child, Element, Raw, View, aside, element, fixed, listing, share, strong, table

WEIGHTS, ADDED, ROLLOUT = "weights", "weights × value length", "rollout up to this layer"
SINK = 0  # the place of [CLS]
IN_A_ROW = 24  # tokens; a longer text takes several lines, and its map is a picture


class Seen:
    """What the model does with a text; maps are kept once they are made."""

    def __init__(self, tokens: Sequence[str], attention: Weights, norms: Weights) -> None:
        self.tokens, self.attention, self.norms = tuple(tokens), attention, norms
        self._maps: dict[tuple[str, bool], Weights] = {}
        self._small: dict[tuple[str, bool], list[list[Raw]]] = {}

    def maps(self, shown: str, sink: bool) -> Weights:
        """Every head's map, (6, 12, n, n)."""
        if (shown, sink) not in self._maps:
            rows = by_norm(self.attention, self.norms) if shown == ADDED else self.attention
            self._maps[shown, sink] = rows if sink else without_keys(rows, [SINK])
        return self._maps[shown, sink]

    def small_maps(self, shown: str, sink: bool) -> list[list[Raw]]:
        """Every head's map, drawn small. A rollout is no head's, so there the weights stay."""
        shown = ADDED if shown == ADDED else WEIGHTS
        if (shown, sink) not in self._small:
            self._small[shown, sink] = [[small_map(one) for one in layer] for layer in self.maps(shown, sink)]
        return self._small[shown, sink]

    @cached_property
    def rollout(self) -> Weights:
        """After each layer, (6, n, n)."""
        return rollout(self.attention)


class Asked(NamedTuple):
    """What the reader has chosen, but for the text; `token` counts from 0."""

    shown: str
    sink: bool
    layer: int
    head: int
    token: int


def explored(seen: Seen, shown: str, sink: bool, head: str, asks: str, *, note: Sequence[Child] = ()) -> View:
    """The whole view; `asks` counts from 1, as the control does. `note` is added to what is said."""
    layer, number = (int(part) for part in head.split("."))
    tokens = list(seen.tokens)
    asked = Asked(shown, sink, layer, number, within(asks, tokens))
    whole = picture(seen, asked)
    row = [float(w) for w in whole[asked.token]]
    return View(
        *sentence_row(tokens, row, asked.token),
        head_grid(seen.small_maps(shown, sink), (layer, number)),
        map_in_full(heading(asked), whole, tokens, asked.token),
        twin(seen, row, asked),
        sentence=[*said(names(tokens), row, asked), *note],
    )


def picture(seen: Seen, asked: Asked) -> Weights:
    """The map in full, (n, n); no weight is 0, since softmax gives none."""
    if asked.shown == ROLLOUT:
        rows = seen.rollout[asked.layer]
        rows = rows if asked.sink else without_keys(rows, [SINK])
    else:
        rows = seen.maps(asked.shown, asked.sink)[asked.layer, asked.head]
    clipped = np.clip(rows, SMALLEST, 1 - SMALLEST)
    if not asked.sink:
        clipped[:, SINK] = 0
    return np.asarray(clipped, np.float32)


def heading(asked: Asked) -> str:
    """What the large map shows."""
    if asked.shown == ROLLOUT:
        return f"Rollout up to layer {asked.layer}, heads averaged"
    return f"Head {head_name(asked.layer, asked.head)}, {asked.shown}"


def map_in_full(title: str, whole: Weights, tokens: list[str], asking: int) -> Element:
    """A table of cells, or a picture where there would be thousands."""
    if len(tokens) > IN_A_ROW:
        drawn = weight_map(title, whole.astype(np.float64), "A row asks, a column gives.")
        return element("div", drawn, class_="one-map is-long")
    return element(
        "div",
        element("p", element("b", title), ": a row asks, a column gives", class_="panel-title"),
        large_map(title, whole, tokens, asking),
        class_="one-map",
    )


def sentence_row(tokens: list[str], row: list[float], asking: int) -> list[Element]:
    """The tokens, as wide as they are long, with strings from the one that asks if they fit into one line."""
    widths = [10.0 * (max(4, len(token)) + 1) for token in tokens]  # about as many units as pixels
    settings = [{"asks": str(place)} for place in range(1, len(tokens) + 1)]
    label = "Choose the token that asks"
    words = strip(label, tokens, row, asking=asking, settings=settings, widths=widths)
    if len(tokens) > IN_A_ROW:
        return [element("div", words, class_="long-text")]
    return [arcs(asking, row, widths), words]


def twin(seen: Seen, row: list[float], asked: Asked) -> Element:
    """What the token takes, in numbers: the share that is shown, the weight and the length of what is offered."""
    tokens = list(seen.tokens)
    weights = np.clip(seen.attention[asked.layer, asked.head, asked.token], SMALLEST, 1 - SMALLEST)
    lengths = seen.norms[asked.layer, asked.head]
    rows = [
        [name, share(shown), share(float(weight)), fixed(float(length))]
        for name, shown, weight, length in zip(names(tokens), row, weights, lengths, strict=True)
    ]
    caption = f"What “{tokens[asked.token]}” takes in head {head_name(asked.layer, asked.head)}"
    return table(caption, ["token", "shown", "weight", "value length"], rows, hidden=True)


def said(tokens: list[str], row: list[float], asked: Asked) -> list[Child]:
    """Say which token gets most, what the next ones get and of what these are shares."""
    plain = [name if any(map(str.isalnum, name)) else f"“{name}”" for name in tokens]
    called = ["itself" if i == asked.token else name for i, name in enumerate(plain)]
    order = sorted(range(len(row)), key=lambda i: (-row[i], i))
    asking, head = tokens[asked.token], head_name(asked.layer, asked.head)
    of = {
        WEIGHTS: f"of the weight of “{asking}” in head {head}",
        ADDED: f"of what head {head} adds to “{asking}”, lengths counted",
        ROLLOUT: f"of “{asking}” after layer {asked.layer}, by the product of the averaged maps",
    }[asked.shown]
    if row[order[0]] < 1 / 255:  # less than one recorded step
        return [strong("Nothing is left"), f" {of}: [CLS] has all that was recorded."]
    return [
        strong(called[order[0]]),
        f" gets {share(row[order[0]])} {of}; then ",
        *listing([f"{called[i]} {share(row[i])}" for i in order[1:4]]),
        ".",
        None if asked.sink else aside(" Shares are of what is left without [CLS]."),
    ]

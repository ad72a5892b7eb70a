"""What do the 72 heads of a trained model look at?"""

from functools import cache
from typing import Annotated, NamedTuple

import numpy as np

from demos._maps import Weights, head_grid, large_map, small_map
from demos._recordings import HEADS, LONGEST, SMALLEST, START, head_name, names, recording, within
from demos._strip import arcs, strip
from demos.minilm.recorded import Recorded
from demos.minilm.sentences import SENTENCES
from demos.minilm.views import by_norm, rollout, without_keys
from live_demo import (
    Child,
    Choice,
    Element,
    Presets,
    Raw,
    Toggle,
    View,
    aside,
    element,
    fixed,
    listing,
    share,
    strong,
    table,
)

WEIGHTS, ADDED, ROLLOUT = "weights", "weights × value length", "rollout up to this layer"
SINK = 0  # the place of [CLS]
TOKENS = tuple(str(i) for i in range(1, LONGEST + 1))
IT = "11"

PRESETS = Presets(
    "Try",
    {
        "it → animal": {"sentence": START, "head": "3.1", "asks": IT, "shown": WEIGHTS, "sink": True},
        "the token before": {"sentence": START, "head": "0.2", "asks": IT, "shown": WEIGHTS, "sink": True},
        "the sink": {"sentence": START, "head": "2.7", "asks": IT, "shown": WEIGHTS, "sink": True},
        "the sink, by length": {"sentence": START, "head": "2.7", "asks": IT, "shown": ADDED, "sink": True},
    },
)


def view(
    sentence: Annotated[str, Choice.grouped("Sentence", SENTENCES)] = START,
    shown: Annotated[str, Choice("Show", (WEIGHTS, ADDED, ROLLOUT))] = WEIGHTS,
    sink: Annotated[bool, Toggle("Count the start mark [CLS]")] = True,
    head: Annotated[str, Choice("Head", HEADS, in_view=True)] = "3.1",
    asks: Annotated[str, Choice("The token that asks", TOKENS, in_view=True)] = IT,
) -> View:
    recorded = recording(sentence)
    layer, number = (int(part) for part in head.split("."))
    tokens = list(recorded.tokens)
    asked = Asked(shown, sink, layer, number, within(asks, tokens))
    whole = picture(sentence, asked)
    row = [float(w) for w in whole[asked.token]]
    title = heading(asked)
    return View(
        *sentence_row(tokens, row, asked.token),
        head_grid(small_maps(sentence, shown, sink), (layer, number)),
        element(
            "div",
            element("p", element("b", title), ": a row asks, a column gives", class_="panel-title"),
            large_map(title, whole, tokens, asked.token),
            class_="one-map",
        ),
        twin(recorded, row, asked),
        sentence=said(names(tokens), row, asked),
    )


class Asked(NamedTuple):
    """What the reader has chosen, but for the sentence; `token` counts from 0."""

    shown: str
    sink: bool
    layer: int
    head: int
    token: int


def picture(text: str, asked: Asked) -> Weights:
    """The map in full, (n, n); no weight is 0, since softmax gives none."""
    if asked.shown == ROLLOUT:
        rows = rollout(recording(text).attention)[asked.layer]
        rows = rows if asked.sink else without_keys(rows, [SINK])
    else:
        rows = maps(text, asked.shown, asked.sink)[asked.layer, asked.head]
    seen = np.clip(rows, SMALLEST, 1 - SMALLEST)
    if not asked.sink:
        seen[:, SINK] = 0
    return np.asarray(seen, np.float32)


@cache
def maps(text: str, shown: str, sink: bool) -> Weights:
    """Every head's map, (6, 12, n, n)."""
    recorded = recording(text)
    rows = by_norm(recorded.attention, recorded.norms) if shown == ADDED else recorded.attention
    return rows if sink else without_keys(rows, [SINK])


@cache
def small_maps(text: str, shown: str, sink: bool) -> list[list[Raw]]:
    """Every head's map, drawn small. A rollout is no head's, so there the weights stay."""
    return [[small_map(one) for one in layer] for layer in maps(text, ADDED if shown == ADDED else WEIGHTS, sink)]


def heading(asked: Asked) -> str:
    """What the large map shows."""
    if asked.shown == ROLLOUT:
        return f"Rollout up to layer {asked.layer}, heads averaged"
    return f"Head {head_name(asked.layer, asked.head)}, {asked.shown}"


def sentence_row(tokens: list[str], row: list[float], asking: int) -> list[Element]:
    """The tokens, as wide as they are long, with strings from the one that asks."""
    widths = [10.0 * (max(4, len(token)) + 1) for token in tokens]  # about as many units as pixels
    settings = [{"asks": option} for option in TOKENS[: len(tokens)]]
    return [
        arcs(asking, row, widths),
        strip("Choose the token that asks", tokens, row, asking=asking, settings=settings, widths=widths),
    ]


def twin(recorded: Recorded, row: list[float], asked: Asked) -> Element:
    """What the token takes, in numbers: the share that is shown, the weight and the length of what is offered."""
    tokens = list(recorded.tokens)
    weights = np.clip(recorded.attention[asked.layer, asked.head, asked.token], SMALLEST, 1 - SMALLEST)
    lengths = recorded.norms[asked.layer, asked.head]
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

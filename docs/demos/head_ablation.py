"""Which tokens change when one head is switched off?"""

from typing import Annotated

import numpy as np

from demos._maps import grid_of_heads, pointable_head
from demos._meters import meters
from demos._recordings import HEADS, START, head_name, names, recording
from demos.minilm.sentences import SENTENCES
from live_demo import Child, Choice, Element, View, element, fixed, setter, strong, table
from live_demo.numerals import short


def view(
    sentence: Annotated[str, Choice.grouped("Sentence", SENTENCES)] = START,
    head: Annotated[str, Choice("Head", HEADS, in_view=True)] = "3.1",
) -> View:
    recorded = recording(sentence)
    layer, number = (int(part) for part in head.split("."))
    moved = recorded.ablation
    tokens = names(list(recorded.tokens))
    rows = [(name, float(part)) for name, part in zip(tokens, moved[layer, number], strict=True)]
    return View(
        grid(moved.mean(axis=-1), (layer, number)),
        element(
            "div",
            element("p", element("b", f"Without head {head}"), ", token by token", class_="panel-title"),
            meters(["moved by"], [(name, [(part, fixed(part))]) for name, part in rows]),
            class_="moved-tokens",
        ),
        table(
            f"How far each token’s last vector moves without head {head}, as a part of its length",
            ["token", "moved by"],
            [[name, fixed(part)] for name, part in rows],
            hidden=True,
        ),
        sentence=said(moved.mean(axis=-1), (layer, number), max(rows, key=lambda row: row[1])),
    )


def grid(means: np.ndarray, chosen: tuple[int, int]) -> Element:
    """A button for each head with the mean of its tokens' moves."""
    return grid_of_heads(
        [
            [button(layer, head, mean, (layer, head) == chosen) for head, mean in enumerate(row)]
            for layer, row in enumerate(means.tolist())
        ]
    )


def button(layer: int, head: int, mean: float, chosen: bool) -> Element:
    """One head's mean, which chooses it."""
    name = head_name(layer, head)
    label = f"Without head {name} the tokens move by {fixed(mean)} on average"
    attrs = pointable_head(label, f"a-{layer}-{head}", chosen)
    return setter(fixed(mean), {"head": name}, pressed=chosen, css="mean", style={"--w": short(mean)}, attrs=attrs)


def said(means: np.ndarray, chosen: tuple[int, int], most: tuple[str, float]) -> list[Child]:
    """Say what the chosen head does, and which head does most."""
    first = divmod(int(means.argmax()), means.shape[1])
    return [
        strong(f"Without head {head_name(*chosen)}"),
        f" the tokens’ last vectors move by {fixed(float(means[chosen]))} of their length on average, ",
        f"{most[0]} most, by {fixed(most[1])}. Of all heads {head_name(*first)} moves them most, ",
        f"by {fixed(float(means[first]))}.",
    ]

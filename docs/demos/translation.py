"""Which source words does each target word take from?"""

import json
from typing import Annotated

import numpy as np

from demos._translation import ENGLISH, GERMAN, SOURCE, TARGET, alignment, summary_shares
from live_demo import Child, Element, Presets, Slider, View, element, listing, share, strong, table
from live_demo.numerals import short

WEIGHTS = alignment()
PRESETS = Presets(
    "Write",
    {"hikers": {"word": 10}, "described": {"word": 20}, "which": {"word": 44}, "could": {"word": 46}},
)


def view(
    word: Annotated[int, Slider("English word", 1, len(ENGLISH))] = 10,
    carried: Annotated[float, Slider("Carried over", 0.5, 1.0, step=0.05)] = 0.9,
) -> View:
    row, held = WEIGHTS[word - 1], summary_shares(carried)
    rows = [
        [f"{i} {g}", share(a, 3), share(s, 3)]
        for i, (g, a, s) in enumerate(zip(GERMAN, row, held, strict=True), 1)
    ]
    name = ENGLISH[word - 1]
    return View(
        written(word),
        strip(row, held),
        table(
            f"What “{name}” takes from each German word", ["word", "attention", "one vector"], rows, hidden=True
        ),
        sentence=said(word, row, held),
    )


def said(word: int, row: np.ndarray, held: np.ndarray) -> list[Child]:
    """Where this word looks, and what the one vector holds of the same place."""
    order = np.argsort(-row, kind="stable")[:3]
    most = listing([[strong(GERMAN[i]) if i == order[0] else GERMAN[i], f" {share(row[i])}"] for i in order])
    top, last = int(order[0]), len(GERMAN) - 1
    place = f"word {top + 1} of {len(GERMAN)}, counts {share(held[top], 3)}"
    ending = "" if top == last else f" and the last word {share(held[last], 3)}"
    rest = f"{ending}, whichever English word is being written."
    return [
        *most,
        f" go into “{ENGLISH[word - 1]}”, English word {word}. In the one vector {GERMAN[top]}, {place}{rest}",
    ]


def written(word: int) -> Element:
    """The translation so far, the word being written, and what is still to come; pressing a word goes there."""
    buttons: list[Child] = []
    for i, text in enumerate(TARGET.split(), 1):
        # The slider is the keyboard's way: 52 more tab stops would be none.
        button = element(
            "button",
            text,
            type="button",
            tabindex=-1,
            class_="said" if i < word else "now" if i == word else "later",
            data_set=json.dumps({"word": i}),
            aria_pressed=str(i == word).lower(),
        )
        buttons += [button, " "]
    return element("div", buttons, class_="written", role="group", aria_label="The English sentence", lang="en")


def strip(row: np.ndarray, held: np.ndarray) -> Element:
    """The German words in order, each with its weight and its share in the one vector."""
    key = element(
        "span", element("b", "German"), element("i", "attention"), element("i", "one vector"), class_="src src-key"
    )
    cells = []
    for text, a, s in zip(SOURCE.split(), row, held, strict=True):
        attention = element("i", share(a), class_="ld-cell attn", style={"--w": short(a)})
        vector = element("i", share(s), class_="ld-cell ld-ramp", style={"--w": short(s)})
        cells.append(element("span", element("b", text, lang="de"), attention, vector, class_="src"))
    return element("div", key, cells, class_="source-strip", aria_hidden="true", data_figure=True)

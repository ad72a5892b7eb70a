"""What does each word take from the others, in a model that learned from text?"""

import json
from pathlib import Path
from typing import Annotated

from live_demo import Child, Choice, Element, View, aside, element, listing, setter, share, strong, table
from live_demo.numerals import short

RECORD = json.loads(Path(__file__).with_name("data").joinpath("minilm_sentence.json").read_text(encoding="utf-8"))
WORDS: list[str] = RECORD["words"]
# "the" stands twice in the sentence, so a choice carries its place.
OPTIONS = tuple(f"{i}-{word.lower().replace('’', '')}" for i, word in enumerate(WORDS, 1))
START = next(option for option in OPTIONS if option.endswith("-it"))
WIDTH, BASE = 100, 130


def view(word: Annotated[str, Choice("The word that asks", OPTIONS, in_view=True)] = START) -> View:
    asking = OPTIONS.index(word)
    row: list[float] = RECORD["rows"][asking]
    names = ["itself" if i == asking else w for i, w in enumerate(WORDS)]
    order = sorted(range(len(row)), key=lambda i: -row[i])
    most = listing([f"{names[i]} {share(row[i])}" for i in order[:4]])
    outside = 1 - sum(row)
    return View(
        arcs(asking, row),
        strip(asking, row),
        table(
            f"What “{WORDS[asking]}” takes from each word",
            ["word", "share"],
            [[w, share(a, 3)] for w, a in zip(names, row, strict=True)],
            hidden=True,
        ),
        sentence=said(WORDS[asking], most, outside, outside > max(row)),
    )


def said(word: str, most: Child, outside: float, mostly_outside: bool) -> Child:
    """Say where the weight goes, the largest part first."""
    out = share(outside)
    if mostly_outside:
        first = f" gives {out} to marks outside the eleven words. Of them it takes most from "
        return [strong(word), first, most, "."]
    return [strong(word), " takes most from ", most, ".", aside(f" {out} falls outside the eleven words.")]


def arcs(asking: int, row: list[float]) -> Element:
    """A string from the asking word to each other, as thick and as dark as its weight."""
    strings = []
    for i, weight in enumerate(row):
        if i == asking:
            continue
        a, b = ((j + 0.5) * WIDTH for j in (asking, i))
        top = BASE - min(118, 26 + 17 * abs(asking - i))
        style = {"--w": short(0.3 + 0.7 * weight), "stroke-width": short(0.8 + 11 * weight, 2)}
        path = f"M{a:.0f} {BASE}C{a:.0f} {top} {b:.0f} {top} {b:.0f} {BASE}"
        strings.append(element("path", class_="attn", style=style, d=path))
    box = {"viewBox": f"0 0 {WIDTH * len(row)} 132", "preserveAspectRatio": "none"}
    return element("svg", strings, class_="arcs", attrs=box, aria_hidden="true", data_figure=True)


def strip(asking: int, row: list[float]) -> Element:
    """The words in order, each with its weight; pressing one makes it ask."""
    words = []
    for i, (word, weight) in enumerate(zip(WORDS, row, strict=True)):
        cell = element("span", element("span", share(weight)), class_="word-c attn")
        label = [element("span", word, class_="word-t"), cell]
        style = {"--w": short(weight)}
        words.append(setter(label, {"word": OPTIONS[i]}, pressed=i == asking, css="word", style=style))
    return element(
        "div", words, class_="words", role="group", aria_label="Choose the word that asks", data_figure=True
    )

"""What does each word take from the others, in a model that learned from text?"""

import json
from pathlib import Path
from typing import Annotated

from demos._strip import arcs, strip
from live_demo import Child, Choice, View, aside, listing, share, strong, table

RECORD = json.loads(Path(__file__).with_name("data").joinpath("minilm_sentence.json").read_text(encoding="utf-8"))
WORDS: list[str] = RECORD["words"]
# "the" stands twice in the sentence, so a choice carries its place.
OPTIONS = tuple(f"{i}-{word.lower().replace('’', '')}" for i, word in enumerate(WORDS, 1))
SETTINGS = [{"word": option} for option in OPTIONS]
START = next(option for option in OPTIONS if option.endswith("-it"))


def view(word: Annotated[str, Choice("The word that asks", OPTIONS, in_view=True)] = START) -> View:
    asking = OPTIONS.index(word)
    row: list[float] = RECORD["rows"][asking]
    names = ["itself" if i == asking else w for i, w in enumerate(WORDS)]
    order = sorted(range(len(row)), key=lambda i: -row[i])
    most = listing([f"{names[i]} {share(row[i])}" for i in order[:4]])
    outside = 1 - sum(row)
    return View(
        arcs(asking, row),
        strip("Choose the word that asks", WORDS, row, asking=asking, settings=SETTINGS),
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

"""Does this head know what “it” means, or does it always point at the same noun?"""

from typing import Annotated

from demos._meters import meters
from demos._study import FIRST, HEAD, LAYER, MARK, MORE, STUDY, Seen
from live_demo import Child, Choice, Element, Prediction, Verdict, View, aside, element, share, strong, table

PAIRS = {seen.name: seen for seen in [*FIRST, *MORE]}
GROUPS = {"The first five pairs": [s.name for s in FIRST], "Five new pairs": [s.name for s in MORE]}
FLIPS, STAYS = "It flips", "It stays"
PREDICT = Prediction(
    "The last word changes, and “it” means the other noun. Does the head change its mind?",
    [FLIPS, STAYS],
    questions=[{"pair": name} for name in PAIRS],
)


def view(pair: Annotated[str, Choice.grouped("Pair", GROUPS)] = FIRST[0].name) -> View:
    seen = PAIRS[pair]
    rows = [(name, [seen.first[name], seen.second[name]]) for name in (*seen.pair.nouns, MARK)]
    return View(
        sentences(seen),
        meters(
            [f"… {word}" for word in seen.pair.words],
            [(name, [(weight, share(weight, 3)) for weight in weights]) for name, weights in rows],
        ),
        table(
            f"What “it” gives in head {LAYER}.{HEAD}",
            ["token", *seen.pair.words],
            [[name, *(share(weight, 3) for weight in weights)] for name, weights in rows],
            hidden=True,
            covered_from=2,
        ),
        sentence=said(seen),
        verdicts={name: verdict(name, seen) for name in (FLIPS, STAYS)},
    )


def sentences(seen: Seen) -> Element:
    """Both sentences, the word that differs set apart, and which noun each is about."""
    before, after = seen.pair.text.split("{}")
    items = [
        element("li", before, element("b", word), after, aside(f" “it” is the {noun}."))
        for word, noun in zip(seen.pair.words, seen.pair.nouns, strict=True)
    ]
    return element("ol", items, class_="pair")


def preferred(seen: Seen) -> tuple[str, str]:
    """The noun with more weight in each sentence."""
    first, second = (max(seen.pair.nouns, key=gives.__getitem__) for gives in (seen.first, seen.second))
    return first, second


def said(seen: Seen) -> list[Child]:
    """Say what the head prefers, how often that is right here, and how often in all five pairs."""
    one, other = preferred(seen)
    kept = f"It prefers {one} both times" if one == other else f"It goes from {one} to {other}"
    counts = STUDY["pairs" if seen in FIRST else "more_pairs"]
    which = "first" if seen in FIRST else "new"
    return [
        strong("It flips." if seen.flips else "It stays."),
        f" {kept}, which is right in {seen.right} of 2 sentences. Over the {which} five pairs this head ",
        f"is right in {counts['head_right']} of {counts['sentences']} sentences ",
        f"and flips in {counts['head_flips']} of {len(FIRST)}.",
    ]


def verdict(guess: str, seen: Seen) -> Verdict:
    """Answer a guess with the second sentence's numbers."""
    right = (guess == FLIPS) == seen.flips
    a, b = seen.pair.nouns
    numbers = f"with “{seen.pair.words[1]}” {a} gets {share(seen.second[a])}, {b} {share(seen.second[b])}."
    return Verdict(right, [strong("Right:" if right else "Not this time:"), " ", numbers])

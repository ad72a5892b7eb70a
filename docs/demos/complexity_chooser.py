"""Which kind of layer is cheapest for your text, and how far apart do its ends lie?"""

from math import log10
from typing import Annotated

from attn_core import LayerComplexity, complexity_table
from demos._meters import meter
from demos._units import count, three
from live_demo import Child, Choice, Element, Prediction, Presets, Slider, Verdict, View, element, strong

LENGTHS = ("10", "50", "200", "512", "1,000", "10,000", "100,000", "1,000,000")
WIDTHS = ("16", "64", "256", "512", "1,024", "4,096")
REACHES = ("8", "32", "128", "512", "4,096")
KINDS = ("Self-attention", "Recurrent", "Convolutional", "Restricted")
COLUMNS = ("operations", "steps in a row", "longest path")
LEGEND = "A bar shows how many times the smallest value of its column; each mark is ten times more."
DECADES = 6  # a full bar is a million times the least of its column

PRESETS = Presets(
    "Try",
    {
        "a sentence": {"length": "50", "width": "512", "kernel": 3, "reach": "32"},
        "n = d": {"length": "512", "width": "512", "kernel": 3, "reach": "128"},
        "a book": {"length": "100,000", "width": "512", "kernel": 3, "reach": "4,096"},
    },
)
PREDICT = Prediction(
    "Which layer needs the fewest operations?",
    KINDS,
    [
        {"length": "10,000", "width": "512", "kernel": 3, "reach": "4,096"},
        {"length": "50", "width": "512", "kernel": 3, "reach": "512"},
        {"length": "100,000", "width": "16", "kernel": 2, "reach": "32"},
    ],
)


def rows_for(n: int, d: int, k: int, r: int) -> tuple[LayerComplexity, ...]:
    """The four rows of the paper's table. A neighbourhood can't be larger than the text."""
    return complexity_table(n, d, k, min(r, n))


def view(
    length: Annotated[str, Choice("Tokens n", LENGTHS)] = "1,000",
    width: Annotated[str, Choice("Width d", WIDTHS)] = "512",
    kernel: Annotated[int, Slider("Kernel k", 2, 15, step=1)] = 3,
    reach: Annotated[str, Choice("Reach r", REACHES)] = "128",
) -> View:
    n, d, r = (int(text.replace(",", "")) for text in (length, width, reach))
    rows = rows_for(n, d, kernel, r)
    least = min(row.operations for row in rows)
    winners = [kind for kind, row in zip(KINDS, rows, strict=True) if row.operations == least]
    return View(
        table_of(rows),
        element("p", LEGEND, class_="ld-hint"),
        sentence=said(rows, winners),
        verdicts={kind: verdict(kind, row, winners, least) for kind, row in zip(KINDS, rows, strict=True)},
    )


def table_of(rows: tuple[LayerComplexity, ...]) -> Element:
    """The paper's table in numbers, each with a bar that says how many times the least it is."""
    numbers = [(row.operations, row.sequential, row.path) for row in rows]
    least = [min(column) for column in zip(*numbers, strict=True)]
    head = element("tr", [element("th", name, scope="col") for name in ("layer", *COLUMNS)])
    body = [
        element(
            "tr",
            element("th", kind, scope="row"),
            [_cell(value, best, i == 0) for i, (value, best) in enumerate(zip(row, least, strict=True))],
        )
        for kind, row in zip(KINDS, numbers, strict=True)
    ]
    caption = element("caption", "Operations, steps and longest path of four kinds of layer", class_="ld-sr")
    return element("table", caption, element("thead", head), element("tbody", body), class_="ld-table")


def _cell(value: int, least: int, covered: bool) -> Element:
    text = count(value)
    bold = element("b", text) if value == least else text
    return element("td", meter(log10(value / least) / DECADES, bold), class_="ld-covered" if covered else None)


def said(rows: tuple[LayerComplexity, ...], winners: list[str]) -> list[Child]:
    """Say which is cheapest, what attention costs instead, and how long the path is."""
    cheapest = rows[KINDS.index(winners[0])]
    who = f"{' and '.join(winners)} layers"
    first = f" need the fewest operations, {count(cheapest.operations)}."
    if KINDS[0] in winners:
        return [strong(who), first, " With self-attention any two words are 1 step apart."]
    ratio = rows[0].operations / cheapest.operations
    times = three(ratio) if ratio < 1000 else count(ratio)
    path = "1 step" if cheapest.path == 1 else f"{cheapest.path:,} steps"
    more = f" Self-attention needs {times}\N{NO-BREAK SPACE}× as many, for a path of 1;"
    rest = f"{more} here the ends of the text are {path} apart."
    return [strong(who), first, rest]


def verdict(guess: str, row: LayerComplexity, winners: list[str], least: int) -> Verdict:
    """Answer a guess with both counts."""
    if guess in winners:
        return Verdict(right=True, text=[strong("Right."), f" {guess} layers need {count(least)}, the fewest."])
    told = f" {guess} layers need {count(row.operations)}; {winners[0].lower()} layers need {count(least)}."
    return Verdict(right=False, text=[strong("Not this time."), told])

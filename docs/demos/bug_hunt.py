"""Which line of this attention is wrong?"""

from typing import Annotated

from demos._bugs import BUGS, D_K, HEADS, LINES, WORDS, attend, moved
from demos._sums import weights_with_sums
from live_demo import Child, Choice, Element, Prediction, Verdict, View, element, strong

CASES = ("mask", "maximum", "heads", "scale", "sum", "products", "values")
PREDICT = Prediction(
    "In which line is the mistake?",
    list(LINES),
    questions=[{"case": str(i)} for i in range(1, len(CASES) + 1)],
)
RIGHT = attend()


def view(case: Annotated[str, Choice("Case", tuple(str(i) for i in range(1, len(CASES) + 1)))] = "1") -> View:
    wrong = CASES[int(case) - 1]
    alpha, _ = attend(wrong)
    return View(
        listing(),
        element(
            "div",
            panel(
                "Weights of head 1, as it ran",
                weights_with_sums(f"Case {case}: weights of head 1", alpha[0], WORDS, WORDS),
            ),
            panel(
                "Weights of head 1, as they should be",
                weights_with_sums("Right weights of head 1", RIGHT[0][0], WORDS, WORDS),
            ),
            panel("Change one word: whose output moves?", changes(moved(wrong))),
            class_="symptoms",
        ),
        sentence=[
            strong(f"Line {number(wrong)}, {wrong}."),
            " The program ran ",
            *mended(wrong),
            ". ",
            BUGS[wrong].why,
        ],
        verdicts={name: verdict(name, wrong) for name in LINES},
    )


def number(name: str) -> int:
    """The number of a line, counted from 1."""
    return list(LINES).index(name) + 1


def listing() -> Element:
    """The program as it should read."""
    lines = [
        element("li", element("span", name, class_="line-name"), element("code", code))
        for name, code in LINES.items()
    ]
    note = f"{len(WORDS)} words, {HEADS} heads of {D_K} numbers, causal mask, exponentials stored in float16"
    return element(
        "div",
        element("p", "How it should read. One line of the program that ran differs.", class_="panel-title"),
        element("ol", lines, class_="program"),
        element("p", note, class_="panel-note"),
    )


def panel(title: str, content: Element) -> Element:
    """A symptom with its heading."""
    return element("div", element("p", title, class_="panel-title"), content)


def changes(effect: list[list[str]]) -> Element:
    """Row: whose output; column: which word was changed."""
    head = element("tr", element("td"), [element("th", w, scope="col") for w in WORDS])
    rows = [
        element("tr", element("th", w, scope="row"), [element("td", e, class_=f"effect {css(e)}") for e in row])
        for w, row in zip(WORDS, effect, strict=True)
    ]
    return element(
        "table",
        element("caption", "Row: whose output. Column: which word was changed.", class_="ld-sr"),
        element("thead", head),
        element("tbody", rows),
        class_="ld-grid-table effects",
    )


def css(effect: str) -> str:
    """The class of a cell that says whether an output moved."""
    return {"moves": "is-moved", "NaN": "no-number"}.get(effect, "is-still")


def mended(name: str) -> list[Child]:
    """The line as it ran and as it should read."""
    return [element("code", BUGS[name].ran), f"{BUGS[name].place} in place of ", element("code", LINES[name])]


def verdict(guess: str, wrong: str) -> Verdict:
    """What a guess is told: the symptom that gives the line away."""
    if guess == wrong:
        return Verdict(True, [strong("Right."), f" Line {number(wrong)}: {BUGS[wrong].sign}"])
    missing = f" A mistake in line {number(guess)} shows differently: {BUGS[guess].sign} "
    return Verdict(False, [strong("Not this time."), missing, f"Here: {BUGS[wrong].sign}"])

"""What do the printed scores really give, and for how wide a head?"""

import math
from typing import Annotated

import numpy as np

from attn_core import softmax
from demos._keys import KEYS, NAMES
from live_demo import Child, Element, Presets, Slider, View, element, fixed, listing, share, strong, table
from live_demo.numerals import short

SCORES = np.array([2.0, 95.0, 10.0, 80.0])
PRINTED: tuple[float | None, ...] = (None, 0.85, 0.01, 0.12)
TYPES: tuple[tuple[str, type[np.floating]], ...] = (
    ("float16", np.float16),
    ("float32", np.float32),
    ("float64", np.float64),
)
TAKEN_OFF = (
    "Max off first: the largest of the four scores is taken off all. It becomes 0, and exp(0) = 1 fits every type."
)
PRESETS = Presets("Width", {str(width): {"width": width} for width in (1, 16, 64, 512)})


def view(width: Annotated[int, Slider("Head width", 1, 512)] = 64) -> View:
    z = SCORES / math.sqrt(width)
    alpha = softmax(z)
    rows = [
        [s.label(), share(u, 5), share(a, 5), "not given" if p is None else fixed(p)]
        for s, u, a, p in zip(KEYS, softmax(SCORES), alpha, PRINTED, strict=True)
    ]
    return View(
        diagram(z, alpha, width),
        table("Weights to five decimals", ["key", "undivided", f"÷ √{width}", "printed"], rows, main=2),
        overflow(float(z.max())),
        element("p", TAKEN_OFF, class_="ld-hint"),
        sentence=said(alpha, width),
    )


def said(alpha: np.ndarray, width: int) -> list[Child]:
    """Say the four weights, the winner in bold, and whether they round to the printed ones."""
    order = np.argsort(-alpha, kind="stable")
    weights = listing([[strong(NAMES[i]) if i == order[0] else NAMES[i], f" {share(alpha[i])}"] for i in order])
    same = all(p is None or round(float(a), 2) == p for a, p in zip(alpha, PRINTED, strict=True))
    verdict = "as printed." if same else "not the printed row."
    return [*weights, f" at width {width}: {verdict}"]


def diagram(z: np.ndarray, alpha: np.ndarray, width: int) -> Element:
    """Scores, scaled scores and weights under each other, with the printed weights and the difference."""
    shown = [element("td", share(a), class_="ld-cell attn", style={"--w": short(a)}) for a in alpha]
    printed, difference = [], []
    for a, p in zip(alpha, PRINTED, strict=True):
        if p is None:
            none = element("td", element("span", "not given", class_="ld-sr"), "–", class_="ld-cell dia-none")
            printed.append(none)
            difference.append(none)
        else:
            gap = float(a) - p
            text = f"+{fixed(gap)}" if gap >= 0.005 else fixed(gap)
            printed.append(element("td", fixed(p), class_="ld-cell attn", style={"--w": short(p)}))
            difference.append(element("td", text, class_="ld-cell signed", style={"--s": short(gap)}))
    rows = [
        ("score", [element("td", f"{score:.0f}") for score in SCORES]),
        (f"÷ √{width}", [element("td", fixed(x)) for x in z]),
        ("computed", shown),
        ("printed", printed),
        ("difference", difference),
    ]
    head = element("tr", element("td"), [element("th", s.label(), scope="col") for s in KEYS])
    body = [element("tr", element("th", name, scope="row"), cells) for name, cells in rows]
    return element(
        "table",
        element("caption", "Printed and computed weights of four keys", class_="ld-sr"),
        element("thead", head),
        element("tbody", body),
        class_="ld-grid-table",
        data_figure=True,
    )


def overflow(largest: float) -> Element:
    """What exp makes of the largest score in three number types, as it is and with it taken off first."""
    rows: list[list[Child]] = []
    for name, kind in TYPES:
        with np.errstate(over="ignore"):
            naive = float(np.exp(kind(largest)))
        rows.append(
            [name, scientific(float(np.finfo(kind).max)), scientific(naive), fixed(float(np.exp(kind(0))), 0)]
        )
    top = fixed(largest)
    return table(
        "What exp gives in three number types",
        ["number type", "its limit", f"exp({top})", "max off first"],
        rows,
        main=2,
    )


def scientific(x: float) -> list[Child]:
    """A large number in two digits and a power of ten; what does not fit its type is ∞."""
    if math.isinf(x) or x < 1e5:
        return [fixed(x, 0)]
    digits, power = f"{x:.1e}".split("e+")
    return [f"{digits} · 10", element("sup", power.lstrip("0"))]

"""What does a word become?"""

from typing import Annotated

import numpy as np

from attn_core import softmax
from demos._keys import KEYS, NAMES
from live_demo import Child, Element, Presets, Slider, View, element, fixed, share, strong, table
from live_demo.numerals import short
from live_demo.views.drawing import image
from live_demo.views.series import MARKS

V = np.array([(-1.6, 1.1), (1.7, 0.9), (0.9, -1.5), (-1.0, -1.2)])  # chosen by hand, one row a key
UNIT, CENTRE = 100.0, 240.0
OUTLINE = (0, 1, 2, 3)  # the four values in order around their middle
PRESETS = Presets(
    "Scores",
    {
        "as in the lab": {"the": -1.0, "animal": 2.15, "street": 0.35, "tired": 1.1},
        "all equal": {"the": 0.0, "animal": 0.0, "street": 0.0, "tired": 0.0},
        "one far ahead": {"the": 0.0, "animal": 9.0, "street": 0.0, "tired": 0.0},
    },
)


def view(
    the: Annotated[float, Slider("The", -9.0, 9.0, step=0.05)] = -1.0,
    animal: Annotated[float, Slider("animal", -9.0, 9.0, step=0.05)] = 2.15,
    street: Annotated[float, Slider("street", -9.0, 9.0, step=0.05)] = 0.35,
    tired: Annotated[float, Slider("tired", -9.0, 9.0, step=0.05)] = 1.1,
) -> View:
    scores = np.array([the, animal, street, tired])
    alpha = softmax(scores)
    out = alpha @ V
    rows: list[list[Child]] = [
        [s.label(), share(a, 3), point(v, 1), point(a * v)] for s, a, v in zip(KEYS, alpha, V, strict=True)
    ]
    rows.append(["sum", fixed(float(alpha.sum()), 0), "", strong(point(out))])
    return View(
        figure(alpha, out),
        table("Weights times values", ["key", "weight", "value", "weight × value"], rows, main=3),
        sentence=said(alpha, out),
    )


def point(p: np.ndarray, places: int = 2) -> str:
    """Two numbers in brackets."""
    return f"({fixed(float(p[0]), places)}, {fixed(float(p[1]), places)})"


def said(alpha: np.ndarray, out: np.ndarray) -> list[Child]:
    """Name the largest share, or those that tie for it, and where the sum lies."""
    top = np.flatnonzero(np.isclose(alpha, alpha.max(), rtol=0, atol=1e-9))
    names = " and ".join(NAMES[i] for i in top)
    if len(top) == len(V):
        return [strong("All four"), f" count {share(alpha[0])}: the output {point(out)} is their plain average."]
    counts = "counts most, " if len(top) == 1 else "count most and alike, "
    between = f"{share(alpha[top[0]])}. The output is {point(out)}, a point between the four values."
    return [strong(names), f" {counts}{between}"]


def at(p: np.ndarray) -> tuple[str, str]:
    """Where a point of the plane lies in the drawing."""
    return short(CENTRE + UNIT * float(p[0]), 1), short(CENTRE - UNIT * float(p[1]), 1)


def beside(y: str, above: float, below: float) -> str:
    """Where a name goes beside a mark: one offset in the upper half, another in the lower."""
    return short(float(y) + (below if float(y) > CENTRE else above), 1)


def figure(alpha: np.ndarray, out: np.ndarray) -> Element:
    """Four values, the area between them, and the output, on strings as thick as the weights."""
    x, y = at(out)
    corners = " ".join(",".join(at(V[i])) for i in OUTLINE)
    strings = []
    for a, v in zip(alpha, V, strict=True):
        to_x, to_y = at(v)
        width = {"stroke-width": short(0.8 + 11 * float(a), 2)}
        strings.append(element("path", class_="sum-string", style=width, d=f"M{x} {y}L{to_x} {to_y}"))
    drawing = image(
        "Four values in the plane and their weighted average",
        2 * CENTRE,
        2 * CENTRE,
        element("path", class_="ld-plane-axis", d="M240 8V472M8 240H472"),
        element("polygon", class_="sum-area", attrs={"points": corners}),
        strings,
        [value(i, float(a)) for i, a in enumerate(alpha)],
        element("circle", class_="sum-out", cx=x, cy=y, r=10),
        element("text", "output", class_="sum-name", x=x, y=beside(y, 28, -18), attrs={"text-anchor": "middle"}),
        css="ld-plane",
        figure=False,
    )
    return element("div", drawing, class_="ld-plane-box", data_figure=True)


def value(i: int, weight: float) -> Element:
    """A value: the mark of its key, with name and weight on the side away from the middle."""
    series = KEYS[i]
    x, y = at(V[i])
    tag, shape = MARKS[series.mark]
    mark = element(tag, attrs={**shape, "transform": f"translate({x} {y}) scale(1.7) translate(-6 -6)"})
    label: list[Child] = [
        element("tspan", series.name),
        " ",
        element("tspan", share(weight), class_="ld-plane-note"),
    ]
    where = {"x": x, "y": beside(y, -22, 34), "text-anchor": "middle"}
    return element("g", mark, element("text", label, attrs=where), class_=f"sum-value {series.css}")

"""When does attention become the larger part of a layer?"""

from typing import Annotated

import numpy as np

from attn_core import layer_cost
from demos._curves import Curve, Rule, curves
from demos._units import count, percent, three
from live_demo import Axis, Child, Element, Presets, Slider, View, strong, table

SHORTEST, LONGEST = 200, 10_000
LENGTHS = range(0, LONGEST + 1, 250)
PRESETS = Presets(
    "Length",
    {
        "one page, 500": {"n": 500, "d": 512},
        "1,000": {"n": 1000, "d": 512},
        "the crossing": {"n": 3072, "d": 512},
        "10,000": {"n": 10_000, "d": 512},
    },
)


def view(
    n: Annotated[int, Slider("Tokens n", SHORTEST, LONGEST, 4)] = 1000,
    d: Annotated[int, Slider("Width d", 100, 1000, 4)] = 512,
) -> View:
    cost = layer_cost(n, d, 1)
    rows = [
        [name.replace("_", "-"), count(operations), percent(cost.shares[name])]
        for name, operations in cost._asdict().items()
    ]
    return View(
        figure(n, d),
        table("Operations of one layer", ["part", "operations", "share"], rows, main=2),
        sentence=said(n, d),
    )


def crossing(d: int) -> int:
    """The length at which attention's products are as many as all the rest: 4 n² d = 24 n d²."""
    return 6 * d


def figure(n: int, d: int) -> Element:
    """Operations over the length. The axis ends where attention does, so that curve stays and the rest tilts."""
    costs = [layer_cost(length, d, 1) for length in LENGTHS]
    top = float(costs[-1].attention)
    meeting = layer_cost(crossing(d), d, 1).attention
    return curves(
        f"Operations of one layer of width {d}, by length",
        list(LENGTHS),
        [
            Curve("attention", [c.attention for c in costs], "curve-main"),
            Curve("all the rest", [c.projections + c.feed_forward for c in costs], "curve-sum"),
            Curve("feed-forward", [c.feed_forward for c in costs], "curve-part"),
            Curve("projections", [c.projections for c in costs], "curve-part"),
        ],
        x_axis=Axis("tokens n", 0, LONGEST, [(t, f"{t:,}") for t in range(0, LONGEST + 1, 2500)]),
        y_axis=Axis("billion operations", 0, top, [(t, f"{t / 1e9:.0f}") for t in round_ticks(top)]),
        rules=[
            Rule(crossing(d), f"6d = {crossing(d):,}", "curve-cross", float(meeting)),
            Rule(n, "", "curve-here"),
        ],
    )


def round_ticks(top: float) -> list[float]:
    """At most five round numbers from 0 to `top`.

    >>> round_ticks(205.0)
    [0.0, 50.0, 100.0, 150.0, 200.0]
    """
    size = 10.0 ** np.floor(np.log10(top / 5))
    step = next(step for step in (size, 2 * size, 2.5 * size, 5 * size, 10 * size) if top / step < 5)
    return [float(t) for t in np.arange(0, top + step / 1e6, step)]


def said(n: int, d: int) -> list[Child]:
    """Say attention's share, and how far the crossing is."""
    cost = layer_cost(n, d, 1)
    first: list[Child] = [
        strong(f"Attention takes {percent(cost.shares['attention'])}"),
        f" of the layer: {count(cost.attention)} of {count(cost.total)} operations. ",
    ]
    half = f"It takes half at n = 6d = {crossing(d):,}"
    if n == crossing(d):
        return [*first, f"{half}, which is here."]
    if n < crossing(d):
        return [*first, f"{half}, {three(crossing(d) / n)} times this length."]
    return [*first, f"{half}; this is {three(n / crossing(d))} times as long."]

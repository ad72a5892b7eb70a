"""All heads at a glance, a small map for each, drawn in a few paths; and one map in full."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from live_demo import Child, Element, Raw, element, pointed_say, setter, share
from live_demo.elements import render
from live_demo.numerals import short
from live_demo.views.heatmap import grid_table

STEPS = (0.125, 0.3, 0.5, 0.75)
"""A cell whose weight reaches a step has that step's colour. Below the first the map stays empty."""

type Weights = npt.NDArray[np.float32]


def small_map(weights: Weights) -> Raw:
    """One head's map as an SVG: for each step one path, a stroke with square ends for each run of cells.

    >>> small_map(np.array([[0.9, 0.1], [0.4, 0.6]], np.float32)).html.count("<path")
    3
    """
    ink = np.searchsorted(STEPS, weights, side="right")
    paths = "".join(
        f'<path class="i{step}" d="{strokes(ink == step)}"></path>'
        for step in range(1, len(STEPS) + 1)
        if (ink == step).any()
    )
    n = len(weights)
    return Raw(f'<svg viewBox="-.5 -.5 {n} {n}">{paths}</svg>')


def strokes(cells: npt.NDArray[np.bool_]) -> str:
    """Lines along the middles of the cells that are True, across or down, whichever needs fewer.

    >>> strokes(np.array([[True, False], [True, False]])), strokes(np.eye(2, dtype=bool))
    ('M0 0v1', 'M0 0h0M1 1h0')
    """
    across, down = runs(cells), runs(cells.T)
    if len(across) <= len(down):
        return "".join(f"M{j} {i}h{length}" for i, j, length in across)
    return "".join(f"M{j} {i}v{length}" for j, i, length in down)


def runs(cells: npt.NDArray[np.bool_]) -> list[tuple[int, int, int]]:
    """Each run of True in a row: the row, the run's first place, and how far it is to its last.

    >>> runs(np.array([[False, True, True, False, True]]))
    [(0, 1, 1), (0, 4, 0)]
    """
    edges = np.zeros((len(cells), cells.shape[1] + 1), np.bool_)  # between cells, and at both ends of a row
    edges[:, :-1] = cells
    edges[:, 1:] ^= cells
    rows, places = edges.nonzero()  # in pairs: where a run begins, and behind its last cell
    starts, ends = places[::2], places[1::2]
    return list(zip(rows[::2].tolist(), starts.tolist(), (ends - starts - 1).tolist(), strict=True))


def head_grid(maps: list[list[Raw]], chosen: tuple[int, int]) -> Element:
    """A button for each head, layer by layer. Together they are one stop of the Tab key; arrow keys move in it."""
    heads = range(len(maps[0]))
    return grid_of_heads(
        [[button(layer, h, maps[layer][h], (layer, h) == chosen) for h in heads] for layer in range(len(maps))]
    )


def grid_of_heads(buttons: Sequence[Sequence[Child]]) -> Element:
    """A row for each layer, a column for each head, both numbered; below, the name of what is pointed at."""
    cells: list[Child] = [element("span", "layer", class_="maps-corner")]
    cells += [element("span", str(head)) for head in range(len(buttons[0]))]
    for layer, row in enumerate(buttons):
        cells += [element("span", str(layer)), row]
    grid = element("div", cells, class_="maps", role="group", aria_label="Choose a head", data_figure=True)
    return element("div", grid, pointed_say(), class_="maps-box")


@lru_cache(maxsize=2048)
def button(layer: int, head: int, content: Raw, chosen: bool) -> Raw:
    """One head's map, which chooses it. Written once: most of them stay as they are when the reader moves on."""
    attrs = pointable_head(f"Layer {layer}, head {head}", f"m-{layer}-{head}", chosen)
    return Raw(render(setter(content, {"head": f"{layer}.{head}"}, pressed=chosen, css="map", attrs=attrs)))


def pointable_head(label: str, cell: str, chosen: bool) -> dict[str, str]:
    """What makes a head's button one of a grid: arrow keys go from each to the next, Tab to the chosen one."""
    return {"aria-label": label, "data-cell": cell, "data-parents": "", "tabindex": "0" if chosen else "-1"}


def large_map(caption: str, weights: Weights, tokens: Sequence[str], asking: int) -> Element:
    """One map as a table, the row of the token that asks marked. A cell shows its number when it is pointed at.

    Nothing is in a cell but its number: with 17 tokens there are 289 of them.
    """
    body = [
        element(
            "tr",
            element("th", token, scope="row"),
            [cell(w) for w in row],
            class_="is-asking" if i == asking else None,
        )
        for i, (token, row) in enumerate(zip(tokens, weights.round(4).tolist(), strict=True))
    ]
    return grid_table(caption, [element("span", t) for t in tokens], body, "large-map")


@lru_cache(maxsize=2048)
def cell(weight: float) -> Raw:
    """A cell of the large map."""
    return Raw(render(element("td", share(weight), class_="attn", style={"--w": short(weight, 3)})))

"""A map of attention weights that is too large for a table: a square a weight, in tenths."""

from itertools import groupby

import numpy as np

from demos.training.layers import Array
from live_demo import Child, Element, element
from live_demo.numerals import short
from live_demo.views.drawing import image

LEVELS = 10


def weight_map(title: str, A: Array, caption: Child) -> Element:
    """Rows look, columns are looked at. Each colour is one path, so that a frame of training stays small."""
    rows, columns = A.shape
    paths: dict[int, list[str]] = {}
    for i, row in enumerate(np.rint(LEVELS * A).astype(int)):
        for level, run in groupby(range(columns), key=lambda j: int(row[j])):
            places = list(run)
            paths.setdefault(level, []).append(f"M{places[0]} {i}h{len(places)}v1h{-len(places)}z")
    drawn = [
        element("path", d="".join(paths[level]), class_="attn", style={"--w": short(level / LEVELS)})
        for level in sorted(paths)
    ]
    return element(
        "div",
        element("p", title, class_="weight-map-name"),
        image(title, columns, rows, drawn, css="weight-map"),
        element("p", caption, class_="ld-hint"),
    )

"""A grid of weights with the sum of each row beside it and of each column below it."""

from collections.abc import Sequence

import numpy as np

from live_demo import Child, Element, element, fixed, share
from live_demo.numerals import short


def weights_with_sums(
    caption: str, weights: np.ndarray, rows: Sequence[Child], columns: Sequence[Child]
) -> Element:
    """Draw `weights` (n x m) on the weight ramp. What is no number is hatched; the sums have no colour."""
    head = element("tr", element("td"), [element("th", c, scope="col") for c in columns], _corner("sum"))
    body = [
        element("tr", element("th", label, scope="row"), [_cell(w) for w in row], _sum(row))
        for label, row in zip(rows, weights, strict=True)
    ]
    foot = element("tr", element("th", "sum", scope="row"), [_sum(c) for c in weights.T], element("td"))
    return element(
        "table",
        element("caption", caption, class_="ld-sr"),
        element("thead", head),
        element("tbody", body, foot),
        class_="ld-grid-table with-sums",
        data_figure=True,
    )


def _corner(text: str) -> Element:
    return element("th", text, scope="col", class_="sum")


def _sum(numbers: np.ndarray) -> Element:
    return element("td", fixed(float(numbers.sum())), class_="sum")


def _cell(weight: float) -> Element:
    if np.isnan(weight):
        return element("td", "NaN", class_="ld-cell no-number")
    return element("td", share(float(weight)), class_="ld-cell attn", style={"--w": short(float(weight))})

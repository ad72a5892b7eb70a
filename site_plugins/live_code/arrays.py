"""A small array as a table: every number, its shape and type in the caption, and for a matrix its colours."""

import math
from collections.abc import Sequence
from typing import Any

from live_demo.elements import Element, element
from live_demo.numerals import MINUS, fixed, short

SIDE = 12
PLACES = 4
SMALLEST, LARGEST = 1e-3, 1e6  # beyond these a number needs its power of ten


def array_table(array: Any) -> Element:
    """A one- or two-dimensional numpy array of booleans or real numbers, at most `SIDE` long and wide."""
    matrix = array.ndim == 2
    rows = array.tolist() if matrix else [array.tolist()]
    width = len(rows[0])
    values = [v for row in rows for v in row]
    cells = _cells(values, shaded=matrix) if array.dtype.kind == "f" else [_cell(str(v)) for v in values]
    head = [element("td") if matrix else None, [element("th", str(j), scope="col") for j in range(width)]]
    body = [
        element("tr", element("th", str(i), scope="row") if matrix else None, cells[i * width : (i + 1) * width])
        for i in range(len(rows))
    ]
    size = " × ".join(map(str, array.shape)) if matrix else f"{width} number{'s' if width > 1 else ''}"
    return element(
        "table",
        # Python's int has 64 bits at build and 32 in the browser. numpy does not name it either.
        element("caption", f"Array, {size}, {'int' if array.dtype == int else array.dtype}"),
        element("thead", element("tr", head)),
        element("tbody", body),
        class_="lc-array",
    )


def number_texts(values: Sequence[float]) -> list[str]:
    """Print floats alike: with the fewest decimals that say all, at most four, else with their powers of ten.

    >>> number_texts([0.5, -0.25]), number_texts([1 / 3, 2.0]), number_texts([1e-9, 1.0])
    (['0.50', '−0.25'], ['0.3333', '2.0000'], ['1.000e−09', '1.000e+00'])
    """
    finite = [abs(v) for v in values if math.isfinite(v)]
    if any(v >= LARGEST or 0 < v < SMALLEST for v in finite):
        return [f"{v:.3e}".replace("-", MINUS) if math.isfinite(v) else fixed(v) for v in values]
    enough = (p for p in range(1, PLACES) if all(abs(round(v, p) - v) < 1e-9 for v in finite))
    places = next(enough, PLACES)
    return [fixed(v, places) for v in values]


def _cells(values: Sequence[float], *, shaded: bool) -> list[Element]:
    texts = number_texts(values)
    if not shaded:
        return [_cell(text) for text in texts]
    finite = [v for v in values if math.isfinite(v)]
    # Shares of one keep their size as colour; of other numbers the largest gets the full one.
    shares = all(0 <= v <= 1 for v in finite)
    top = 1.0 if shares else max(map(abs, finite))
    ramp, variable = ("ld-ramp", "--w") if shares else ("ld-signed", "--s")
    return [
        element("td", text, class_=f"ld-cell {ramp}", style={variable: short(v / top)})
        if math.isfinite(v)
        else _cell(text)
        for text, v in zip(texts, values, strict=True)
    ]


def _cell(text: str) -> Element:
    return element("td", text.replace("-", MINUS))

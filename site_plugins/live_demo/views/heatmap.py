"""Grids of numbers: a heatmap on the weight ramp and a matrix on the signed ramp. Each is a real table."""

from collections.abc import Sequence

from live_demo.elements import Child, Element, element
from live_demo.numerals import fixed, share, short

PRINTED = 12  # a cell narrower than this many to a row has no room for its number
LARGEST = 32  # a 64 x 64 grid of cells is a quarter of a megabyte


def heatmap(
    caption: str,
    weights: Sequence[Sequence[float]],
    rows: Sequence[Child],
    columns: Sequence[Child],
    *,
    ramp: str = "ld-ramp",
) -> Element:
    """Shares of one as coloured cells, row by row.

    weights: n x m numbers in 0..1. Up to 12 x 12 each cell prints its number; beyond that the number shows when
    the cell is pointed at and stays in the table for screen readers.
    """
    cells = [[(share(w), {"--w": short(w)}) for w in row] for row in weights]
    return _grid(caption, cells, rows, columns, f"ld-cell {ramp}")


def matrix(
    caption: str,
    values: Sequence[Sequence[float]],
    rows: Sequence[Child],
    columns: Sequence[Child],
    *,
    top: float | None = None,
    places: int = 2,
    ramp: str = "ld-signed",
) -> Element:
    """Signed numbers as cells whose colour says sign and size; `top` is the size that gets the full colour."""
    largest = top or max((abs(v) for row in values for v in row), default=0) or 1.0
    cells = [[(fixed(v, places), {"--s": short(max(-1.0, min(1.0, v / largest)))}) for v in row] for row in values]
    return _grid(caption, cells, rows, columns, f"ld-cell {ramp}")


def _grid(
    caption: str,
    cells: list[list[tuple[str, dict[str, str]]]],
    rows: Sequence[Child],
    columns: Sequence[Child],
    css: str,
) -> Element:
    if len(cells) != len(rows) or any(len(row) != len(columns) for row in cells):
        raise ValueError(
            f"{caption}: expected {len(rows)} rows of {len(columns)} numbers, as the labels say; "
            f"got {len(cells)} of {sorted({len(row) for row in cells})}"
        )
    if max(len(rows), len(columns)) > LARGEST:
        raise ValueError(
            f"{caption}: a grid has at most {LARGEST} rows and columns; got {len(rows)} x {len(columns)}"
        )
    printed = max(len(rows), len(columns)) <= PRINTED
    body = [
        element("tr", element("th", label, scope="row"), [_cell(text, style, css, printed) for text, style in row])
        for label, row in zip(rows, cells, strict=True)
    ]
    return grid_table(caption, columns, body, "ld-grid-table")


def grid_table(caption: str, columns: Sequence[Child], body: Sequence[Element], css: str) -> Element:
    """A table of squares: a name over each column, the rows of `body`, a caption for those who cannot see it."""
    head = element("tr", element("td"), [element("th", c, scope="col") for c in columns])
    return element(
        "table",
        element("caption", caption, class_="ld-sr"),
        element("thead", head),
        element("tbody", body),
        class_=css,
        data_figure=True,
    )


def _cell(text: str, style: dict[str, str], css: str, printed: bool) -> Element:
    if printed:
        return element("td", text, class_=css, style=style)
    return element("td", element("span", text, class_="ld-pointed"), class_=f"{css} ld-small", style=style)

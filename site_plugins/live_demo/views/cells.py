"""The cells of a `Grid`: boxes that the reader types numbers into."""

from collections.abc import Sequence

from live_demo.elements import Element, element
from live_demo.numerals import fixed, short


def cells(
    name: str,
    values: Sequence[Sequence[float]],
    *,
    label: str,
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    top: float = 1.0,
    places: int = 1,
    ramp: str = "ld-signed",
) -> list[list[Element]]:
    """Draw the grid `name` at its values, row by row; where they lie is up to the view.

    `label` with the names of a row and a column tells a cell from the others. A cell prints `places` decimals,
    more where the number has more; its colour is full at the size `top`.

    >>> from live_demo.elements import render
    >>> render(cells("q", [[-0.25]], label="Q", rows=["it"])[0][0])
    '<input class="ld-cell ld-signed" style="--s:-0.25" type="text" inputmode="decimal" value="−0.25" \
data-grid="q" data-row="0" data-column="0" data-cell="q-0-0" data-places="1" aria-label="Q, row it, column 1" \
autocomplete="off">'
    """
    row_names = rows or [str(i + 1) for i in range(len(values))]
    column_names = columns or [str(j + 1) for j in range(max(map(len, values), default=0))]
    return [
        [
            element(
                "input",
                class_=f"ld-cell {ramp}",
                style={"--s": short(max(-1.0, min(1.0, value / top)))},
                type="text",
                inputmode="decimal",
                value=as_typed(value, places),
                data_grid=name,
                data_row=i,
                data_column=j,
                data_cell=f"{name}-{i}-{j}",
                data_places=places,
                aria_label=f"{label}, row {row_names[i]}, column {column_names[j]}",
                autocomplete="off",
            )
            for j, value in enumerate(row)
        ]
        for i, row in enumerate(values)
    ]


def as_typed(value: float, places: int = 1) -> str:
    """Print all decimals that a typed number has, and at least `places`.

    >>> as_typed(1.0), as_typed(-0.25), as_typed(2, 0)
    ('1.0', '−0.25', '2')
    """
    return fixed(value, max(places, len(short(value, 9).partition(".")[2])))

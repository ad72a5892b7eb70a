"""A control of many numbers: a small matrix, each number in a cell of its own."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from live_demo.controls import Values
from live_demo.elements import Element, element
from live_demo.errors import DemoError
from live_demo.numerals import short
from live_demo.ranges import check_ends, check_on_step, number_within, places_of
from live_demo.views.cells import cells

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")


def grid_text(rows: Sequence[Sequence[float]]) -> str:
    """Write a matrix as a grid's form element holds it, for presets and addresses.

    >>> grid_text([[1.4, 0.6], [0.2, 1.0]])
    '1.4,0.6;0.2,1'
    """
    return ";".join(",".join(short(v, 9) for v in row) for row in rows)


@dataclass(frozen=True)
class Grid:
    """A matrix of numbers between two ends, each typed into its cell or moved by the arrow keys.

    One form element holds it as text, `1.4,0.6;0.2,1`. A cell keeps one decimal more than the step has. With
    `in_view` the view draws the cells, with `views.cells`.
    """

    label: str
    rows: int
    columns: int
    minimum: float
    maximum: float
    step: float = 1
    in_view: bool = False

    def __post_init__(self) -> None:
        """Refuse a grid without cells and ends that leave nothing between them."""
        check_ends(self.label, self.minimum, self.maximum, self.step)
        if self.rows < 1 or self.columns < 1:
            found = f"{self.rows} x {self.columns}"
            raise DemoError(f"control {self.label!r}", expected="at least one row and one column", found=found)

    def parse(self, name: str, values: Values) -> tuple[tuple[float, ...], ...]:
        """Read the text; each number lies within the ends."""
        text = values[name]
        parts = [row.split(",") for row in text.split(";")] if isinstance(text, str) else []
        if len(parts) != self.rows or any(len(row) != self.columns for row in parts):
            raise DemoError(
                name,
                expected=f"{self.rows} x {self.columns} numbers",
                found=repr(text),
                hint="commas part the columns and semicolons the rows, as in 1,0;0,1",
            )
        return tuple(
            tuple(self._number(f"{name}, row {i}, column {j}", part) for j, part in enumerate(row, 1))
            for i, row in enumerate(parts, 1)
        )

    def _number(self, what: str, part: str) -> float:
        written = part.strip().replace("−", "-")
        value = float(written) if NUMBER.fullmatch(written) else part
        return number_within(what, value, self.minimum, self.maximum, self.step)

    def check_start(self, name: str, values: Values) -> None:
        """Numbers on a step, written as `grid_text` does: a preset is compared with the form element as text."""
        rows = self.parse(name, values)
        for what, value in _named(name, rows):
            check_on_step(what, value, self.minimum, self.maximum, self.step)
        if values[name] != grid_text(rows):
            hint = "grid_text writes it"
            raise DemoError(name, expected=repr(grid_text(rows)), found=repr(values[name]), hint=hint)

    def values(self, name: str, value: Any) -> dict[str, Any]:
        """The text."""
        try:
            return {name: grid_text(value)}
        except (TypeError, ValueError):
            expected = f"{self.rows} rows of {self.columns} numbers"
            raise DemoError(name, expected=expected, found=repr(value)) from None

    def field(self, name: str, value: Sequence[Sequence[float]]) -> Element:
        """A hidden input, and its cells unless the view draws them."""
        places = places_of(self.step)
        text = grid_text(value)
        whole = all(isinstance(n, int) for n in (self.minimum, self.maximum, self.step))
        held = element(
            "input",
            type="hidden",
            name=name,
            value=text,
            data_start=text,
            data_label=self.label,
            data_rows=self.rows,
            data_columns=self.columns,
            data_min=short(self.minimum, 9),
            data_max=short(self.maximum, 9),
            data_step=short(self.step, 9),
            data_places=places if whole else places + 1,
        )
        if self.in_view:
            return held
        size = max(-self.minimum, self.maximum)
        drawn = element(
            "div",
            cells(name, value, label=self.label, top=size, places=places),
            class_="ld-cells-edit",
            style={"--c": str(self.columns)},
        )
        return element(
            "div", held, element("span", self.label), drawn, class_="ld-entry", role="group", aria_label=self.label
        )


def _named(name: str, rows: Sequence[Sequence[float]]) -> Iterator[tuple[str, float]]:
    for i, row in enumerate(rows, 1):
        for j, value in enumerate(row, 1):
            yield f"{name}, row {i}, column {j}", value

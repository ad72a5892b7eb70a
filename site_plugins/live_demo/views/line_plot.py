"""Lines over a shared x axis, each named at its end."""

from collections.abc import Sequence
from dataclasses import dataclass

from live_demo.elements import Element, element
from live_demo.numerals import short
from live_demo.views.drawing import image, path, text
from live_demo.views.series import Series

WIDTH, HEIGHT = 640.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 110.0, 16.0, 44.0


@dataclass(frozen=True)
class Line:
    """One line: y values over the plot's x values."""

    series: Series
    y: Sequence[float]


@dataclass(frozen=True)
class Axis:
    """An axis with its name, its ends and what stands at its ticks (at most five)."""

    label: str
    low: float
    high: float
    ticks: Sequence[tuple[float, str]]

    def part(self, value: float) -> float:
        """Where a value lies between the ends, 0 to 1."""
        return (value - self.low) / (self.high - self.low)


def line_plot(
    title: str,
    x: Sequence[float],
    lines: Sequence[Line],
    *,
    x_axis: Axis,
    y_axis: Axis,
    marker: float | None = None,
) -> Element:
    """Draw lines in fixed axes. `marker` is an x value with a vertical rule, such as where a slider stands."""
    for axis in (x_axis, y_axis):
        if not axis.high > axis.low:
            raise ValueError(
                f"axis {axis.label!r} needs a high end above its low end; got {axis.low} and {axis.high}"
            )
    for line in lines:
        if len(line.y) != len(x):
            raise ValueError(f"line {line.series.name!r} needs a y for each of {len(x)} x; got {len(line.y)}")

    def px(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * x_axis.part(value)

    def py(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * y_axis.part(value)

    end = WIDTH - RIGHT
    rules = [element("path", d=f"M{short(LEFT)} {short(py(v), 1)}H{short(end)}") for v, _ in y_axis.ticks]
    numbers = [text(name, LEFT - 8, py(v) + 4, "end") for v, name in y_axis.ticks]
    numbers += [text(name, px(v), HEIGHT - BOTTOM + 18, "middle") for v, name in x_axis.ticks]
    names = [
        text(x_axis.label, (LEFT + end) / 2, HEIGHT - 6, "middle"),
        text(y_axis.label, LEFT, TOP - 4, "start"),
    ]
    drawn = [_line(line, [(px(a), py(b)) for a, b in zip(x, line.y, strict=True)]) for line in lines]
    rule = (
        element(
            "path",
            class_="ld-line-marker",
            d=f"M{short(px(marker), 1)} {short(TOP)}V{short(HEIGHT - BOTTOM)}",
        )
        if marker is not None
        else None
    )
    return image(
        title,
        WIDTH,
        HEIGHT,
        element("g", rules, class_="ld-plane-grid"),
        element("g", numbers, class_="ld-plane-tick"),
        element("g", names, class_="ld-line-names"),
        rule,
        drawn,
        css="ld-lines",
    )


def _line(line: Line, points: list[tuple[float, float]]) -> Element:
    last = points[-1]
    return element(
        "g",
        element("path", d=path(points), class_="ld-line"),
        text(line.series.name, last[0] + 8, last[1] + 4, "start"),
        class_=f"ld-line-series {line.series.css}",
    )

"""Vectors in the plane, one of which the reader may drag."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from live_demo.elements import Element, element
from live_demo.numerals import MINUS, short
from live_demo.views.drawing import Point, image, path, text
from live_demo.views.series import Series

SIZE = 480.0
CENTRE = SIZE / 2
REACH = 220.0  # how far from the centre the extent lies


@dataclass(frozen=True)
class Arrow:
    """An arrow from the origin. `note` stands after the name; `width` is its line's in pixels."""

    series: Series
    to: Point
    note: str = ""
    width: float = 2.0


@dataclass(frozen=True)
class Handle:
    """The point the reader drags. `controls` names the two sliders behind it."""

    label: str
    at: Point
    controls: tuple[str, str]


def plane(
    title: str,
    arrows: Sequence[Arrow],
    *,
    extent: float,
    handle: Handle | None = None,
    project_on: int | None = None,
    hint: str = "",
) -> Element:
    """Draw arrows in a square that reaches `extent` to each side.

    With `project_on` the handle's line is extended to the foot of that arrow's perpendicular: the product of two
    vectors is the length of one times the projection of the other.
    """
    unit = REACH / extent
    projection = _projection(handle.at, arrows[project_on], unit) if handle and project_on is not None else None
    drawing = image(
        title,
        SIZE,
        SIZE,
        _grid(extent, unit),
        projection,
        [_arrow(a, unit) for a in arrows],
        _handle(handle, unit, arrows),
        css="ld-plane",
        figure=False,
    )
    below = element("p", hint, class_="ld-hint") if hint else None
    return element("div", drawing, below, class_="ld-plane-box", data_figure=True)


def _at(p: Point, unit: float) -> Point:
    return CENTRE + unit * p[0], CENTRE - unit * p[1]


def _grid(extent: float, unit: float) -> list[Element]:
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100) if extent / s < 3)
    ticks = [t * step for t in range(-int(extent // step), int(extent // step) + 1) if t]
    low, high = "8", "472"
    lines, numbers = [], []
    for t in ticks:
        x, y = (short(v, 1) for v in _at((t, t), unit))
        lines.append(element("path", d=f"M{x} {low}V{high}M{low} {y}H{high}"))
        name = (MINUS if t < 0 else "") + str(abs(t))
        numbers += [
            text(name, CENTRE + unit * t, CENTRE + 17, "middle"),
            text(name, CENTRE - 9, CENTRE - unit * t + 4.5, "end"),
        ]
    return [
        element("g", lines, class_="ld-plane-grid"),
        element("path", class_="ld-plane-axis", d=f"M240 {low}V{high}M{low} 240H{high}"),
        element("g", numbers, class_="ld-plane-tick"),
    ]


def _arrow(arrow: Arrow, unit: float) -> Element:
    x, y = arrow.to
    length = math.hypot(x, y) or 1.0
    u, v = x / length, -y / length
    tip_x, tip_y = _at(arrow.to, unit)
    neck = (tip_x - 10 * u, tip_y - 10 * v)
    back = (tip_x - 15.8 * u, tip_y - 15.8 * v)
    wing = 6.5
    head = (
        path([(tip_x, tip_y), (back[0] + wing * v, back[1] - wing * u), (back[0] - wing * v, back[1] + wing * u)])
        + "z"
    )
    u, v = round(u, 9), round(v, 9)  # what is level or upright is so on every machine
    anchor = "middle" if abs(u) > 0.7 else "start" if u >= 0 else "end"
    label = [
        element("tspan", arrow.series.name),
        " " if arrow.note else "",
        element("tspan", arrow.note, class_="ld-plane-note") if arrow.note else "",
    ]
    return element(
        "g",
        element(
            "path",
            class_="ld-plane-line",
            style={"stroke-width": short(arrow.width, 2)},
            d=path([(CENTRE, CENTRE), neck]),
        ),
        element("path", class_="ld-plane-head", d=head),
        text(label, tip_x + 14 * u, tip_y + 14 * v + (14 if v > 0 else -4), anchor),
        class_=f"ld-plane-arrow {arrow.series.css}",
    )


def _handle(handle: Handle | None, unit: float, arrows: Sequence[Arrow]) -> Element | None:
    if handle is None:
        return None
    x, y = _at(handle.at, unit)
    length = math.hypot(*handle.at) or 1.0
    short_of = (handle.at[0] * (1 - 0.09 / length), handle.at[1] * (1 - 0.09 / length))
    where = {"cx": short(x, 1), "cy": short(y, 1)}
    dx, dy = _free_side((x, y), [_at(a.to, unit) for a in arrows])
    return element(
        "g",
        element("path", class_="ld-handle-line", d=path([(CENTRE, CENTRE), _at(short_of, unit)])),
        element("circle", class_="ld-handle-hit", attrs={**where, "r": "26"}),
        element("circle", class_="ld-handle-dot", attrs={**where, "r": "9"}),
        text(handle.label, x + dx, y + dy, "start" if dx > 0 else "end"),
        class_="ld-handle",
        data_handle=" ".join(handle.controls),
        data_unit=short(unit),
        data_centre=short(CENTRE),
    )


def _free_side(at: Point, tips: list[Point]) -> Point:
    """The offset of a label beside a point that keeps it off all arrows and off the point's own line."""
    lines = [(CENTRE, CENTRE, *tip) for tip in tips]
    # Its own line goes on to the foot of the projection.
    lines.append((CENTRE, CENTRE, CENTRE + 1.4 * (at[0] - CENTRE), CENTRE + 1.4 * (at[1] - CENTRE)))

    def room(offset: Point) -> float:
        middle = (at[0] + offset[0] * 1.5, at[1] + offset[1] - 4)
        edge = min(middle[0], SIZE - middle[0], middle[1], SIZE - middle[1]) - 8
        return min(edge, *(_distance(middle, line) for line in lines))

    offsets = [(16.0, 16.0), (-14.0, 16.0), (16.0, -8.0), (-14.0, -8.0)]
    return max(offsets, key=lambda offset: round(min(room(offset), 16.0), 6))  # with room enough the first will do


def _distance(p: Point, line: tuple[float, float, float, float]) -> float:
    """How far a point is from a line between two ends."""
    x1, y1, x2, y2 = line
    dx, dy = x2 - x1, y2 - y1
    along = ((p[0] - x1) * dx + (p[1] - y1) * dy) / ((dx * dx + dy * dy) or 1.0)
    part = max(0.0, min(1.0, along))
    return math.hypot(p[0] - x1 - part * dx, p[1] - y1 - part * dy)


def _projection(q: Point, arrow: Arrow, unit: float) -> Element | None:
    length = math.hypot(*q)
    if length == 0:
        return None
    along = (arrow.to[0] * q[0] + arrow.to[1] * q[1]) / length
    foot_at = _at((q[0] / length * along, q[1] / length * along), unit)
    return element(
        "g",
        element("path", class_="ld-plane-along", d=path([_at(q, unit), foot_at])),
        element("path", class_=f"ld-plane-drop {arrow.series.css}", d=path([_at(arrow.to, unit), foot_at])),
        class_="ld-plane-projection",
    )

"""Named lines over one x axis, whose names keep apart where the lines end close together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from live_demo import Axis, Element, element
from live_demo.numerals import short
from live_demo.views.drawing import Point, image, path, text

WIDTH, HEIGHT = 640.0, 350.0
LEFT, RIGHT, TOP, BOTTOM = 62.0, 158.0, 38.0, 60.0  # a phone prints twice as high
APART = 24.0  # of two names; a phone prints them this high


@dataclass(frozen=True)
class Curve:
    """A line with its name. `css` tells lines apart by width and dashes: curve-main, curve-sum, curve-part.

    `x` is the plot's unless it is given.
    """

    name: str
    y: Sequence[float]
    css: str
    x: Sequence[float] | None = None


@dataclass(frozen=True)
class Rule:
    """A vertical line with a name above it, and a dot on the curve if `y` says where."""

    x: float
    name: str
    css: str
    y: float | None = None


def curves(
    title: str, x: Sequence[float], lines: Sequence[Curve], *, x_axis: Axis, y_axis: Axis, rules: Sequence[Rule]
) -> Element:
    """Draw the lines, their names at their right ends, and the rules."""
    bottom, end = HEIGHT - BOTTOM, WIDTH - RIGHT

    def at(a: float, b: float) -> Point:
        return LEFT + (end - LEFT) * x_axis.part(a), bottom - (bottom - TOP) * min(1.0, y_axis.part(b))

    grid = [element("path", d=f"M{short(LEFT)} {short(at(0, v)[1], 1)}H{short(end)}") for v, _ in y_axis.ticks]
    ticks = [text(name, LEFT - 8, at(0, v)[1] + 4, "end") for v, name in y_axis.ticks]
    ticks += [text(name, at(v, 0)[0], bottom + 27, "middle") for v, name in x_axis.ticks]
    axes = [
        text(x_axis.label, (LEFT + end) / 2, HEIGHT - 5, "middle"),
        text(y_axis.label, 2, 14, "start"),
    ]
    points = [[at(a, b) for a, b in zip(line.x or x, line.y, strict=True)] for line in lines]
    tips = spread([line[-1][1] for line in points], bottom - 10)
    drawn = list(map(_curve, lines, points, tips))
    return image(
        title,
        WIDTH,
        HEIGHT,
        element("g", grid, class_="ld-plane-grid"),
        element("g", ticks, class_="ld-plane-tick"),
        element("g", axes, class_="ld-line-names"),
        [_rule(rule, at) for rule in rules],
        drawn,
        css="ld-lines curves",
    )


def spread(heights: Sequence[float], bottom: float) -> list[float]:
    """Move names apart, upwards from the lowest, so that two are never closer than a line of text.

    >>> spread([100.0, 270.0, 268.0], 270.0)
    [100.0, 270.0, 246.0]
    """
    placed = [0.0] * len(heights)
    free = bottom
    for i in sorted(range(len(heights)), key=lambda i: -heights[i]):
        placed[i] = min(heights[i], free)
        free = placed[i] - APART
    return placed


def _curve(line: Curve, points: list[Point], tip: float) -> Element:
    name = text(line.name, points[-1][0] + 8, tip + 4, "start")
    return element("g", element("path", d=path(points)), name, class_=f"curve {line.css}")


def _rule(rule: Rule, at: Callable[[float, float], Point]) -> Element:
    x, _ = at(rule.x, 0)
    left = x > (WIDTH - RIGHT + LEFT) / 2
    line = element("path", d=f"M{short(x, 1)} {short(TOP)}V{short(HEIGHT - BOTTOM)}")
    dot = None
    if rule.y is not None:
        dot = element("circle", cx=short(x, 1), cy=short(at(rule.x, rule.y)[1], 1), r="5")
    name = text(rule.name, x + (-8 if left else 8), TOP + 4, "end" if left else "start") if rule.name else None
    return element("g", line, dot, name, class_=f"curve-rule {rule.css}")

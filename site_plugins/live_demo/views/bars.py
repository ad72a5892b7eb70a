"""Bars from 0 to a fixed top, with an optional reference line, a row of cells and a gauge below."""

from collections.abc import Sequence
from dataclasses import dataclass

from live_demo.elements import Element, element
from live_demo.numerals import share, short
from live_demo.views.series import Series, as_series


@dataclass(frozen=True)
class Reference:
    """The dashed line: what the bars are held against, such as the uniform share."""

    label: str
    value: float


@dataclass(frozen=True)
class Gauge:
    """A value between 0 and `top` on a track of its own, below the bars."""

    label: str
    value: float
    top: float
    text: str


def bars(
    values: Sequence[float],
    labels: Sequence[Series | str],
    *,
    reference: Reference | None = None,
    gauge: Gauge | None = None,
    value_label: str = "value",
    ramp: str = "ld-ramp",
) -> Element:
    """Draw shares of one as bars that never rescale, each with its printed value in a cell on the ramp.

    values: n numbers in 0..1. The whole figure is decoration for those who cannot see it: pair it with a `table`
    of the same numbers, which every view needs anyway.
    """
    series = as_series(labels)
    if len(values) != len(series):
        raise ValueError(f"bars needs a label for each value; got {len(values)} values and {len(series)} labels")
    columns = {"--n": str(len(series))}
    plot = element(
        "div", _grid(reference), _bars(values, series), _line(reference), class_="ld-plot", aria_hidden="true"
    )
    cells = [element("div", share(v), class_=f"ld-cell {ramp}", style={"--w": short(v)}) for v in values]
    return element(
        "div",
        _axis(reference),
        plot,
        element("span", value_label, class_="ld-row-label", aria_hidden="true"),
        element("div", cells, class_="ld-cells", aria_hidden="true"),
        element("div", [element("div", s.label()) for s in series], class_="ld-names", aria_hidden="true"),
        _gauge(gauge),
        class_="ld-bars",
        style=columns,
        data_figure=True,
    )


TICKS = ((1, "1"), (0.75, "0.75"), (0.5, "0.5"), (0.25, "0.25"), (0, "0"))


def _axis(reference: Reference | None) -> Element:
    near = reference.value if reference else -1.0
    ticks = [element("span", text, style={"--y": short(y)}) for y, text in TICKS if abs(y - near) > 0.08]
    if reference:
        ticks.append(
            element("span", f"{reference.label} {share(near)}", class_="ld-base", style={"--y": short(near)})
        )
    return element("div", ticks, class_="ld-axis", aria_hidden="true")


def _grid(reference: Reference | None) -> list[Element]:
    near = reference.value if reference else -1.0
    return [element("i", style={"--y": short(y)}) for y, _ in TICKS if y and abs(y - near) > 0.08]


def _bars(values: Sequence[float], series: list[Series]) -> list[Element]:
    return [
        element("div", class_=f"ld-bar {s.css}", style={"--w": short(v)})
        for v, s in zip(values, series, strict=True)
    ]


def _line(reference: Reference | None) -> Element | None:
    return element("i", class_="ld-base", style={"--y": short(reference.value)}) if reference else None


def _gauge(gauge: Gauge | None) -> list[Element]:
    if gauge is None:
        return []
    track = element("div", element("b"), class_="ld-track", style={"--e": short(gauge.value / gauge.top)})
    return [
        element("span", gauge.label, class_="ld-row-label", aria_hidden="true"),
        element("div", track, element("span", gauge.text), class_="ld-gauge", aria_hidden="true"),
    ]

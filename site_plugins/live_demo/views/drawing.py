"""What every drawing is made of: text at a point, a path through points."""

from collections.abc import Iterable

from live_demo.elements import Child, Element, element
from live_demo.numerals import short

type Point = tuple[float, float]


def path(points: Iterable[Point]) -> str:
    """The `d` of a path of straight lines.

    >>> path([(0, 0), (1.25, 2)])
    'M0 0L1.2 2'
    """
    return "M" + "L".join(f"{short(x, 1)} {short(y, 1)}" for x, y in points)


def text(content: Child, x: float, y: float, anchor: str) -> Element:
    """Text that starts, ends or has its middle at a point."""
    return element("text", content, x=short(x, 1), y=short(y, 1), attrs={"text-anchor": anchor})


def image(title: str, width: float, height: float, *content: Child, css: str, figure: bool = True) -> Element:
    """An SVG that is read out as its title. It can be saved as a figure of its own unless a larger one has it."""
    return element(
        "svg",
        content,
        class_=css,
        attrs={"viewBox": f"0 0 {width:.0f} {height:.0f}"},
        role="img",
        aria_label=title,
        data_figure=figure or None,
    )

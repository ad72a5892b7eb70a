"""Level bars from nothing to all, each with its name before it and its number after it."""

from collections.abc import Sequence

from live_demo import Child, Element, element
from live_demo.numerals import short


def meter(part: float, text: Child) -> Element:
    """One bar on a track of fixed length. A part above 1 fills it; its number says how much it is."""
    track = element("span", element("i", style={"--w": short(min(part, 1.0))}), class_="meter-track")
    return element("span", track, element("span", text, class_="meter-text"), class_="meter")


def meters(columns: Sequence[str], rows: Sequence[tuple[str, Sequence[tuple[float, str]]]]) -> Element:
    """Rows of bars under column heads. Decoration for those who cannot see it: pair it with a `table`."""
    head = element(
        "div", element("span"), [element("span", c, class_="meter-name") for c in columns], class_="meter-head"
    )
    body = [
        element(
            "div",
            element("span", name, class_="meter-label"),
            [meter(part, text) for part, text in cells],
            class_="meter-row",
        )
        for name, cells in rows
    ]
    return element(
        "div",
        head,
        body,
        class_="meters",
        style={"--n": str(len(columns))},
        aria_hidden="true",
        data_figure=True,
    )

"""A series has a name, a mark and a colour: it is told apart without the colour as well."""

from collections.abc import Sequence
from dataclasses import dataclass

from live_demo.elements import Element, Node, element

MARKS = {
    "circle": ("circle", {"cx": "6", "cy": "6", "r": "4.6"}),
    "square": ("rect", {"x": "1.8", "y": "1.8", "width": "8.4", "height": "8.4"}),
    "triangle": ("path", {"d": "M6 1 11.2 10.4H.8z"}),
    "diamond": ("path", {"d": "M6 .4 11.6 6 6 11.6 .4 6z"}),
}


@dataclass(frozen=True)
class Series:
    """One of the things a figure compares. `css` is a class that sets `--key`, its colour."""

    name: str
    mark: str = "circle"
    css: str = "ld-s1"

    def key(self) -> Element:
        """The mark, in the series' colour."""
        tag, attributes = MARKS[self.mark]
        return element(
            "svg",
            element(tag, attrs=attributes),
            class_=f"ld-key {self.css}",
            attrs={"viewBox": "0 0 12 12"},
            aria_hidden="true",
        )

    def label(self) -> list[Node]:
        """The mark and the name."""
        return [self.key(), self.name]


def as_series(items: Sequence["Series | str"]) -> list[Series]:
    """Names become series with the four marks and the engine's own colours, in turn."""
    marks = list(MARKS)
    return [
        item if isinstance(item, Series) else Series(item, marks[i % 4], f"ld-s{i % 4 + 1}")
        for i, item in enumerate(items)
    ]

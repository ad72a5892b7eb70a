"""What a reader can move. A control is the annotation of a parameter of `view`.

Each knows how to check a value and how to draw itself as native form elements. Values cross to the browser as
JSON numbers, booleans and strings under the names of the form elements.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, runtime_checkable

from live_demo.elements import Element, element
from live_demo.errors import DemoError
from live_demo.numerals import fixed, short
from live_demo.ranges import check_ends, check_on_step, number_within, places_of

type Values = Mapping[str, Any]


@runtime_checkable
class Control(Protocol):
    """The face every control shows to `demo` and `widget`."""

    @property
    def label(self) -> str:
        """What the reader calls it."""
        ...

    def parse(self, name: str, values: Values) -> Any:
        """Take this control's value out of `values`; raise DemoError where it cannot be used."""
        ...

    def check_start(self, name: str, values: Values) -> None:
        """Refuse what `parse` takes but the form elements cannot start from; the reader may still type it."""
        ...

    def values(self, name: str, value: Any) -> dict[str, Any]:
        """The opposite of `parse`: the values of this control's form elements."""
        ...

    def field(self, name: str, value: Any) -> Element:
        """Draw the control at a value."""
        ...


class _One:
    """A control of one form element, whose name is the parameter's."""

    def parse(self, name: str, values: Values) -> Any:
        return self.check(name, values[name])

    def check_start(self, name: str, values: Values) -> None:
        pass

    def values(self, name: str, value: Any) -> dict[str, Any]:
        return {name: value}

    def check(self, name: str, value: Any) -> Any:
        raise NotImplementedError


@dataclass(frozen=True)
class _Ranged(_One):
    """A number between two ends, in steps from the low one."""

    label: str
    minimum: float
    maximum: float
    step: float = 1

    def __post_init__(self) -> None:
        """Refuse ends that leave nothing between them."""
        check_ends(self.label, self.minimum, self.maximum, self.step)

    def check(self, name: str, value: Any) -> float:
        """A number within the ends."""
        return number_within(name, value, self.minimum, self.maximum, self.step)

    def check_start(self, name: str, values: Values) -> None:
        """A number on a step."""
        check_on_step(name, values[name], self.minimum, self.maximum, self.step)


@dataclass(frozen=True)
class Slider(_Ranged):
    """A number between two ends, moved by a slider; its value stands beside it."""

    def field(self, name: str, value: float) -> Element:
        """A range input, with its value as text."""
        part = (value - self.minimum) / (self.maximum - self.minimum)
        places = places_of(self.step)
        slider = element(
            "input",
            type="range",
            name=name,
            min=short(self.minimum, 9),
            max=short(self.maximum, 9),
            step=short(self.step, 9),
            value=short(value, 9),
            autocomplete="off",
            data_places=places,
            style={"--p": short(part)},
        )
        return element(
            "label",
            element("span", self.label),
            slider,
            element("span", fixed(value, places), class_="ld-value", aria_hidden="true"),  # the slider says it
            class_="ld-slider",
        )


@dataclass(frozen=True)
class Number(_Ranged):
    """A number that is typed."""

    def field(self, name: str, value: float) -> Element:
        """A number input."""
        box = element(
            "input",
            type="number",
            name=name,
            min=short(self.minimum, 9),
            max=short(self.maximum, 9),
            step=short(self.step, 9),
            value=short(value, 9),
            autocomplete="off",
            inputmode="decimal",
        )
        return element("label", element("span", self.label), box, class_="ld-entry")


@dataclass(frozen=True)
class Choice(_One):
    """One of a few options. With `in_view` the view draws it itself, by elements made with `views.chooser`."""

    label: str
    options: Sequence[str]
    in_view: bool = False
    groups: Sequence[tuple[str, Sequence[str]]] = ()

    @classmethod
    def grouped(cls, label: str, groups: Mapping[str, Sequence[str]]) -> Self:
        """Many options under headings: `groups` has the options of each heading.

        >>> Choice.grouped("Pet", {"furry": ["cat", "dog"], "wet": ["fish"]}).options
        ('cat', 'dog', 'fish')
        """
        return cls(label, tuple(o for options in groups.values() for o in options), groups=tuple(groups.items()))

    def check(self, name: str, value: Any) -> str:
        """One of the options."""
        if value not in self.options:
            raise DemoError(name, expected=f"one of {', '.join(self.options)}", found=repr(value))
        return str(value)

    def field(self, name: str, value: str) -> Element:
        """A select, or a hidden input that the view's own buttons set."""
        if self.in_view:
            return element(
                "input",
                type="hidden",
                name=name,
                value=value,
                data_label=self.label,
                data_options="\n".join(self.options),
                data_start=value,
            )

        def drawn(options: Sequence[str]) -> list[Element]:
            return [element("option", o, value=o, selected=o == value) for o in options]

        headed = [element("optgroup", drawn(options), label=heading) for heading, options in self.groups]
        select = element("select", headed or drawn(self.options), name=name, autocomplete="off")
        return element("label", element("span", self.label), select, class_="ld-entry")


@dataclass(frozen=True)
class Toggle(_One):
    """On or off."""

    label: str

    def check(self, name: str, value: Any) -> bool:
        """A boolean."""
        if not isinstance(value, bool):
            raise DemoError(name, expected="true or false", found=repr(value))
        return value

    def field(self, name: str, value: bool) -> Element:
        """A checkbox."""
        box = element("input", type="checkbox", name=name, checked=value)
        return element("label", box, element("span", self.label), class_="ld-toggle")


@dataclass(frozen=True)
class Text(_One):
    """A line of text."""

    label: str
    max_length: int = 200

    def check(self, name: str, value: Any) -> str:
        """A string that is not too long."""
        if not isinstance(value, str) or len(value) > self.max_length:
            found = f"{len(value)} characters" if isinstance(value, str) else repr(value)
            raise DemoError(name, expected=f"a text of at most {self.max_length} characters", found=found)
        return value

    def field(self, name: str, value: str) -> Element:
        """A text input."""
        box = element(
            "input",
            type="text",
            name=name,
            value=value,
            maxlength=self.max_length,
            autocomplete="off",
            spellcheck="false",
        )
        return element("label", element("span", self.label), box, class_="ld-entry")


@dataclass(frozen=True)
class Pad:
    """A point in a square: dragged in the plane that the view draws, with two sliders behind it.

    For a parameter `point` the sliders are `point.x` and `point.y`; `views.plane` makes the point draggable with
    `Handle(..., controls=("point.x", "point.y"))`.
    """

    label: str
    minimum: float
    maximum: float
    step: float = 0.1

    def _slider(self, axis: str) -> Slider:
        return Slider(f"{self.label} {axis}", self.minimum, self.maximum, self.step)

    def parse(self, name: str, values: Values) -> tuple[float, float]:
        """Two numbers within the ends."""
        x, y = (self._slider(a).check(f"{name}.{a}", values[f"{name}.{a}"]) for a in "xy")
        return x, y

    def check_start(self, name: str, values: Values) -> None:
        """Two numbers on a step."""
        for a in "xy":
            self._slider(a).check_start(f"{name}.{a}", values)

    def values(self, name: str, value: Any) -> dict[str, Any]:
        """The two sliders' values."""
        if not isinstance(value, (tuple, list)) or len(value) != 2:
            raise DemoError(name, expected="a point of two numbers", found=repr(value))
        return {f"{name}.x": value[0], f"{name}.y": value[1]}

    def field(self, name: str, value: tuple[float, float]) -> Element:
        """Two sliders, grouped."""
        pair = [self._slider(a).field(f"{name}.{a}", v) for a, v in zip("xy", value, strict=True)]
        return element("div", *pair, class_="ld-pair", role="group", aria_label=self.label)

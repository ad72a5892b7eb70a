"""Where a demo is most likely to break: its controls at their ends, all at once and one at a time."""

from itertools import islice
from typing import Any

from demos._recordings import RECORDED
from live_demo.controls import Choice, Control, Text, Toggle
from live_demo.demo import Demo

Values = dict[str, Any]

LONG = 100  # frames: a network that learns, and is tested on its own


def ends(name: str, control: Control, start: Any) -> list[Values]:
    """The first and the last value of a control; every option of a choice."""
    if isinstance(control, Choice):
        return [{name: option} for option in control.options]
    if isinstance(control, Toggle):
        return [{name: False}, {name: True}]
    if isinstance(control, Text):
        return [{name: ""}, {name: "W" * control.max_length}]
    low, high = control.minimum, control.maximum  # type: ignore[attr-defined]
    return [control.values(name, _filled(start, value)) for value in (low, high)]


def _filled(like: Any, value: float) -> Any:
    """A value of the same form as `like`, with each number replaced."""
    if isinstance(like, tuple):
        return tuple(_filled(part, value) for part in like)
    return type(like)(value)


def extremes(demo: Demo) -> list[Values]:
    """The start, all controls at their low and at their high end, each one at each of its ends, each preset."""
    each = [ends(name, control, demo.defaults[name]) for name, control in demo.controls.items()]
    lowest: Values = {key: value for one in each for key, value in one[0].items()}
    highest: Values = {key: value for one in each for key, value in one[-1].items()}
    presets = [dict(values) for values in demo.presets.options.values()] if demo.presets else []
    found: list[Values] = []
    for values in [{}, lowest, highest, *(value for one in each for value in one), *presets]:
        whole = demo.initial() | values
        if whole not in found:
            found.append(whole)
    return found


def brief_extremes(demo: Demo) -> list[Values]:
    """The same without what starts a long run, or needs a file that readers are asked about first."""
    asked_at_once = [values for values in extremes(demo) if not _needs_model(demo, values)]
    return [values for values in asked_at_once if len(list(islice(demo.frames(values), LONG))) < LONG]


def _needs_model(demo: Demo, values: Values) -> bool:
    return demo.name == "own-sentence" and values["text"] not in ({""} | RECORDED)

"""Numbers between two ends, as sliders and boxes take them."""

import math
from typing import Any

from live_demo.errors import DemoError
from live_demo.numerals import short


def number_within(name: str, value: Any, low: float, high: float, step: float) -> float:
    """Check a number. Ends and step that are ints ask for an int, so that `range(value)` works in a demo."""
    whole = all(isinstance(n, int) for n in (low, high, step))
    wanted = f"a {'whole ' if whole else ''}number from {short(low, 9)} to {short(high, 9)}"
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise DemoError(name, expected=wanted, found=repr(value))
    if not low <= value <= high:
        raise DemoError(name, expected=wanted, found=short(value, 12))
    if whole and value != int(value):
        raise DemoError(name, expected=wanted, found=short(value, 12))
    return int(value) if whole else float(value)


def check_ends(label: str, low: float, high: float, step: float) -> None:
    """Refuse ends that leave nothing between them."""
    if not low < high or not step > 0 or short(step, 9) == "0":
        found = f"{short(low, 9)} to {short(high, 9)} in steps of {step:g}"
        wanted = "a low end below the high one and a step of 1e-9 or more"
        raise DemoError(f"control {label!r}", expected=wanted, found=found)


def check_on_step(name: str, value: float, low: float, high: float, step: float) -> None:
    """Refuse a number that lies between two steps: a slider would start beside it.

    The steps are counted from the low end, both as they are printed into the page.
    """
    steps = (value - round(low, 9)) / round(step, 9)
    if abs(steps - round(steps)) > 1e-6:
        wanted = f"a number from {short(low, 9)} to {short(high, 9)} in steps of {short(step, 9)}"
        raise DemoError(name, expected=wanted, found=short(value, 12))


def places_of(step: float) -> int:
    """How many decimals a step has."""
    return len(short(step, 9).partition(".")[2])

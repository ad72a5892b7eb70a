from typing import Any

import pytest

from live_demo import Choice, DemoError, Number, Pad, Slider, Text, Toggle
from live_demo.controls import Control
from live_demo.elements import render


def test_slider_bounds_are_inclusive_and_named_in_the_error() -> None:
    slider = Slider("Temperature", 0.2, 4.0, step=0.1)
    assert slider.parse("t", {"t": 0.2}) == 0.2
    assert slider.parse("t", {"t": 4}) == 4.0
    with pytest.raises(DemoError, match=r"^t: expected a number from 0\.2 to 4; found 4\.01$"):
        slider.parse("t", {"t": 4.01})


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), True, "1", None, [1]])
def test_slider_takes_finite_numbers_only(bad: Any) -> None:
    with pytest.raises(DemoError, match="expected a number"):
        Slider("Temperature", 0.2, 4.0, step=0.1).parse("t", {"t": bad})


def test_a_slider_of_ints_gives_ints_and_one_of_floats_gives_floats() -> None:
    # the browser's JSON has one kind of number: 1.0 arrives as 1
    heads, temperature = Slider("Heads", 1, 8), Slider("T", 0.0, 2.0, step=0.5)
    assert type(heads.parse("h", {"h": 3.0})) is int
    assert type(temperature.parse("t", {"t": 1})) is float
    with pytest.raises(DemoError, match="whole number from 1 to 8"):
        heads.parse("h", {"h": 2.5})


@pytest.mark.parametrize(
    ("control", "good", "bad"),
    [
        (Number("n", 0, 10), 3, 11),
        (Choice("c", ["a", "b"]), "b", "c"),
        (Toggle("t"), True, 1),
        (Text("x", max_length=3), "abc", "abcd"),
    ],
)
def test_each_control_takes_its_own_kind(control: Control, good: Any, bad: Any) -> None:
    assert control.parse("name", {"name": good}) == good
    with pytest.raises(DemoError, match=r"^name: expected "):
        control.parse("name", {"name": bad})


def test_pad_is_two_sliders() -> None:
    pad = Pad("Query", -2.0, 2.0)
    assert pad.values("q", (1.5, -0.5)) == {"q.x": 1.5, "q.y": -0.5}
    assert pad.parse("q", {"q.x": 1.5, "q.y": -0.5}) == (1.5, -0.5)
    html = render(pad.field("q", (1.5, -0.5)))
    assert html.count('type="range"') == 2
    assert ">Query x<" in html
    assert ">Query y<" in html
    with pytest.raises(DemoError, match=r"^q\.y: expected a number from -2 to 2; found 3$"):
        pad.parse("q", {"q.x": 0, "q.y": 3})


def test_fields_are_native_and_labelled() -> None:
    html = render(Slider("Query x", -2.2, 2.2, step=0.1).field("x", 1.4))
    assert html.startswith('<label class="ld-slider"><span>Query x</span><input type="range" name="x"')
    assert 'min="-2.2" max="2.2" step="0.1" value="1.4"' in html
    assert html.endswith('<span class="ld-value" aria-hidden="true">1.4</span></label>')
    assert "--p:0.8182" in html  # (1.4 + 2.2) / 4.4


def test_an_option_with_markup_stays_text() -> None:
    assert "<script>" not in render(Choice("c", ["<script>", "b"]).field("c", "b"))


@pytest.mark.parametrize(("low", "high", "step"), [(5, 0.1, 1), (1, 1, 1), (0, 1, 0), (0, 1, -1)])
def test_a_range_with_nothing_in_it_is_refused(low: float, high: float, step: float) -> None:
    for kind in (Slider, Number):
        with pytest.raises(DemoError, match="control 'T': expected a low end below the high one"):
            kind("T", low, high, step)


def test_a_step_that_would_print_as_zero_is_refused_with_its_size() -> None:
    with pytest.raises(DemoError, match="a step of 1e-9 or more; found 0 to 1 in steps of 4e-10"):
        Slider("T", 0.0, 1.0, step=4e-10)


def test_small_ends_are_printed_in_full() -> None:
    for kind in (Slider, Number):
        rate = kind("Rate", 0.00001, 0.00009, step=0.00001)
        assert 'min="0.00001" max="0.00009" step="0.00001"' in render(rate.field("r", 0.00005))
        with pytest.raises(DemoError, match=r"from 0\.00001 to 0\.00009; found 1"):
            rate.parse("r", {"r": 1})


@pytest.mark.parametrize(
    ("control", "on", "off"),
    [
        (Slider("T", 0.1, 5.0, step=0.1), 0.1 + 0.2, 0.35),  # 0.1 + 0.2 is 0.30000000000000004
        (Slider("T", -2.2, 2.2, step=0.1), 1.4, 1.45),
        (Slider("T", 0.0, 1.0, step=1 / 3), 2 / 3, 0.5),
        (Number("N", 1, 9, step=2), 5, 4),
        (Slider("T", 0.0, 1.0, step=0.3), 0.9, 1.0),
    ],
)
def test_steps_are_counted_from_the_low_end(control: Control, on: float, off: float) -> None:
    control.check_start("t", {"t": on})
    with pytest.raises(DemoError, match=r"^t: expected a number from .* in steps of "):
        control.check_start("t", {"t": off})
    control.parse("t", {"t": off})


def test_both_sliders_of_a_pad_start_on_a_step() -> None:
    pad = Pad("Query", -2.0, 2.0)
    pad.check_start("q", {"q.x": 1.5, "q.y": -0.3})
    with pytest.raises(DemoError, match=r"^q\.y: expected a number from -2 to 2 in steps of 0\.1; found 0\.25$"):
        pad.check_start("q", {"q.x": 1.5, "q.y": 0.25})


def test_many_options_stand_under_headings() -> None:
    choice = Choice.grouped("Pet", {"furry": ["cat", "dog"], "wet": ["fish"]})
    assert choice.check("pet", "fish") == "fish"
    html = render(choice.field("pet", "dog"))
    assert html.count("<optgroup") == 2
    assert '<optgroup label="furry"><option value="cat">cat</option><option value="dog" selected="">dog' in html
    assert '<optgroup label="wet"><option value="fish">fish</option></optgroup>' in html

from collections.abc import Iterator
from types import ModuleType
from typing import Annotated, Any

import pytest

from live_demo import DemoError, Prediction, Presets, Slider, View, element
from live_demo.demo import Demo, read

Temperature = Annotated[float, Slider("Temperature", 0.1, 5.0, step=0.1)]


def module(view: Any, doc: str | None = "What it shows.", **names: Any) -> ModuleType:
    made = ModuleType("demos.made", doc)
    made.__dict__.update(view=view, **names)
    return made


@pytest.fixture(autouse=True)
def _source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspect.getsource", lambda _: "source")


def warm(temperature: Temperature = 1.0) -> View:
    return View(element("p", f"{temperature:.1f}"), sentence="warm")


def demo(**names: Any) -> Demo:
    return read("made", module(warm, **names))


def test_controls_come_from_the_signature_and_start_from_the_defaults() -> None:
    made = demo()
    assert list(made.controls) == ["temperature"]
    assert made.initial() == {"temperature": 1.0}
    assert made.view({"temperature": 2.5}).html().startswith("<p>2.5</p>")


def test_the_description_is_the_docstrings_first_line() -> None:
    assert read("made", module(warm, "One.\n\nTwo.")).description == "One."


def test_an_unknown_control_is_named_with_those_there_are() -> None:
    with pytest.raises(DemoError, match=r"made\.heat: .*found 'heat'; hint: the controls are temperature"):
        demo().view({"heat": 1})


def test_a_generator_streams_frames_and_its_last_one_is_the_view() -> None:
    def steps(temperature: Temperature = 1.0) -> Iterator[View]:
        for i in range(3):
            yield View(element("p", str(i)), progress=(i + 1) / 3)

    made = read("made", module(steps))
    assert [frame.html() for frame in made.frames({})] == ["<p>0</p>", "<p>1</p>", "<p>2</p>"]
    assert made.view({}).html() == "<p>2</p>"


def no_annotation(temperature=1.0):  # type: ignore[no-untyped-def]
    return View()


def no_default(temperature: Temperature) -> View:
    return View()


def wrong_default(temperature: Temperature = 9.0) -> View:
    return View()


@pytest.mark.parametrize(
    ("view", "says"),
    [
        (None, "a function `view`"),
        (no_annotation, r"made\.temperature: expected a control"),
        (no_default, r"made\.temperature: expected a default"),
        (wrong_default, r"temperature: expected a number from 0\.1 to 5; found 9"),
    ],
)
def test_a_module_that_is_no_demo_says_why(view: Any, says: str) -> None:
    with pytest.raises(DemoError, match=says):
        read("made", module(view))


def test_a_demo_needs_a_description() -> None:
    with pytest.raises(DemoError, match="docstring"):
        read("made", module(warm, doc=None))


def test_a_view_of_the_wrong_kind() -> None:
    with pytest.raises(DemoError, match="expected `view` to return a View or an element; found str"):
        read("made", module(lambda: "text")).view({})


def test_presets_and_questions_are_checked_when_the_demo_is_read() -> None:
    with pytest.raises(DemoError, match=r"preset 'hot'.*found 50"):
        demo(PRESETS=Presets("Start", {"hot": {"temperature": 50}}))
    with pytest.raises(DemoError, match="question of PREDICT"):
        demo(PREDICT=Prediction("Which?", ["a"], questions=[{"heat": 1}]))


def test_a_generator_must_yield_for_the_browser_as_well_as_for_the_build() -> None:
    def nothing() -> Iterator[View]:
        yield from ()

    made = read("made", module(nothing))
    for run in (made.view, lambda values: list(made.frames(values))):
        with pytest.raises(DemoError, match="made: expected a view that yields at least one frame; found none"):
            run({})


def between(temperature: Temperature = 1.05) -> View:
    return View()


def test_what_a_demo_starts_from_lies_on_a_step_but_a_reader_may_type_what_does_not() -> None:
    wanted = r"expected a number from 0\.1 to 5 in steps of 0\.1; found 1\.05"
    with pytest.raises(DemoError, match=f"temperature: {wanted}"):
        read("made", module(between))
    with pytest.raises(DemoError, match=f"preset 'mild': {wanted} for temperature"):
        demo(PRESETS=Presets("Start", {"mild": {"temperature": 1.05}}))
    with pytest.raises(DemoError, match=f"question of PREDICT: {wanted}"):
        demo(PREDICT=Prediction("Which?", ["a"], questions=[{"temperature": 1.05}]))
    assert demo().arguments({"temperature": 1.05}) == {"temperature": 1.05}

from pathlib import Path
from typing import Any

import html5lib
import pytest

from mkdocs_live_demo.fence import Page, render

CONTROLS = '''"""One of each <control>."""
from typing import Annotated
from live_demo import Choice, Number, Pad, Prediction, Slider, Text, Toggle, Verdict, View
PREDICT = Prediction("Which?", ["left", "right"], questions=[{"n": 1}])
def view(
    s: Annotated[float, Slider("Slider", 0.0, 1.0, step=0.1)] = 0.5,
    n: Annotated[int, Number("Number", 0, 9)] = 3,
    c: Annotated[str, Choice("Choice", ["a", "b"])] = "b",
    t: Annotated[bool, Toggle("Toggle")] = True,
    x: Annotated[str, Text("Text")] = "<i>",
    p: Annotated[tuple[float, float], Pad("Point", -1.0, 1.0)] = (0.0, 0.5),
) -> View:
    return View("figure", sentence=x, verdicts={"left": Verdict(True, "Right."), "right": Verdict(False, "No.")})
'''


@pytest.fixture
def tree(demos: Path) -> Any:
    (demos / "controls.py").write_text(CONTROLS)
    return html5lib.parseFragment(render("controls", Page("p.md"), demos), namespaceHTMLElements=False)


def named(tree: Any, name: str) -> Any:
    return next(e for e in tree.iter() if e.get("name") == name)


def test_every_control_is_native_labelled_and_holds_its_value(tree: Any) -> None:
    assert named(tree, "s").get("type") == "range"
    assert named(tree, "n").get("value") == "3"
    assert [o.get("value") for o in named(tree, "c") if o.get("selected") is not None] == ["b"]
    assert named(tree, "t").get("checked") is not None
    assert named(tree, "x").get("value") == "<i>"
    assert named(tree, "p.y").get("value") == "0.5"
    labels = {"".join(e.itertext()).strip() for e in tree.iter("label")}
    assert {"Number", "Toggle", "Text"} <= labels


def test_all_of_it_is_disabled_until_the_script_is_there(tree: Any) -> None:
    frame = next(tree.iter("fieldset"))
    assert frame.get("disabled") is not None
    inside = set(frame.iter())
    assert all(e in inside for tag in ("input", "select", "button") for e in tree.iter(tag))


def test_the_view_and_its_sentence_are_in_the_page(tree: Any) -> None:
    view = next(e for e in tree.iter("div") if e.get("data-view") is not None)
    said = next(e for e in view.iter("p") if e.get("aria-live") == "polite")
    assert said.text == "<i>"


def test_states_are_there_from_the_start(tree: Any) -> None:
    demo = next(tree.iter("live-demo"))
    assert (demo.get("data-state"), demo.get("data-revision"), demo.get("data-phase")) == ("static", "0", "ask")


def test_the_frame_is_named_by_the_description(tree: Any) -> None:
    caption = next(e for e in tree.iter("p") if e.get("class") == "ld-caption")
    assert caption.text == "One of each <control>."
    assert next(tree.iter("fieldset")).get("aria-labelledby") == caption.get("id")


def test_the_source_is_shown_as_text(tree: Any) -> None:
    source = next(e for e in tree.iter("pre"))
    assert "".join(source.itertext()).startswith('"""One of each <control>."""')


def test_a_line_says_what_scripts_and_a_web_server_are_for(tree: Any) -> None:
    note = next(e for e in tree.iter("p") if e.get("class") == "ld-unscripted")
    assert "web server" in (note.text or "")
    assert "JavaScript" in (note.text or "")


def test_markdown_does_not_wrap_it_in_a_paragraph(demos: Path) -> None:
    assert render("thermometer", Page("p.md"), demos).startswith("<div")


def test_presets_that_hold_are_pressed(demos: Path) -> None:
    html = render("thermometer\nt: 40", Page("p.md"), demos)
    assert 'data-set="{&quot;t&quot;: 40.0}" aria-pressed="true">hot' in html
    assert 'aria-pressed="false">cold' in html

from pathlib import Path

import pytest

from live_demo import DemoError
from mkdocs_live_demo.fence import Page, names, render


def test_a_block_becomes_a_finished_demo(demos: Path) -> None:
    html = render("thermometer\nt: 30", Page("p.md"), demos)
    assert "<b>30.0</b> degrees" in html
    assert 'value="30"' in html
    assert "Computed with the page" in html


def test_underscores_and_hyphens_are_one(demos: Path) -> None:
    (demos / "two_words.py").write_text((demos / "thermometer.py").read_text())
    assert 'name="two-words"' in render("two_words", Page("p.md"), demos)


def test_a_second_demo_of_one_name_has_a_key_of_its_own(demos: Path) -> None:
    page = Page("p.md")
    assert 'data-key="thermometer"' in render("thermometer", page, demos)
    assert 'data-key="thermometer-2"' in render("thermometer", page, demos)
    assert 'data-key="thermometer"' in render("thermometer", Page("other.md"), demos)


@pytest.mark.parametrize(
    ("block", "says"),
    [
        ("termometer", "live-demo 'termometer': expected a demo in demos/ (thermometer); found no such module; hint: did you mean 'thermometer'?"),
        ("../etc", "live-demo '../etc': expected a demo in demos/ (thermometer); found no such module"),
        ("thermometer\nt: 99", "live-demo 'thermometer', t: expected a number from 0 to 40; found 99"),
        ("thermometer\nt: warm", "live-demo 'thermometer', t: expected a number from 0 to 40; found 'warm'"),
        ("thermometer\nheat: 1", "live-demo 'thermometer', thermometer.heat: expected the name of a control; found 'heat'; hint: the controls are t"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_on_one_line(demos: Path, block: str, says: str) -> None:
    with pytest.raises(DemoError) as caught:
        render(block, Page("p.md"), demos)
    assert str(caught.value) == says


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("def view():\n    return 1 / 0\n", "found ZeroDivisionError: division by zero; hint: demos/broken.py, line 3: return 1 / 0"),
        ("import no_such\n", "found ModuleNotFoundError: No module named 'no_such'; hint: demos/broken.py, line 2: import no_such"),
        ("def view(:\n", "found SyntaxError: invalid syntax; hint: demos/broken.py, line 2: def view(:"),
        ("def view():\n    raise ValueError('one\\n  two')\n", "found ValueError: one two; hint: demos/broken.py, line 3"),
        ("from live_demo import DemoError\ndef view():\n    raise DemoError('a', expected='b\\nc', found='d\\ne')\n", "a: expected b c; found d e"),
        ("import sys\nsys.exit(0)\n", "found SystemExit: 0; hint: demos/broken.py, line 3: sys.exit(0)"),
        ("import sys\ndef view():\n    sys.exit()\n", "found SystemExit; hint: demos/broken.py, line 4: sys.exit()"),
        ("x = 1\n", "expected a function `view` in the module"),
    ],
)  # fmt: skip
def test_a_demo_that_raises_names_its_own_line(demos: Path, body: str, says: str) -> None:
    (demos / "broken.py").write_text(f'"""Broken."""\n{body}')
    with pytest.raises(DemoError) as caught:
        render("broken", Page("p.md"), demos)
    assert str(caught.value).startswith("live-demo 'broken'")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_keys_of_numbered_demos_do_not_clash() -> None:
    page = Page("p.md")
    assert [page.key(n) for n in ("lab", "lab", "lab-2", "lab")] == ["lab", "lab-2", "lab-2-2", "lab-3"]


def test_hidden_files_are_no_demos(demos: Path) -> None:
    (demos / ".#thermometer.py").symlink_to("nobody@nowhere.1")
    (demos / "gone.py").symlink_to("nowhere.py")
    assert names(demos) == ["thermometer"]


def test_a_start_beside_the_steps_is_refused(demos: Path) -> None:
    with pytest.raises(DemoError, match=r"t: expected a number from 0 to 40 in steps of 0\.5; found 1\.2$"):
        render("thermometer\nt: 1.2", Page("p.md"), demos)


ASKS = """
from typing import Annotated
from live_demo import *
PREDICT = Prediction("Which?", ["a", Series("b")], questions=[{"n": 2}, {"n": 3}])
def view(n: Annotated[int, Slider("n", 0, 5)] = 1):
    return View(verdicts={"a": Verdict(True, "yes"), "b": Verdict(bool(1 / (n - LIMIT)), "no")})
"""
SETS = """
from typing import Annotated
from live_demo import *
def view(n: Annotated[int, Slider("n", 0, 5)] = 1):
    return View(element("div", setter("one", {"n": 1}, pressed=False), PART))
"""


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (ASKS.replace("LIMIT", "9"), ""),
        (ASKS.replace("LIMIT", "3"), "live-demo 'broken': expected a view; found ZeroDivisionError"),
        (ASKS.replace('"b":', '"c":').replace("LIMIT", "9"), "broken: expected a verdict for the option 'b' of PREDICT; found verdicts for a, c"),
        (SETS.replace("PART", "None"), ""),
        (SETS.replace("PART", "setter('two', {'m': 2}, pressed=False)"), "a setter: expected the name of a control; found 'm'; hint: the controls are n"),
        (SETS.replace("PART", "plane('p', [], extent=2.0, handle=Handle('h', (1, 1), ('n', 'y')))"), "a handle: expected the name of a control; found 'y'; hint: the controls are n"),
    ],
)  # fmt: skip
def test_what_a_view_promises_is_checked(demos: Path, body: str, says: str) -> None:
    (demos / "broken.py").write_text(f'"""Broken."""{body}')
    if not says:
        assert "<live-demo" in render("broken", Page("p.md"), demos)
        return
    with pytest.raises(DemoError) as caught:
        render("broken", Page("p.md"), demos)
    assert says in str(caught.value)

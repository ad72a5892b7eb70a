from pathlib import Path

import pytest

from live_demo import DemoError
from mkdocs_live_demo.fence import Page, render


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

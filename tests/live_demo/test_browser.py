import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from live_demo import browser

FRAMES = '''"""Counts."""
from typing import Annotated
from live_demo import Slider, View, element
def view(n: Annotated[int, Slider("n", 0, 5)] = 2):
    for i in range(n):
        yield View(element("p", str(i)), progress=(i + 1) / n)
'''
FAULTY = '''"""Divides."""
from typing import Annotated
from live_demo import Slider, View, element
def divide(a):
    return 1 / a
def view(a: Annotated[int, Slider("a", 0, 5)] = 1):
    if a == 5:
        raise ValueError("Temperature must be above 0; got 0.")
    if a == 4:
        import no_such_module
    return element("p", str(divide(a)))
'''


@pytest.fixture(autouse=True)
def _demos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "demos"
    folder.mkdir()
    (folder / "frames.py").write_text(FRAMES)
    (folder / "faulty.py").write_text(FAULTY)
    forgotten = {n: sys.modules.pop(n) for n in list(sys.modules) if n.partition(".")[0] == "demos"}
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(browser, "_loaded", {})
    yield
    for name in [n for n in sys.modules if n.partition(".")[0] == "demos"]:
        del sys.modules[name]
    sys.modules.update(forgotten)


def answers(name: str, **values: object) -> list[dict[str, object]]:
    made = browser.Answers(name, json.dumps(values))
    out = []
    while True:
        out.append(json.loads(made.next()))
        if "html" not in out[-1]:
            return out


def test_frames_come_one_at_a_time_then_done() -> None:
    assert answers("frames") == [
        {"html": "<p>0</p>", "progress": 0.5},
        {"html": "<p>1</p>", "progress": 1.0},
        {"done": True},
    ]


def test_an_error_carries_the_demos_own_lines_only() -> None:
    (failure,) = answers("faulty", a=0)
    assert failure["message"] == "ZeroDivisionError: division by zero"
    lines = str(failure["traceback"]).splitlines()
    assert lines[0].startswith("  demos/faulty.py, line ")
    assert lines[1] == '    return element("p", str(divide(a)))'
    assert lines[-1] == "ZeroDivisionError: division by zero"
    assert "live_demo" not in str(failure["traceback"])


def test_a_value_error_speaks_for_itself() -> None:
    assert answers("faulty", a=5)[0]["message"] == "Temperature must be above 0; got 0."


def test_a_missing_module_is_named_so_that_the_worker_can_fetch_it() -> None:
    assert answers("faulty", a=4)[0]["missing"] == "no_such_module"


def test_a_value_out_of_range_is_refused_before_the_demo_runs() -> None:
    assert answers("faulty", a=9)[0]["message"] == "a: expected a whole number from 0 to 5; found 9"


def test_a_view_that_yields_nothing_says_so() -> None:
    assert (
        answers("frames", n=0)[0]["message"]
        == "frames: expected a view that yields at least one frame; found none"
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [("raise SystemExit(0)", "SystemExit: 0"), ("raise KeyboardInterrupt", "KeyboardInterrupt")],
)
def test_a_demo_that_ends_python_is_answered_like_any_other(tmp_path: Path, line: str, message: str) -> None:
    for name, body in {"ends_inside": f"def view():\n    {line}\n", "ends_at_import": f"{line}\n"}.items():
        (tmp_path / "demos" / f"{name}.py").write_text(f'"""Ends."""\n{body}')
        (failure,) = answers(name)
        assert failure["message"] == message
        assert line in str(failure["traceback"])


def test_a_view_that_cannot_be_written_is_an_answer_too(tmp_path: Path) -> None:
    (tmp_path / "demos" / "odd.py").write_text(
        '"""Odd."""\nfrom live_demo import View\ndef view():\n    return View(5)\n'
    )
    assert str(answers("odd")[0]["message"]).startswith("AttributeError")

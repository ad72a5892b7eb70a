"""The demos that train: the recorded run at once, and one of now that ends as it does."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from demos._curves import Curve, curves
from demos._runs import RECORD, TRAIN, shown
from demos._weight_map import weight_map
from demos.train_induction import example
from demos.training import bottleneck, induction, scale_duel, translation
from demos.training.loop import Frame
from live_demo import Axis
from live_demo.demo import load
from live_demo.elements import render, text_of, walk
from live_demo.views.view import View
from mkdocs_live_demo.prose_numbers import evaluate, page_names, shared_names
from tests.quick import first_quick

ROOT = Path(__file__).parents[2]
DEMOS = ("train-translation", "train-bottleneck", "train-scale", "train-induction")
LARGEST = 30_000  # bytes of a frame


def runs(name: str) -> list[dict[str, Any]]:
    """The record, read without the code of the site."""
    read = json.loads((ROOT / f"docs/demos/fetched/training/{name}.json").read_text(encoding="utf-8"))
    return [run for run in read["runs"] if run]


def ends(name: str, column: str, **settings: Any) -> list[float]:
    found = [run for run in runs(name) if settings.items() <= run["settings"].items()]
    return [(run["measures"] | run)[column][-1] for run in found]


def cells(view: View, table: int) -> list[list[str]]:
    """The rows of a table of the view, of those that are tables of numbers."""
    found = [e for part in view.parts for e in walk(part) if e.tag == "table" and "ld-table" in str(e.attributes)]
    rows = [e for e in walk(found[table]) if e.tag == "tr"]
    return [[text_of(c) for c in walk(row) if c.tag in ("td", "th")] for row in rows]


@pytest.mark.parametrize("name", DEMOS)
def test_the_first_view_trains_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> Iterator[Frame]:
        raise AssertionError("trained at build")

    for network in (bottleneck, induction, scale_duel, translation):
        monkeypatch.setattr(network, "train", refuse)
    (view,) = load(name).frames({})
    assert text_of(view.parts[-1])


@pytest.mark.parametrize("name", first_quick([(name,) for name in DEMOS], 1, DEMOS))
def test_a_run_of_now_ends_in_what_was_recorded(name: str) -> None:
    demo = load(name)
    progress, sizes, waits = [0.0], [], set()
    for view in demo.frames({"show": TRAIN}):
        assert view.progress is not None
        assert progress[-1] <= view.progress
        progress.append(view.progress)
        sizes.append(len(view.html().encode()))
        if view.progress < 1:
            waits.add(text_of(view.parts[-1]))
    assert view.html() == demo.view({"show": RECORD}).html()
    assert progress[1] < 0.01
    assert progress[-1] == 1
    assert max(sizes) < LARGEST
    assert len(waits) == 1, "what is read out changes once, at the end"


def test_a_bottleneck_run_and_a_seed_that_has_only_its_end() -> None:
    demo = load("train-bottleneck")
    values = {"length": "4", "decoder": "attention"}
    assert demo.view(values | {"show": TRAIN}).html() == demo.view(values).html()
    view = load("train-scale").view({"seed": 1})
    dots = [e for part in view.parts for e in walk(part) if e.tag == "circle"]
    assert len(dots) == 4  # both runs, in both charts


def frames(steps: range) -> Iterator[Frame]:
    return (Frame(step, 1.0, 0.5) for step in steps)


def test_runs_take_turns_and_keep_the_steps_of_the_record() -> None:
    record = tuple(frames(range(0, 7, 3)))
    now = list(shown(TRAIN, [record, record], [lambda: frames(range(7))] * 2))
    assert [[[f.step for f in way] for way in one.histories] for one in now[:5]] == [
        [[0], [0]],
        [[0, 1], [0]],
        [[0, 1], [0, 1]],
        [[0, 2], [0, 1]],
        [[0, 2], [0, 2]],
    ]
    assert [f.step for f in now[-1].histories[1]] == [0, 3, 6]
    assert [one.ended for one in now] == [False] * 12 + [True]
    (recorded,) = shown(RECORD, [record], [])
    assert recorded.ended
    assert recorded.histories == (record,)


def test_digits_are_those_of_the_record() -> None:
    (on,) = ends("scale_duel", "accuracy", scaled=True, d=128, rate=0.003, seed=0)
    off = ends("scale_duel", "accuracy", scaled=False, d=128, rate=0.003)
    view = load("train-scale").view({})
    assert f"accuracy is {on:.3f}, without it {off[0]:.3f}" in text_of(view.parts[-1])
    assert [row[2] for row in cells(view, 1)[1:]] == [f"{end:.3f}" for end in off]
    aligned = ends("translation", "aligned", mixing=True)
    view = load("train-translation").view({"encoder": "mixes the words first"})
    assert f"between {min(aligned):.2f} and {max(aligned):.2f}." in text_of(view.parts[-1])
    assert cells(view, 0)[4][1:] == [f"{x:.3f}" for x in (aligned[0], min(aligned), max(aligned))]
    other = ends("induction", "any_period", periods=[8])
    view = load("train-induction").view({"period": "always 8"})
    assert f"other periods {other[0]:.3f}." in text_of(view.parts[-1])
    assert cells(view, 0)[4][2:] == [f"{x:.3f}" for x in other]
    view = load("train-bottleneck").view({"length": "20"})
    held = [ends("bottleneck", "accuracy", length=n, attends=False)[0] for n in (4, 8, 12, 20)]
    assert [row[1] for row in cells(view, 1)[1:]] == [f"{x:.3f}" for x in held]
    assert text_of(view.parts[-1]).startswith(f"Accuracy {held[-1]:.3f} at 20 letters")


def test_the_string_that_is_drawn_is_the_one_that_was_looked_at() -> None:
    string, period = example("random, from 5 to 13")
    assert len(string) == induction.LENGTH
    assert string[period:] == string[:-period]
    first = next(iter(induction.run(steps=1))).maps["second"]
    rng = np.random.default_rng(0)
    parameters = induction.start(rng)
    tests = induction.draw(rng, induction.TESTS, induction.ANY_PERIOD)
    _, saved = induction.forward(parameters, tests.text)
    np.testing.assert_array_equal(first, saved.second.attended.A[0])
    assert string == "".join(chr(ord("a") + i) for i in tests.text[0])


def test_the_prose_says_what_was_recorded() -> None:
    names = shared_names(["numpy as np", "attn_core"]) | page_names("training", ROOT / "docs/numbers")
    without = ends("scale_duel", "accuracy", scaled=False, d=64, rate=0.001)
    assert evaluate("duel(64, 0.001, scaled=False)", names) == f"{min(without):.3f} to {max(without):.3f}"
    copied = ends("induction", "copied", periods=[8])
    assert evaluate('induction_end(ONE, "copied")', names) == f"{min(copied):.3f} to {max(copied):.3f}"
    aligned = ends("translation", "aligned", mixing=False)
    assert evaluate('translation_end(ALONE, "aligned")', names) == f"{min(aligned):.2f} to {max(aligned):.2f}"
    assert evaluate("held(12, VECTOR)", names) == "0.712"
    first = np.array(runs("induction")[0]["maps_percent"]["first"])
    back = [i for i in range(1, len(first)) if first[i, i - 1] > 50]
    said = (evaluate("str(looks_back)", names), evaluate("str(last_look_back)", names))
    assert said == (str(len(back)), str(back[-1] + 1))
    d = 128  # two tables of 32 words, three square matrices and the logits
    assert evaluate("duel_parameters", names) == f"{3 * 32 * d + 3 * d * d:,}"
    assert "typed" not in names


def test_every_figure_of_the_page_is_worked_out() -> None:
    page = (ROOT / "docs/training.md").read_text(encoding="utf-8")
    plain = re.sub(r"`#!calc [^`]*`|\[[^\]]*\]\([^)]*\)", "", page.split("## With the root")[1])
    typed = {x for x in re.findall(r"\b\d\.\d+\b", plain) if x not in ("0.003", "0.001", "3.2.1", "3.2", "2.1")}
    assert not typed


def test_a_map_is_a_path_for_each_tenth() -> None:
    drawn = weight_map("Map", np.array([[1.0, 0.0], [0.52, 0.48]]), "Below")
    paths = dict(re.findall(r'<path d="([^"]*)" class="attn" style="--w: ?([\d.]+)"', render(drawn)))
    assert paths == {"M1 0h1v1h-1z": "0", "M0 1h2v1h-2z": "0.5", "M0 0h1v1h-1z": "1"}


def test_a_curve_may_have_places_of_its_own() -> None:
    axis = Axis("x", 0, 10, [])
    lines = [Curve("long", [0, 1], "curve-main"), Curve("short", [0, 1], "curve-part", [0, 5])]
    drawn = curves("Both", [0, 10], lines, x_axis=axis, y_axis=Axis("y", 0, 1, []), rules=[])
    long, short = re.findall(r'<path d="([^"]*)"', render(drawn))
    # the drawing is 640 wide with 62 to the left and 158 to the right of 420
    assert long == "M62 290L482 38"
    assert short == "M62 290L272 38"

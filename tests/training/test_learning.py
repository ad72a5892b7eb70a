"""Each network reaches what the pages say of it, and the record says the same as a new run."""

import datetime
import doctest
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from demos.training import recorded as recording
from demos.training.loop import Frame
from demos.training.recorded import recorded
from tools.training import record

ROOT = Path(__file__).parents[2]

LISTED = [(name, settings) for name, (_, all_settings) in record.RUNS.items() for settings in all_settings]
SHOWN = [(name, settings) for name, settings in LISTED if settings["seed"] == 0]


def ends(name: str, **settings: Any) -> Iterator[Frame]:
    """The last frames of the recorded runs, seed by seed."""
    for seed in sorted(s["seed"] for n, s in LISTED if n == name and settings.items() <= s.items()):
        yield recorded(name, **settings, seed=seed)[-1]


@pytest.mark.parametrize("name", record.RUNS)
def test_a_record_names_what_made_it_and_holds_what_the_script_lists(name: str) -> None:
    path = record.FOLDER / f"{name}.json"
    assert path.stat().st_size < 25_000
    made = json.loads(path.read_text(encoding="utf-8"))
    assert (ROOT / made["script"]).samefile(record.__file__)
    assert datetime.date.fromisoformat(made["date"]).isoformat() == made["date"]
    assert made["versions"].keys() == {"numpy", "python"}
    run, listed = record.RUNS[name]
    assert [entry["settings"] for entry in made["runs"]] == [record.complete(run, s) for s in listed]
    for entry in made["runs"]:
        assert entry["step"][-1] == entry["settings"]["steps"]
        assert len(entry["step"]) <= 60 if entry["settings"]["seed"] == 0 else len(entry["step"]) == 1


def close(now: Frame, then: Frame) -> None:
    assert now.step == then.step
    assert now.loss == pytest.approx(then.loss, abs=6e-5)
    assert now.accuracy == pytest.approx(then.accuracy, abs=6e-5)
    assert now.measures == pytest.approx(then.measures, abs=6e-5)


@pytest.mark.parametrize(("name", "settings"), SHOWN)
def test_a_new_run_begins_as_the_recorded_one(name: str, settings: dict[str, Any]) -> None:
    kept = {frame.step: frame for frame in recorded(name, **settings)[:4]}
    run, _ = record.RUNS[name]
    now = [frame for frame in islice(run(**settings), 12) if frame.step in kept]
    assert len(now) >= 2
    for frame in now:
        close(frame, kept[frame.step])


def takes_long(name: str, settings: dict[str, Any]) -> bool:
    return name == "induction" or settings.get("length", 0) > 4 or settings.get("d", 0) > 64


@pytest.mark.parametrize(
    ("name", "settings"),
    [pytest.param(*run, marks=pytest.mark.slow if takes_long(*run) else ()) for run in SHOWN],
)
def test_a_new_run_ends_as_the_recorded_one(name: str, settings: dict[str, Any]) -> None:
    run, _ = record.RUNS[name]
    *_, now = run(**settings)
    then = recorded(name, **settings)[-1]
    close(now, then)
    for map_name, A in then.maps.items():
        assert pytest.approx(now.maps[map_name], abs=0.0051) == A


def test_thinned_keeps_both_ends() -> None:
    frames = [Frame(step, 0, 0) for step in range(301)]
    kept = record.thinned(frames, 50)
    assert (kept[0].step, kept[-1].step) == (0, 300)
    assert 40 < len(kept) <= 50


@pytest.mark.parametrize("module", [record, recording])
def test_the_examples_hold(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


def test_what_was_not_recorded_is_named() -> None:
    with pytest.raises(LookupError, match=r"expected a recorded run of induction with {'seed': 99}; found none"):
        recorded("induction", seed=99)


def test_scaled_learns_at_once_and_unscaled_falls_behind_as_d_grows() -> None:
    at = {(d, rate): {"d": d, "rate": rate} for d, rate in ((32, 3e-3), (64, 3e-3), (128, 3e-3), (128, 1e-3))}
    for settings in at.values():
        curve = {frame.step: frame.accuracy for frame in recorded("scale_duel", scaled=True, **settings)}
        assert min(accuracy for step, accuracy in curve.items() if step >= 100) > 0.99
        assert all(end.accuracy > 0.99 for end in ends("scale_duel", scaled=True, **settings))
    off = {key: [e.accuracy for e in ends("scale_duel", scaled=False, **s)] for key, s in at.items()}
    assert max(off[128, 3e-3]) < 0.75
    assert max(off[128, 1e-3]) < 0.7
    assert max(off[64, 3e-3]) < 0.9
    assert min(off[32, 3e-3]) > 0.94
    means = [sum(off[d, 3e-3]) / 3 for d in (32, 64, 128)]
    assert means == sorted(means, reverse=True)


def test_an_induction_head_is_born_from_changing_periods_alone() -> None:
    for end in ends("induction", periods=list(range(5, 14))):
        assert end.accuracy > 0.99
        assert end.measures["copied"] > 0.97
        assert end.measures["previous"] > 0.35
    for end in ends("induction", periods=[8]):
        assert end.accuracy > 0.99
        assert end.measures["previous"] < 0.12
        assert end.measures["any_period"] < 0.25
    before, *_, last = recorded("induction", seed=0)
    assert before.accuracy < 0.1
    assert last.maps["first"].shape == last.maps["second"].shape == (32, 32)


def test_mixing_leaves_the_answers_right_and_the_map_unaligned() -> None:
    alone, mixed = (list(ends("translation", mixing=mixing)) for mixing in (False, True))
    assert len(alone) == len(mixed) == 6
    assert min(end.accuracy for end in alone) > 0.97
    assert min(end.accuracy for end in mixed) > 0.99
    assert min(end.measures["aligned"] for end in alone) > 0.8
    for a, m in zip(alone, mixed, strict=True):  # in each of the six
        assert m.measures["aligned"] < a.measures["aligned"]
    assert mixed[0].measures["aligned"] < 0.3


def test_one_vector_holds_eight_letters_and_not_twenty() -> None:
    def reached(length: int, *, attends: bool) -> float:
        return recorded("bottleneck", length=length, attends=attends)[-1].accuracy

    assert [reached(n, attends=True) > 0.995 for n in (4, 8, 12, 20)] == [True] * 4
    assert reached(4, attends=False) > 0.995
    assert reached(8, attends=False) > 0.97
    assert 0.6 < reached(12, attends=False) < 0.8
    assert 0.4 < reached(20, attends=False) < 0.55
    assert recorded("bottleneck", length=20, attends=True)[-1].measures["right"] > 0.99

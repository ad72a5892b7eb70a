"""What a run streams: from a seed always the same, stopped and started again at any frame."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import numpy as np
import pytest

from demos.training import bottleneck, induction, scale_duel, translation
from demos.training.loop import Frame, rounded, train

type Start = Callable[..., Iterator[Frame]]

RUNS: dict[str, Start] = {
    "scaled": partial(scale_duel.run, scaled=True),
    "unscaled": partial(scale_duel.run, scaled=False),
    "any period": induction.run,
    "one period": partial(induction.run, periods=induction.ONE_PERIOD),
    "words alone": translation.run,
    "words mixed": partial(translation.run, mixing=True),
    "one vector": partial(bottleneck.run, length=6, attends=False),
    "attention": partial(bottleneck.run, length=6, attends=True),
}
each_run = pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)


def same(a: Frame, b: Frame) -> bool:
    numbers = (a.step, a.loss, a.accuracy, a.measures) == (b.step, b.loss, b.accuracy, b.measures)
    return numbers and a.maps.keys() == b.maps.keys() and all((a.maps[k] == b.maps[k]).all() for k in a.maps)


@each_run
def test_a_seed_gives_the_same_numbers(run: Start) -> None:
    first, second = (list(run(steps=4, every=2)) for _ in range(2))
    assert [frame.step for frame in first] == [0, 2, 4]
    assert all(map(same, first, second))
    other = list(run(steps=4, every=2, seed=1))
    assert not any(map(same, first, other))


@each_run
def test_looking_changes_nothing(run: Start) -> None:
    often, seldom = list(run(steps=6, every=1)), list(run(steps=6, every=4))
    assert [frame.step for frame in seldom] == [0, 4, 6]
    assert all(same(often[frame.step], frame) for frame in seldom)


@each_run
def test_a_run_stops_at_any_frame_and_starts_again(run: Start) -> None:
    whole = list(run(steps=4, every=1))
    for frames in range(1, 4):
        stopped = run(steps=4, every=1)
        seen = list(islice(stopped, frames))
        stopped.close()  # type: ignore[attr-defined]  # a generator, as the page's worker closes it
        assert list(stopped) == []
        assert all(map(same, seen, whole))
    assert all(map(same, run(steps=4, every=1), whole))


@each_run
def test_frames_that_were_seen_stay_as_they_were(run: Start) -> None:
    frames = run(steps=2, every=1)
    first = next(frames)
    kept = {name: A.copy() for name, A in first.maps.items()}
    list(frames)
    for name, A in first.maps.items():
        np.testing.assert_array_equal(A, kept[name])


@each_run
def test_a_map_has_rows_that_add_up_to_one(run: Start) -> None:
    for frame in run(steps=2, every=1):
        for A in frame.maps.values():
            assert A.ndim == 2
            np.testing.assert_allclose(A.sum(axis=1), 1, rtol=1e-12)
        assert 0 <= frame.accuracy <= 1


def test_the_two_of_a_duel_start_alike() -> None:
    """With the same numbers on the same questions: the wider scores make the larger top weight."""
    scaled, unscaled = (next(scale_duel.run(scaled=scaled)) for scaled in (True, False))
    by_size, also_by_size = (frame.maps["weights"].argsort(axis=1) for frame in (scaled, unscaled))
    np.testing.assert_array_equal(by_size, also_by_size)
    assert scaled.measures["top"] < 0.3
    assert unscaled.measures["top"] > 0.8


def test_a_step_is_taken_only_when_a_frame_is_asked_for() -> None:
    drawn: list[int] = []
    p = {"x": np.array([1.0])}

    def gradients() -> dict[str, np.typing.NDArray[np.floating]]:
        drawn.append(1)
        return {"x": p["x"].copy()}

    frames = train(p, gradients, lambda step: Frame(step, float(p["x"][0]), 0), rate=0.1, steps=5, every=2)
    assert not drawn
    assert [next(frames).step, len(drawn)] == [0, 0]
    assert [next(frames).step, len(drawn)] == [2, 2]
    assert [frame.step for frame in frames] == [4, 5]


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e6])
def test_gradients_that_differ_in_the_last_digits_are_the_same_when_rounded(size: float) -> None:
    g = size * np.random.default_rng(0).normal(size=(50, 40))
    same = rounded(g)
    np.testing.assert_array_equal(rounded(g * (1 + 1e-15)), same)
    assert 0 < np.abs(same - g).max() < 1e-6 * np.abs(g).max()


def test_a_gradient_of_nothing_stays_nothing() -> None:
    assert not rounded(np.zeros((2, 3))).any()
    assert not rounded(np.full((2, 3), 1e-10)).any()

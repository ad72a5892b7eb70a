"""What the demos that train share: the recorded run or one of now, frame by frame, with the same digits."""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import NamedTuple

from demos._curves import Curve, Rule, curves
from demos.training.loop import Frame
from demos.training.recorded import as_recorded
from live_demo import Axis, Child, Choice, Element, Presets, element, strong

RECORD, TRAIN = "the recorded run", "train it now"
SHOW = Choice("Show", (RECORD, TRAIN), in_view=True)
PRESETS = Presets("Show", {name: {"show": name} for name in (RECORD, TRAIN)})
SHARES = tuple((i / 4, f"{i / 4:g}") for i in range(5))

type History = Sequence[Frame]


class Shown(NamedTuple):
    """What each run has shown so far, and how far they are: 1 at the end."""

    histories: tuple[History, ...]
    progress: float

    @property
    def ended(self) -> bool:
        """Whether the last step has been taken."""
        return self.progress == 1


def shown(
    show: str, records: Sequence[History], runs: Sequence[Callable[[], Iterator[Frame]]], like: History = ()
) -> Iterator[Shown]:
    """The recorded runs at once; or train, a frame of each run in turn.

    Of these the steps are kept that the first record has, or `like`, where the record is only an end. Runs of one
    setting end as they are recorded, so that nothing on the page changes but the way there.
    """
    if show == RECORD:
        yield Shown(tuple(records), 1)
        return
    kept = {frame.step for frame in like or records[0]}
    ways: list[list[Frame]] = [[] for _ in runs]
    end = records[0][-1].step
    for way, run in cycle(list(zip(ways, [start() for start in runs], strict=True))):
        frame = next(run, None)
        if frame is None:
            return
        if way and way[-1].step not in kept:
            way.pop()
        way.append(as_recorded(frame))
        if all(ways):
            yield Shown(tuple(map(tuple, ways)), sum(w[-1].step for w in ways) / (end * len(ways)))


class Told(NamedTuple):
    """A line of a chart: its name, its kind (see `_curves.Curve`), the frames, and what of each is drawn."""

    name: str
    css: str
    frames: History
    measure: Callable[[Frame], float]


def chart(title: str, name: str, told: Sequence[Told], *, steps: int, top: float = 1.0) -> Element:
    """Measures of runs over the steps of training. Of a run whose end alone is recorded there is a dot."""
    lines = [Curve(t.name, [t.measure(f) for f in t.frames], t.css, [f.step for f in t.frames]) for t in told]
    dots = [
        Rule(t.frames[0].step, "", "curve-end", t.measure(t.frames[0]))
        for t in told
        if len(t.frames) == 1 and t.frames[0].step
    ]
    ticks = SHARES if top == 1 else [(float(y), str(y)) for y in range(0, int(top) + 1, 1 if top < 5 else 2)]
    return curves(
        title,
        [],
        lines,
        x_axis=Axis("step", 0, steps, [(x, str(x)) for x in (0, steps // 2, steps)]),
        y_axis=Axis(name, 0, top, ticks),
        rules=dots,
    )


def side_by_side(*parts: Element) -> Element:
    """Parts in a row, where there is room."""
    return element("div", parts, class_="train-row")


def training(what: str) -> list[Child]:
    """The sentence until the end. It stays the same, since it is read out whenever it changes."""
    return [strong("Training now."), f" {what}"]

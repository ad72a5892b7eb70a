"""What a demo's module may add to its controls: named starting points, and a question asked first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from live_demo.views.series import Series


@dataclass(frozen=True)
class Presets:
    """Named starting points: a module's `PRESETS`. Each sets some of the controls."""

    label: str
    options: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Prediction:
    """A question asked before the result is shown: a module's `PREDICT`.

    The view says for each option whether it is right and why (`View(verdicts=…)`). Until the reader has answered,
    the sentence and whatever carries the class `ld-covered` are hidden from eyes and screen readers alike.
    `questions` are control values that "New question" goes through.
    """

    question: str
    options: Sequence[Series | str]
    questions: Sequence[Mapping[str, Any]] = ()

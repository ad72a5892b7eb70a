"""What every run does: follow the gradients of one batch after another, and show every few steps how far it is."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from demos.training.adam import Adam, Parameters
from demos.training.layers import Array

BITS = 20  # that a gradient keeps of its largest number: about six digits
FINEST = -30  # the exponent of the finest unit, about 1e-9: of less Adam's ε leaves nothing


@dataclass(frozen=True)
class Frame:
    """A network after so many steps, on examples that it doesn't learn from."""

    step: int
    loss: float
    accuracy: float
    measures: Mapping[str, float] = field(default_factory=dict)
    """What else is measured, such as the mean weight on the right word."""
    maps: Mapping[str, Array] = field(default_factory=dict)
    """Attention weights, (queries, keys), of one example that stays the same."""


def train(
    parameters: Parameters,
    gradients: Callable[[], Parameters],
    look: Callable[[int], Frame],
    *,
    rate: float,
    steps: int,
    every: int,
) -> Iterator[Frame]:
    """Yield a frame before the first step, every few steps, and after the last.

    Each step follows the gradients of a new batch. A run goes on only while someone asks for frames: to stop it,
    stop asking.
    """
    adam = Adam(parameters, rate)
    yield look(0)
    for step in range(1, steps + 1):
        adam.step({name: rounded(g) for name, g in gradients().items()})
        if step % every == 0 or step == steps:
            yield look(step)


def rounded(g: Array) -> Array:
    """The gradient in units of about a millionth of its largest number, so that all machines take the same steps.

    They add up in different orders and so differ in the last digits. Learning lets such differences grow: a
    hundred steps on, the accuracy is another one.
    """
    unit: float = 2.0 ** max(np.frexp(np.abs(g).max())[1] - BITS, FINEST)
    units: Array = np.rint(g / unit)
    return units * unit

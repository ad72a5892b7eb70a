"""Two layers of attention, one head each and nothing else, that learn to go on with what repeats itself.

The strings are random letters repeated with a period. If the period differs from string to string, the network
has to find the letter's last occurrence and copy what came next: an induction head (Elhage et al. 2021, Olsson et
al. 2022). If the period never changes, counting places is enough.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from demos.training.adam import Parameters
from demos.training.head import Headed, head, head_backward, head_parameters, matrix
from demos.training.layers import (
    Array,
    Embedded,
    Ids,
    Mask,
    Product,
    accuracy,
    cross_entropy,
    embedding,
    embedding_backward,
    linear,
    linear_backward,
)
from demos.training.loop import Frame, train

LETTERS, LENGTH, WIDTH = 16, 32, 64
BATCH, TESTS = 16, 16
ANY_PERIOD, ONE_PERIOD = tuple(range(5, 14)), (8,)
CAUSAL = np.tri(LENGTH, dtype=bool)


class Batch(NamedTuple):
    """Letters and those that follow them (batch, LENGTH), -1 in the first period; the periods (batch, 1)."""

    text: Ids
    following: Ids
    period: Ids


class Saved(NamedTuple):
    """What the way back needs."""

    letters: Embedded
    first: Headed
    second: Headed
    to_logits: Product


def draw(rng: np.random.Generator, size: int, periods: Sequence[int]) -> Batch:
    """Strings whose letters differ within a period, so that what follows is certain from the second one on."""
    letters = rng.random((size, LETTERS)).argsort(axis=1)
    period = np.array(periods)[rng.integers(0, len(periods), (size, 1))]
    place = np.arange(LENGTH + 1)
    string = np.take_along_axis(letters, place % period, 1)
    return Batch(string[:, :-1], np.where(place[:-1] >= period, string[:, 1:], -1), period)


def start(rng: np.random.Generator) -> Parameters:
    """Embeddings of letters and places, two heads, and the way back to letters."""
    tables = {"letter": rng.normal(size=(LETTERS, WIDTH)), "place": rng.normal(size=(LENGTH, WIDTH))}
    heads = head_parameters(rng, "first", WIDTH) | head_parameters(rng, "second", WIDTH)
    return tables | heads | {"logits": matrix(rng, LETTERS, WIDTH)}


def forward(p: Parameters, text: Ids) -> tuple[Array, Saved]:
    """The logits of the next letter at each place. Each head adds to what is there (a residual stream)."""
    embedded, letters = embedding(p["letter"], text)
    x = embedded + p["place"]
    y, first = head(p, "first", x, x, CAUSAL)
    x = x + y
    y, second = head(p, "second", x, x, CAUSAL)
    logits, to_logits = linear(x + y, p["logits"])
    return logits, Saved(letters, first, second, to_logits)


def backward(saved: Saved, dlogits: Array) -> Parameters:
    """The gradients at all parameters: the same way, from its end."""
    dx, dlogits_matrix = linear_backward(saved.to_logits, dlogits)
    as_query, as_memory, second = head_backward("second", saved.second, dx)
    dx = dx + as_query + as_memory
    as_query, as_memory, first = head_backward("first", saved.first, dx)
    dx = dx + as_query + as_memory
    tables = {"letter": embedding_backward(saved.letters, dx), "place": dx.sum(axis=0)}
    return tables | first | second | {"logits": dlogits_matrix}


def copied_from(period: Ids) -> Mask:
    """True where place j holds what comes after place i for sure: i + 1 - j is a multiple of the period."""
    place = np.arange(LENGTH)
    back = place[:, None] + 1 - place
    copies: Mask = (back > 0) & (back % period[..., None] == 0)
    return copies


def run(
    *,
    periods: Sequence[int] = ANY_PERIOD,
    rate: float = 3e-3,
    seed: int = 0,
    steps: int = 250,
    every: int = 1,
) -> Iterator[Frame]:
    """Train on strings of these periods; a single one invites the shortcut.

    Measured: `previous`, the first head's mean weight on the letter before; `copied`, the second head's on the
    letters that answer; `any_period`, the accuracy on strings of all periods.
    Drawn: both heads on one string.
    """
    rng = np.random.default_rng(seed)
    parameters = start(rng)
    tests = draw(rng, TESTS, periods)
    others = tests if tuple(periods) == ANY_PERIOD else draw(rng, TESTS, ANY_PERIOD)
    counts, copied = tests.following >= 0, copied_from(tests.period)

    def gradients() -> Parameters:
        batch = draw(rng, BATCH, periods)
        logits, saved = forward(parameters, batch.text)
        return backward(saved, cross_entropy(logits, batch.following)[1])

    def look(step: int) -> Frame:
        logits, saved = forward(parameters, tests.text)
        first, second = saved.first.attended.A, saved.second.attended.A
        reached = accuracy(logits, tests.following)
        measures = {
            "previous": float(first.diagonal(-1, axis1=1, axis2=2).mean()),
            "copied": float((second * copied).sum(axis=-1)[counts].mean()),
            "any_period": reached
            if others is tests
            else accuracy(forward(parameters, others.text)[0], others.following),
        }
        loss, _ = cross_entropy(logits, tests.following)
        maps = {"first": first[0], "second": second[0]}
        return Frame(step, loss, reached, measures, maps)

    return train(parameters, gradients, look, rate=rate, steps=steps, every=every)

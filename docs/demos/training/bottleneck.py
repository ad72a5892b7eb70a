"""Writing a string backwards, from one vector or with a look at every letter.

A recurrent network reads the string, letter by letter. The decoder then asks for each place of the answer: it
gets the last state, whatever it asks (Sutskever et al. 2014, Cho et al. 2014), or attends to all states
(Bahdanau et al. 2014). All else is the same.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from demos.training.adam import Parameters
from demos.training.head import matrix
from demos.training.layers import (
    Array,
    Attended,
    Embedded,
    Ids,
    Product,
    accuracy,
    attention,
    attention_backward,
    cross_entropy,
    embedding,
    embedding_backward,
    linear,
    linear_backward,
    tanh_backward,
)
from demos.training.loop import Frame, train

LETTERS, WIDTH, HIDDEN = 8, 32, 64
BATCH, TESTS = 32, 64
LENGTHS = (4, 8, 12, 20)


class Looked(NamedTuple):
    """What the way back through the decoder's attention needs."""

    to_Q: Product
    to_K: Product
    attended: Attended


class Saved(NamedTuple):
    """What the way back needs; `looked` only with attention."""

    letters: Embedded
    states: Array
    looked: Looked | None
    by_context: Product
    by_place: Product
    hidden: Array
    to_logits: Product


def draw(rng: np.random.Generator, size: int, length: int) -> Ids:
    """Random strings."""
    return rng.integers(0, LETTERS, (size, length))


def start(rng: np.random.Generator, length: int, *, attends: bool) -> Parameters:
    """The reader's letters and recurrence, which keeps lengths; the decoder's places, hidden layer and logits."""
    parameters = {
        "letter": rng.normal(size=(LETTERS, WIDTH)),
        "recurrence": np.linalg.qr(rng.normal(size=(WIDTH, WIDTH)))[0],
        "place": rng.normal(size=(length, WIDTH)),
        "context": matrix(rng, HIDDEN, WIDTH),
        "asked": matrix(rng, HIDDEN, WIDTH),
        "logits": matrix(rng, LETTERS, HIDDEN),
    }
    return parameters | ({name: matrix(rng, WIDTH, WIDTH) for name in "QK"} if attends else {})


def read(p: Parameters, text: Ids) -> tuple[Array, Embedded]:
    """h_t = tanh(R h_{t-1} + x_t), from h_0 = 0: (length + 1, batch, WIDTH), time first."""
    x, letters = embedding(p["letter"], text.T)
    states = np.zeros((len(x) + 1, *x.shape[1:]))
    for t in range(len(x)):
        states[t + 1] = np.tanh(states[t] @ p["recurrence"].T + x[t])
    return states, letters


def read_backward(p: Parameters, saved: Saved, dstates: Array) -> Parameters:
    """Back through time: a state passes on what comes from the decoder and what comes from the next state."""
    states, dx = saved.states, np.zeros_like(saved.states[1:])
    dR, from_next = np.zeros_like(p["recurrence"]), np.zeros_like(states[0])
    for t in reversed(range(len(dx))):
        dx[t] = tanh_backward(states[t + 1], dstates[t] + from_next)
        dR += dx[t].T @ states[t]
        from_next = dx[t] @ p["recurrence"]
    return {"letter": embedding_backward(saved.letters, dx), "recurrence": dR}


def forward(p: Parameters, text: Ids) -> tuple[Array, Saved]:
    """The logits of each letter of the answer: tanh(W context + U place), then a linear layer."""
    states, letters = read(p, text)
    memory, looked = states[1:].swapaxes(0, 1), None
    if "Q" in p:
        Q, to_Q = linear(p["place"], p["Q"])
        K, to_K = linear(memory, p["K"])
        context, attended = attention(Q, K, memory)
        looked = Looked(to_Q, to_K, attended)
    else:
        context = memory[:, -1:]
    from_context, by_context = linear(context, p["context"])
    from_place, by_place = linear(p["place"], p["asked"])
    hidden = np.tanh(from_context + from_place)
    logits, to_logits = linear(hidden, p["logits"])
    return logits, Saved(letters, states, looked, by_context, by_place, hidden, to_logits)


def backward(p: Parameters, saved: Saved, dlogits: Array) -> Parameters:
    """The gradients at all parameters: the same way, from its end."""
    dhidden, dlogits_matrix = linear_backward(saved.to_logits, dlogits)
    dsum = tanh_backward(saved.hidden, dhidden)
    dplace, dU = linear_backward(saved.by_place, dsum.sum(axis=0))
    gradients = {"asked": dU, "logits": dlogits_matrix}
    dmemory = np.zeros_like(saved.states[1:].swapaxes(0, 1))
    if saved.looked:
        dcontext, dW = linear_backward(saved.by_context, dsum)
        dQ, dK, dV = attention_backward(saved.looked.attended, dcontext)
        by_query, gradients["Q"] = linear_backward(saved.looked.to_Q, dQ.sum(axis=0))
        by_key, gradients["K"] = linear_backward(saved.looked.to_K, dK)
        dplace, dmemory = dplace + by_query, by_key + dV
    else:
        dmemory[:, -1:], dW = linear_backward(saved.by_context, dsum.sum(axis=1, keepdims=True))
    return gradients | {"place": dplace, "context": dW} | read_backward(p, saved, dmemory.swapaxes(0, 1))


def run(
    *, length: int, attends: bool, rate: float = 1e-2, seed: int = 0, steps: int = 1500, every: int = 5
) -> Iterator[Frame]:
    """Train one of the two on strings of one length.

    Measured, with attention: `right`, the mean weight on the letter that the place asks for.
    Drawn, with attention: each place of the answer against the letters of one string.
    """
    rng = np.random.default_rng(seed)
    parameters, tests = start(rng, length, attends=attends), draw(rng, TESTS, length)

    def gradients() -> Parameters:
        text = draw(rng, BATCH, length)
        logits, saved = forward(parameters, text)
        return backward(parameters, saved, cross_entropy(logits, text[:, ::-1])[1])

    def look(step: int) -> Frame:
        logits, saved = forward(parameters, tests)
        backwards = tests[:, ::-1]
        loss, _ = cross_entropy(logits, backwards)
        reached = accuracy(logits, backwards)
        if not saved.looked:
            return Frame(step, loss, reached)
        A = saved.looked.attended.A
        right = float(A[:, :, ::-1].diagonal(axis1=1, axis2=2).mean())
        return Frame(step, loss, reached, {"right": right}, {"weights": A[0]})

    return train(parameters, gradients, look, rate=rate, steps=steps, every=every)

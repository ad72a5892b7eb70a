"""Looking a word up, with and without the division by √d.

A question is a word; before it stand pairs of a word and its answer. All embeddings and projections start with
variance 1, so the products q · k start with variance d (Vaswani et al. 2017, footnote 4).
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
)
from demos.training.loop import Frame, train

WORDS, PAIRS = 32, 16
BATCH, TESTS, DRAWN = 32, 128, 8


class Batch(NamedTuple):
    """Words and answers (batch, pairs); the question, where its word stands, and its answer (batch, 1)."""

    words: Ids
    answers: Ids
    question: Ids
    place: Ids
    target: Ids


class Saved(NamedTuple):
    """What the way back needs."""

    to_Q: Product
    to_K: Product
    to_V: Product
    questions: Embedded
    words: Embedded
    answers: Embedded
    attended: Attended
    to_logits: Product


def draw(rng: np.random.Generator, size: int) -> Batch:
    """Pairs whose words differ, and a question about one of them."""
    words = rng.random((size, WORDS)).argsort(axis=1)[:, :PAIRS]
    answers = rng.integers(0, WORDS, (size, PAIRS))
    place = rng.integers(0, PAIRS, (size, 1))
    return Batch(words, answers, np.take_along_axis(words, place, 1), place, np.take_along_axis(answers, place, 1))


def start(rng: np.random.Generator, d: int) -> Parameters:
    """Embeddings of variance 1, three projections, and the way from an output to an answer."""
    tables = {name: rng.normal(size=(WORDS, d)) for name in ("word", "answer")}
    return tables | {name: matrix(rng, d, d) for name in "QKV"} | {"logits": matrix(rng, WORDS, d)}


def forward(p: Parameters, batch: Batch, scale: float) -> tuple[Array, Saved]:
    """The logits of the answers. Each word is projected once and then looked up, which is the same and quicker."""
    queries, to_Q = linear(p["word"], p["Q"])
    keys, to_K = linear(p["word"], p["K"])
    values, to_V = linear(p["answer"], p["V"])
    Q, questions = embedding(queries, batch.question)
    K, words = embedding(keys, batch.words)
    V, answers = embedding(values, batch.answers)
    O, attended = attention(Q, K, V, scale=scale)
    logits, to_logits = linear(O, p["logits"])
    return logits, Saved(to_Q, to_K, to_V, questions, words, answers, attended, to_logits)


def backward(saved: Saved, dlogits: Array) -> Parameters:
    """The gradients at all parameters."""
    dO, dlogits_matrix = linear_backward(saved.to_logits, dlogits)
    dQ, dK, dV = attention_backward(saved.attended, dO)
    by_queries, dW_Q = linear_backward(saved.to_Q, embedding_backward(saved.questions, dQ))
    by_keys, dW_K = linear_backward(saved.to_K, embedding_backward(saved.words, dK))
    by_values, dW_V = linear_backward(saved.to_V, embedding_backward(saved.answers, dV))
    tables = {"word": by_queries + by_keys, "answer": by_values}
    return tables | {"Q": dW_Q, "K": dW_K, "V": dW_V, "logits": dlogits_matrix}


def run(
    *, scaled: bool, d: int = 128, rate: float = 3e-3, seed: int = 0, steps: int = 300, every: int = 2
) -> Iterator[Frame]:
    """Train one of the two. Runs of one seed start from the same numbers and see the same batches.

    Measured: `top`, the mean of the largest weight of each question; `right`, the mean weight on its word.
    Drawn: the weights of eight questions.
    """
    rng = np.random.default_rng(seed)
    parameters, tests = start(rng, d), draw(rng, TESTS)
    scale = d**-0.5 if scaled else 1.0

    def gradients() -> Parameters:
        batch = draw(rng, BATCH)
        logits, saved = forward(parameters, batch, scale)
        return backward(saved, cross_entropy(logits, batch.target)[1])

    def look(step: int) -> Frame:
        logits, saved = forward(parameters, tests, scale)
        loss, _ = cross_entropy(logits, tests.target)
        A = saved.attended.A[:, 0]
        right = np.take_along_axis(A, tests.place, 1)
        measures = {"top": float(A.max(axis=1).mean()), "right": float(right.mean())}
        return Frame(step, loss, accuracy(logits, tests.target), measures, {"weights": A[:DRAWN]})

    return train(parameters, gradients, look, rate=rate, steps=steps, every=every)

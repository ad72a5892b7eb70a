"""From English to French with one head that looks from each French word to the English sentence.

The decoder is told the French words so far and predicts the next one. The encoder is the embeddings of words and
places alone, or with a head that lets the English words mix before they are looked at.
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
    Product,
    accuracy,
    cross_entropy,
    embedding,
    embedding_backward,
    linear,
    linear_backward,
)
from demos.training.loop import Frame, train
from demos.training.sentences import ARTICLES, ENGLISH, FRENCH, LONGEST, Pair, all_pairs, translated

WIDTH, SPREAD = 32, 0.5
BATCH, LEARNT, TESTS = 64, 2000, 64
EXAMPLE = translated(("red", "car"), "follows", ("calm", "dog"))


class Batch(NamedTuple):
    """All (batch, LONGEST), -1 where a sentence is shorter: English; French; where each French word comes from."""

    english: Ids
    french: Ids
    source: Ids


class Saved(NamedTuple):
    """What the way back needs; `mixed` only if the encoder mixes."""

    english: Embedded
    mixed: Headed | None
    french: Embedded
    crossed: Headed
    to_logits: Product


def as_batch(pairs: Sequence[Pair]) -> Batch:
    """Words as their places in the vocabularies."""
    batch = Batch(*(np.full((len(pairs), LONGEST), -1) for _ in Batch._fields))
    for i, (english, french, source) in enumerate(pairs):
        batch.english[i, : len(english)] = [ENGLISH.index(word) for word in english]
        batch.french[i, : len(french)] = [FRENCH.index(word) for word in french]
        batch.source[i, : len(source)] = source
    return batch


def start(rng: np.random.Generator, *, mixing: bool) -> Parameters:
    """Embeddings of words and places in both languages, one head or two, and the way to French words."""
    sizes = {"english": len(ENGLISH), "french": len(FRENCH), "from": LONGEST, "to": LONGEST}
    tables = {name: SPREAD * rng.normal(size=(size, WIDTH)) for name, size in sizes.items()}
    heads = head_parameters(rng, "cross", WIDTH) | (head_parameters(rng, "mix", WIDTH) if mixing else {})
    return tables | heads | {"logits": matrix(rng, len(FRENCH), WIDTH)}


def forward(p: Parameters, batch: Batch) -> tuple[Array, Saved]:
    """The logits of each French word, from the English sentence and the French word before it."""
    is_word = (batch.english >= 0)[:, None, :]
    embedded, english = embedding(p["english"], np.maximum(batch.english, 0))
    memory, mixed = embedded + p["from"], None
    if "mix.Q" in p:
        mixture, mixed = head(p, "mix", memory, memory, is_word)
        memory = memory + mixture
    # Before the first word stands a full stop, as it does where one sentence follows another.
    before = np.maximum(np.roll(batch.french, 1, axis=1), 0)
    before[:, 0] = FRENCH.index(".")
    embedded, french = embedding(p["french"], before)
    x = embedded + p["to"]
    looked_up, crossed = head(p, "cross", x, memory, is_word)
    logits, to_logits = linear(x + looked_up, p["logits"])
    return logits, Saved(english, mixed, french, crossed, to_logits)


def backward(saved: Saved, dlogits: Array) -> Parameters:
    """The gradients at all parameters: the same way, from its end."""
    dx, dlogits_matrix = linear_backward(saved.to_logits, dlogits)
    as_query, dmemory, matrices = head_backward("cross", saved.crossed, dx)
    dx = dx + as_query
    if saved.mixed:
        as_query, as_memory, of_mixing = head_backward("mix", saved.mixed, dmemory)
        dmemory = dmemory + as_query + as_memory
        matrices |= of_mixing
    words = {"english": embedding_backward(saved.english, dmemory), "french": embedding_backward(saved.french, dx)}
    places = {"from": dmemory.sum(axis=0), "to": dx.sum(axis=0)}
    return words | places | matrices | {"logits": dlogits_matrix}


def corpus(rng: np.random.Generator) -> tuple[Batch, Batch]:
    """Sentences to learn from, and others to be tested on; the first of those is the example."""
    pairs = [pair for pair in all_pairs() if pair != EXAMPLE]
    chosen = [pairs[i] for i in rng.random(len(pairs)).argsort()[: LEARNT + TESTS - 1]]
    return as_batch(chosen[:LEARNT]), as_batch([EXAMPLE, *chosen[LEARNT:]])


def run(
    *, mixing: bool = False, rate: float = 1e-2, seed: int = 0, steps: int = 300, every: int = 2
) -> Iterator[Frame]:
    """Train on 2000 sentences, test on others.

    Measured: `aligned`, the mean weight of French nouns, adjectives and verbs on the words they stand for;
    `article`, that of la and le on the noun, which decides between them.
    Drawn: the example, each French word against the English ones.
    """
    rng = np.random.default_rng(seed)
    parameters = start(rng, mixing=mixing)
    lessons, tests = corpus(rng)
    is_article = np.isin(tests.french, [FRENCH.index(word) for word in ARTICLES])
    is_content = (tests.french > 0) & ~is_article
    # The noun is the word after the article in French, wherever it stands in English.
    noun = np.roll(tests.source, -1, axis=1)

    def gradients() -> Parameters:
        chosen = rng.integers(0, LEARNT, BATCH)
        batch = Batch(*(part[chosen] for part in lessons))
        logits, saved = forward(parameters, batch)
        return backward(saved, cross_entropy(logits, batch.french)[1])

    def look(step: int) -> Frame:
        logits, saved = forward(parameters, tests)
        A = saved.crossed.attended.A
        measures = {
            "aligned": float(_at(A, tests.source)[is_content].mean()),
            "article": float(_at(A, noun)[is_article].mean()),
        }
        loss, _ = cross_entropy(logits, tests.french)
        maps = {"alignment": A[0, : len(EXAMPLE.french), : len(EXAMPLE.english)]}
        return Frame(step, loss, accuracy(logits, tests.french), measures, maps)

    return train(parameters, gradients, look, rate=rate, steps=steps, every=every)


def _at(A: Array, places: Ids) -> Array:
    """The weight of each query on the key at its place."""
    return np.take_along_axis(A, np.maximum(places, 0)[..., None], -1)[..., 0]

"""A German sentence of 50 words, its translation, and two ways to look back at it.

The scores are made from a word list and from places, not by a trained model; the recurrent network is not trained
either. Both are computed from what stands here.
"""

import numpy as np

from attn_core import softmax

SOURCE = (
    "Als die Wanderer nach einem langen Tag in den Bergen endlich die Hütte erreichten, die der alte Bauer ihnen "
    "am Morgen beschrieben hatte, war das Feuer im Ofen bereits angezündet, und auf dem Tisch stand ein Topf mit "
    "heißer Suppe, von der jeder so viel essen durfte, wie er wollte."
)
TARGET = (
    "When, after a long day in the mountains, the hikers finally reached the hut that the old farmer had "
    "described to them that morning, the fire in the stove was already lit, and on the table stood a pot of hot "
    "soup, of which everyone could eat as much as they wanted."
)
# Each German form with the English words it can stand for in this sentence.
GLOSS = (
    "Als: when; die: the that; Wanderer: hikers; nach: after; einem: a; langen: long; Tag: day; in: in; "
    "den: the; Bergen: mountains; endlich: finally; Hütte: hut; erreichten: reached; der: the which; alte: old; "
    "Bauer: farmer; ihnen: to them; am: in the that; Morgen: morning; beschrieben: described; hatte: had; "
    "war: was; das: the; Feuer: fire; im: in the; Ofen: stove; bereits: already; angezündet: lit; und: and; "
    "auf: on; dem: the; Tisch: table; stand: stood; ein: a; Topf: pot; mit: of; heißer: hot; Suppe: soup; "
    "von: of; jeder: everyone; so: as; viel: much; essen: eat; durfte: could; wie: as; er: they; wollte: wanted"
)
MEANING = 5.0  # added to the score where the word list has the pair
DISTANCE = 0.25  # taken off for each word between a place and the place at the same fraction of the sentence
WIDTH = 32  # numbers in the summary
SEED = 0


def words(sentence: str) -> tuple[str, ...]:
    """The words of a sentence, without its marks."""
    return tuple(word.strip(",.") for word in sentence.split())


GERMAN, ENGLISH = words(SOURCE), words(TARGET)


def matches() -> np.ndarray:
    """1 where the word list gives the English word for the German one, else 0: (target, source)."""
    pairs = (entry.split(": ") for entry in GLOSS.split("; "))
    gloss = {german: set(english.split()) for german, english in pairs}
    return np.array([[float(e.lower() in gloss[g]) for g in GERMAN] for e in ENGLISH])


def alignment() -> np.ndarray:
    """Softmax over the source of (meaning - distance): a row of weights for each English word."""
    n, m = len(ENGLISH), len(GERMAN)
    place = np.arange(1, n + 1)[:, None] * m / n
    return softmax(MEANING * matches() - DISTANCE * np.abs(np.arange(1, m + 1) - place))


def summary_shares(carried: float) -> np.ndarray:
    """Each source word's share in the last state of h_t = tanh(carried R h_{t-1} + x_t), R orthogonal.

    The share of word t is the size of the derivative of the last state by x_t (its Frobenius norm), over the sum.
    """
    rng = np.random.default_rng(SEED)
    R = np.linalg.qr(rng.normal(size=(WIDTH, WIDTH)))[0]
    vectors = {word: rng.normal(scale=0.1, size=WIDTH) for word in dict.fromkeys(GERMAN)}
    states = [np.zeros(WIDTH)]
    for word in GERMAN:
        states.append(np.tanh(carried * R @ states[-1] + vectors[word]))
    sizes = np.zeros(len(GERMAN))
    from_here = np.eye(WIDTH)  # derivative of the last state by the state after word t
    for t in range(len(GERMAN), 0, -1):
        by_input = from_here * (1 - states[t] ** 2)
        sizes[t - 1] = np.linalg.norm(by_input)
        from_here = carried * by_input @ R
    shares: np.ndarray = sizes / sizes.sum()
    return shares

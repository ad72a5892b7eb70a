"""Minimal pairs: two sentences that differ in one word, which decides what "it" refers to.

The idea is Winograd's (Levesque, Davis and Morgenstern 2012, The Winograd schema challenge).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

type Floats = npt.NDArray[np.float32]
type Counts = npt.NDArray[np.int64]

PRONOUN = "it"


class Pair(NamedTuple):
    """A text with a gap. With the first word in it, "it" means the first noun; with the second, the second."""

    text: str
    nouns: tuple[str, str]
    words: tuple[str, str]

    @property
    def sentences(self) -> tuple[str, str]:
        """Both texts, the one about the first noun first.

        >>> PAIRS[0].sentences[1]
        "The animal didn't cross the street because it was too wide."
        """
        return self.text.format(self.words[0]), self.text.format(self.words[1])


PAIRS = (
    Pair("The animal didn't cross the street because it was too {}.", ("animal", "street"), ("tired", "wide")),
    Pair("The trophy didn't fit in the suitcase because it was too {}.", ("trophy", "suitcase"), ("big", "small")),
    Pair("The ball crashed through the table because it was made of {}.", ("ball", "table"), ("steel", "paper")),
    Pair("The fish ate the worm because it was {}.", ("fish", "worm"), ("hungry", "tasty")),
    Pair("The truck overtook the bus because it was so {}.", ("truck", "bus"), ("fast", "slow")),
)

# To see whether a head that did well on the others does so again.
MORE_PAIRS = (
    Pair("The cup didn't fit on the shelf because it was too {}.", ("cup", "shelf"), ("tall", "narrow")),
    Pair("The wolf caught the deer because it was {}.", ("wolf", "deer"), ("fast", "slow")),
    Pair("The water ran from the bottle into the cup until it was {}.", ("bottle", "cup"), ("empty", "full")),
    Pair("The hammer broke the window because it was so {}.", ("hammer", "window"), ("heavy", "thin")),
    Pair("The painting hid the stain because it was so {}.", ("painting", "stain"), ("large", "small")),
)


def noun_weights(pair: Pair, tokens: Sequence[str], attention: Floats) -> Floats:
    """What "it" gives to the two nouns in each map, (..., n, n) -> (..., 2).

    >>> noun_weights(Pair("", ("a", "b"), ("", "")), ["b", "a", "it"], np.array([[0.2, 0.5, 0.3]] * 3))
    array([0.5, 0.2])
    """
    return attention[..., tokens.index(PRONOUN), :][..., [tokens.index(noun) for noun in pair.nouns]]


def verdicts(first: Floats, second: Floats) -> tuple[Counts, Counts]:
    """How many sentences of a pair a head gets right, and whether it changes its mind between them.

    Parameters
    ----------
    first, second
        `noun_weights` in the pair's first and second sentence, (..., 2).

    Returns
    -------
    right : (...)
        0, 1 or 2: in how many sentences the noun that is meant has more weight than the other.
    flips : (...)
        1 if the larger weight moves from one noun to the other, whether or not that is right.

    Examples
    --------
    >>> verdicts(np.array([0.7, 0.1]), np.array([0.3, 0.2]))  # the first noun both times
    (array(1), array(0))
    """
    prefers_first = [weights[..., 0] > weights[..., 1] for weights in (first, second)]
    right = prefers_first[0].astype(np.int64) + ~prefers_first[1]
    return np.asarray(right), np.asarray(prefers_first[0] != prefers_first[1]).astype(np.int64)

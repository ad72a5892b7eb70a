"""What counts as right and as a change of mind, and what the sentences need so that it can be counted."""

import numpy as np
import pytest

from demos.minilm.pairs import MORE_PAIRS, PAIRS, Pair, noun_weights, verdicts


@pytest.mark.parametrize(
    ("first", "second", "right", "flips"),
    [
        ((0.6, 0.1), (0.2, 0.3), 2, 1),
        ((0.6, 0.1), (0.3, 0.2), 1, 0),  # always the first noun
        ((0.1, 0.6), (0.2, 0.3), 1, 0),  # always the second
        ((0.1, 0.6), (0.3, 0.2), 0, 1),  # changes its mind, to the wrong one both times
        ((0.2, 0.2), (0.2, 0.2), 1, 0),  # no preference: no right, but for the half of a guess
    ],
)
def test_verdicts(first: tuple[float, float], second: tuple[float, float], right: int, flips: int) -> None:
    found = verdicts(np.array(first), np.array(second))
    assert (int(found[0]), int(found[1])) == (right, flips)


def test_all_heads_are_judged_at_once() -> None:
    weights = np.random.default_rng(0).random((2, 6, 12, 2))
    right, flips = verdicts(*weights)
    assert right.shape == flips.shape == (6, 12)
    one = verdicts(weights[0, 4, 7], weights[1, 4, 7])
    assert (right[4, 7], flips[4, 7]) == (one[0], one[1])


def test_it_is_the_row_of_the_pronoun_that_counts() -> None:
    attention = np.arange(18, dtype=np.float32).reshape(2, 3, 3)
    found = noun_weights(Pair("", ("b", "a"), ("", "")), ["a", "it", "b"], attention)
    np.testing.assert_array_equal(found, [[5, 3], [14, 12]])


@pytest.mark.parametrize("pair", [*PAIRS, *MORE_PAIRS], ids=lambda pair: " ".join(pair.words))
def test_a_pair_differs_in_one_word_and_names_each_noun_once(pair: Pair) -> None:
    first, second = (sentence.rstrip(".").split() for sentence in pair.sentences)
    assert [(a, b) for a, b in zip(first, second, strict=True) if a != b] == [pair.words]
    for word in (*pair.nouns, "it"):
        assert first.count(word) == 1
    # The first noun stands first, so that a taste for the subject shows as one that never changes.
    assert first.index(pair.nouns[0]) < first.index(pair.nouns[1]) < first.index("it")

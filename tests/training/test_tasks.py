"""What the networks are asked is what their modules say."""

import doctest
from itertools import pairwise

import numpy as np
import pytest

from demos.training import bottleneck, induction, scale_duel, sentences, translation


def test_a_question_has_its_answer_among_the_pairs() -> None:
    batch = scale_duel.draw(np.random.default_rng(0), 50)
    for words, answers, question, place, target in zip(*batch, strict=True):
        assert len(set(words)) == scale_duel.PAIRS
        assert dict(zip(words, answers, strict=True))[question[0]] == target[0]
        assert words[place[0]] == question[0]


@pytest.mark.parametrize("scaled", [True, False])
def test_products_start_with_variance_d(scaled: bool) -> None:
    d, rng = 128, np.random.default_rng(0)
    p = scale_duel.start(rng, d)
    Q, K = p["word"] @ p["Q"].T, p["word"] @ p["K"].T
    assert np.var(Q @ K.T) == pytest.approx(d, rel=0.1)
    _, saved = scale_duel.forward(p, scale_duel.draw(rng, 5), d**-0.5 if scaled else 1.0)
    assert saved.attended.s == (d**-0.5 if scaled else 1.0)


def test_strings_repeat_and_only_what_is_certain_counts() -> None:
    text, following, period = induction.draw(np.random.default_rng(0), 50, (5, 9))
    assert set(period[:, 0]) == {5, 9}
    for letters, targets, (n,) in zip(text, following, period, strict=True):
        assert len(set(letters[:n])) == n
        assert letters[n:].tolist() == letters[:-n].tolist()
        assert targets[:n].tolist() == [-1] * n
        assert targets[n:-1].tolist() == letters[n + 1 :].tolist()


def test_letters_to_copy_are_those_that_come_next() -> None:
    text, following, period = induction.draw(np.random.default_rng(1), 20, induction.ANY_PERIOD)
    copied = induction.copied_from(period)
    for letters, targets, places in zip(text, following, copied, strict=True):
        for i in np.flatnonzero(targets >= 0):
            answers = [j for j in range(i + 1) if letters[j] == targets[i]]
            assert np.flatnonzero(places[i]).tolist() == answers


def test_the_examples_of_the_language_hold() -> None:
    result = doctest.testmod(sentences)
    assert result.attempted == 3
    assert result.failed == 0


def test_french_stands_for_english_word_by_word() -> None:
    dictionary = {noun: french.split()[1] for noun, french in sentences.NOUNS.items()}
    dictionary |= sentences.ADJECTIVES | sentences.VERBS | {".": "."}
    pairs = list(sentences.all_pairs())
    assert len(set(pairs)) == len(pairs) == (8 + 8 * 5) ** 2 * 4
    for english, french, source in pairs[::97]:
        assert sorted(source) == list(range(len(english)))
        for i, word in enumerate(french):
            its = english[source[i]]
            assert dictionary.get(its) == word or (its == "the" and word in sentences.ARTICLES)
        for article, noun in pairwise(french):
            if article in sentences.ARTICLES:
                assert f"{article} {noun}" in sentences.NOUNS.values()


def test_no_sentence_of_the_test_is_learnt() -> None:
    lessons, tests = translation.corpus(np.random.default_rng(0))
    learnt, tested = ({tuple(row) for row in part.english} for part in (lessons, tests))
    assert (len(learnt), len(tested)) == (translation.LEARNT, translation.TESTS)
    assert not learnt & tested
    words = [sentences.ENGLISH[i] for i in tests.english[0] if i >= 0]
    assert " ".join(words) == "the red car follows the calm dog ."


def test_the_decoder_knows_no_word_that_it_has_to_predict() -> None:
    p = translation.start(np.random.default_rng(0), mixing=True)
    batch = translation.as_batch([translation.EXAMPLE])
    before, _ = translation.forward(p, batch)
    batch.french[0, 3] = sentences.FRENCH.index("pomme")
    after, _ = translation.forward(p, batch)
    differs = (before != after).any(axis=-1)[0]
    assert np.flatnonzero(differs).tolist() == [4]  # one word, the next


def test_the_fixed_vector_is_the_last_state() -> None:
    rng = np.random.default_rng(0)
    p = bottleneck.start(rng, 6, attends=False)
    text = bottleneck.draw(rng, 2, 6)
    h = np.zeros((2, bottleneck.WIDTH))
    for t in range(6):
        h = np.tanh(h @ p["recurrence"].T + p["letter"][text[:, t]])
    logits, _ = bottleneck.forward(p, text)
    hidden = np.tanh((h @ p["context"].T)[:, None] + p["place"] @ p["asked"].T)
    np.testing.assert_allclose(logits, hidden @ p["logits"].T, rtol=1e-12)

"""A toy language pair: English sentences with one verb, and their French, where the adjective follows its noun.

>>> pair = translated(("red", "car"), "follows", ("dog",))
>>> " ".join(pair.english), " ".join(pair.french)
('the red car follows the dog .', 'la voiture rouge suit le chien .')
>>> pair.source
(0, 2, 1, 3, 4, 5, 6)
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

NOUNS = {
    "house": "la maison",
    "car": "la voiture",
    "apple": "la pomme",
    "table": "la table",
    "book": "le livre",
    "dog": "le chien",
    "cat": "le chat",
    "boat": "le bateau",
}
# The same after la and le.
ADJECTIVES = {"red": "rouge", "yellow": "jaune", "strange": "étrange", "calm": "calme", "quick": "rapide"}
VERBS = {"hides": "cache", "sees": "voit", "follows": "suit", "likes": "aime"}

ENGLISH = (".", "the", *NOUNS, *ADJECTIVES, *VERBS)
FRENCH = (".", "la", "le", *(noun.split()[1] for noun in NOUNS.values()), *ADJECTIVES.values(), *VERBS.values())
ARTICLES = ("la", "le")
LONGEST = 8

type Phrase = tuple[str, ...]


class Pair(NamedTuple):
    """A sentence, its translation, and for each French word the place of the English word it stands for."""

    english: tuple[str, ...]
    french: tuple[str, ...]
    source: tuple[int, ...]


def translated(subject: Phrase, verb: str, other: Phrase) -> Pair:
    """The sentence “the subject verb the other”, and its French. A phrase is a noun, or an adjective and one."""
    english, french, source = ["the", *subject], *_phrase(subject, 0)
    french.append(VERBS[verb])
    source.append(len(english))
    english.append(verb)
    words, places = _phrase(other, len(english))
    english += ["the", *other, "."]
    return Pair(tuple(english), (*french, *words, "."), (*source, *places, len(english) - 1))


def _phrase(phrase: Phrase, at: int) -> tuple[list[str], list[int]]:
    """The French words of a phrase that starts at this place with “the”, and the places they come from."""
    *adjective, noun = phrase
    french = NOUNS[noun].split() + [ADJECTIVES[word] for word in adjective]
    return french, [at, at + 2, at + 1] if adjective else [at, at + 1]


def all_pairs() -> Iterator[Pair]:
    """Every sentence of the language."""
    phrases: list[Phrase] = [(noun,) for noun in NOUNS]
    phrases += product(ADJECTIVES, NOUNS)
    for subject, verb, other in product(phrases, VERBS, phrases):
        yield translated(subject, verb, other)

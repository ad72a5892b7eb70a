"""The measured numbers of the home page: what “it” takes from two words in one head of MiniLM-L6."""

from demos.sentence_strip import RECORD, WORDS
from live_demo import fixed, share

IT: list[float] = RECORD["rows"][WORDS.index("it")]
LAYER: int = RECORD["layer"]
HEAD: int = RECORD["head"]
MILLIONS = fixed(RECORD["parameters"] / 1e6, 1)
LAB_QUERY, LAB_KEY = (1.4, 0.6), (-1.2, 0.5)


def it_takes(word: str) -> str:
    """The share of a word in the new “it”."""
    return share(IT[WORDS.index(word)])

"""BERT's tokeniser for lower-case text: from a sentence to the pieces that the model has vectors for.

Four steps: clean, lower case without accents, split into words and marks, split words into known pieces.
The tokens are those of Hugging Face's tokeniser, but for characters younger than Unicode 8, which it doesn't know.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice

START, END, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
SPECIAL = re.compile(r"(\[(?:CLS|SEP|UNK|PAD|MASK)\])")
LONGEST_TEXT, LONGEST_WORD = 128, 100  # in tokens, with both ends; in characters
CHINESE = (
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),  # the block starts at 0x2B820; Hugging Face's tokeniser has it so
    (0x2F800, 0x2FA1F),
)

type Vocabulary = Mapping[str, int]


def read_vocabulary(text: str) -> dict[str, int]:
    r"""Number the pieces by their lines.

    >>> read_vocabulary("[PAD]\ncat\n##s\n")
    {'[PAD]': 0, 'cat': 1, '##s': 2}
    """
    return {piece: number for number, piece in enumerate(text.removesuffix("\n").split("\n"))}


def tokenize(text: str, vocabulary: Vocabulary, longest: int = LONGEST_TEXT) -> list[str]:
    r"""Return the tokens of a text between [CLS] and [SEP]; what is more than `longest` in all is left out.

    A word that can't be put together from pieces is [UNK]. A special token written out in the text, such as
    [MASK], counts as that token.

    >>> known = read_vocabulary("did\n##n\n'\nt\ncafe\n[UNK]")
    >>> tokenize("Didn't CAFÉ 🐈", known)
    ['[CLS]', 'did', '##n', "'", 't', 'cafe', '[UNK]', '[SEP]']
    >>> tokenize("", known)
    ['[CLS]', '[SEP]']
    """
    pieces = (piece for word in words(text) for piece in word_pieces(word, vocabulary))
    return [START, *islice(pieces, longest - 2), END]


def words(text: str) -> Iterator[str]:
    """Split a text at white space and around each punctuation mark, in lower case without accents.

    >>> list(words("Zoë’s 3.5 km, [MASK]!"))
    ['zoe', '’', 's', '3', '.', '5', 'km', ',', '[MASK]', '!']
    """
    for part in SPECIAL.split(text):
        if SPECIAL.fullmatch(part):
            yield part
        else:
            yield from "".join(f" {c} " if stands_alone(c) else c for c in plain(part)).split()


def plain(text: str) -> str:
    r"""Return a text in lower case, without accents and control characters, all white space as spaces.

    >>> plain("Ça\tva?\u200d")
    'ca va?'
    """
    kept = (" " if c.isspace() and not is_control(c) else c for c in text if not is_control(c))
    apart = unicodedata.normalize("NFD", "".join(kept))  # é becomes e and an accent
    # One by one: a Greek sigma becomes σ at the end of a word as well.
    return "".join(c.lower() for c in apart if unicodedata.category(c) != "Mn")


@cache
def is_control(character: str) -> bool:
    """Whether a character has no shape of its own, such as a joiner or a mark of direction."""
    no_shape = unicodedata.category(character) in {"Cc", "Cf", "Co", "Cs"}
    return character == "\ufffd" or (no_shape and character not in "\t\n\r")


@cache
def stands_alone(character: str) -> bool:
    """Whether a character is a word by itself: a punctuation mark, or one of the Chinese script."""
    code = ord(character)
    ascii_mark = code < 128 and character.isprintable() and not character.isalnum() and character != " "
    chinese = any(first <= code <= last for first, last in CHINESE)
    return ascii_mark or chinese or unicodedata.category(character)[0] == "P"


def word_pieces(word: str, vocabulary: Vocabulary) -> list[str]:
    """Cut a word into the longest pieces that are known, from its start; [UNK] where that fails.

    >>> word_pieces("tiredness", {"tire": 0, "tired": 1, "##ness": 2, "##n": 3})
    ['tired', '##ness']
    >>> word_pieces("tiresome", {"tire": 0, "##s": 1})
    ['[UNK]']
    """
    if SPECIAL.fullmatch(word):
        return [word]
    pieces, start = [], 0
    while start < len(word) <= LONGEST_WORD:
        ends = range(len(word), start, -1)
        candidates = (("##" if start else "") + word[start:end] for end in ends)
        piece = next((known for known in candidates if known in vocabulary), None)
        if piece is None:
            return [UNKNOWN]
        pieces.append(piece)
        start += len(piece) - (2 if start else 0)
    return pieces or [UNKNOWN]

"""What do the same heads look at in a sentence of yours?"""

from functools import cache, lru_cache
from typing import Annotated, NamedTuple

import numpy as np

from demos._explorer import ADDED, ROLLOUT, WEIGHTS, Seen, explored
from demos._recordings import HEADS, RECORDED, START, recording
from demos.minilm.model import Model, from_quantised, run
from demos.minilm.quantised import read_quantised
from demos.minilm.tokenizer import LONGEST_TEXT, UNKNOWN, tokenize
from demos.minilm.views import value_norms
from live_demo import Child, Choice, Text, Toggle, View, aside, fetched, table

FILE, CALLED = "minilm/model.safetensors", "the trained model"
TOKENS = tuple(str(i) for i in range(1, LONGEST_TEXT + 1))
IT = "11"
LONGEST = 10_000  # characters
KEPT = 4  # texts


class Answer(NamedTuple):
    """What the model did, and how many tokens of the text it was not given."""

    seen: Seen
    left_out: int = 0


def view(
    text: Annotated[str, Text("Your text", LONGEST)] = START,
    shown: Annotated[str, Choice("Show", (WEIGHTS, ADDED, ROLLOUT))] = WEIGHTS,
    sink: Annotated[bool, Toggle("Count the start mark [CLS]")] = True,
    head: Annotated[str, Choice("Head", HEADS, in_view=True)] = "3.1",
    asks: Annotated[str, Choice("The token that asks", TOKENS, in_view=True)] = IT,
) -> View:
    asked = " ".join(text.split())
    answer = answered(asked) if asked else None
    if answer is None or len(answer.seen.tokens) == 2:
        return nothing()
    return explored(answer.seen, shown, sink, head, asks, note=notes(answer))


@lru_cache(maxsize=KEPT)
def answered(text: str) -> Answer:
    """Look a text up where it was recorded; else run the model, which the page fetches when the reader agrees."""
    if text in RECORDED:
        recorded = recording(text)
        return Answer(Seen(recorded.tokens, recorded.attention, recorded.norms))
    model, vocabulary = trained()
    all_tokens = tokenize(text, vocabulary, len(text) + 2)
    tokens = all_tokens if len(all_tokens) <= LONGEST_TEXT else [*all_tokens[: LONGEST_TEXT - 1], all_tokens[-1]]
    done = run(model, [vocabulary[token] for token in tokens])
    seen = Seen(tokens, done.attention.astype(np.float32), value_norms(model, done))
    return Answer(seen, len(all_tokens) - len(tokens))


@cache
def trained() -> tuple[Model, dict[str, int]]:
    """The model and the numbers of its tokens."""
    file = read_quantised(fetched(FILE, CALLED))
    return from_quantised(file), file.vocabulary


def notes(answer: Answer) -> list[Child]:
    """What the reader should know of how the text became tokens."""
    tokens, found = answer.seen.tokens, []
    if answer.left_out:
        found.append(
            f" The model takes {LONGEST_TEXT} tokens with its marks: {answer.left_out:,} more are left out."
        )
    if UNKNOWN in tokens:
        found.append(f" {UNKNOWN} is whatever its vocabulary has no piece for, such as an emoji.")
    if any(not token.isascii() and any(map(str.isalpha, token)) for token in tokens):
        found.append(" Other scripts come in single letters, and the model has learned English.")
    return [aside(note) for note in found]


def nothing() -> View:
    """A text without a token."""
    return View(
        table("What the model would be given", ["place", "token"], [["1", "[CLS]"], ["2", "[SEP]"]]),
        sentence="There is no word to look at yet: of an empty text only the two marks are left.",
    )

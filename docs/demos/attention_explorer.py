"""What do the 72 heads of a trained model look at?"""

from functools import cache
from typing import Annotated

from demos._explorer import ADDED, ROLLOUT, WEIGHTS, Seen, explored
from demos._recordings import HEADS, LONGEST, START, recording
from demos.minilm.sentences import SENTENCES
from live_demo import Choice, Presets, Toggle, View

TOKENS = tuple(str(i) for i in range(1, LONGEST + 1))
IT = "11"

PRESETS = Presets(
    "Try",
    {
        "it → animal": {"sentence": START, "head": "3.1", "asks": IT, "shown": WEIGHTS, "sink": True},
        "the token before": {"sentence": START, "head": "0.2", "asks": IT, "shown": WEIGHTS, "sink": True},
        "the sink": {"sentence": START, "head": "2.7", "asks": IT, "shown": WEIGHTS, "sink": True},
        "the sink, by length": {"sentence": START, "head": "2.7", "asks": IT, "shown": ADDED, "sink": True},
    },
)


def view(
    sentence: Annotated[str, Choice.grouped("Sentence", SENTENCES)] = START,
    shown: Annotated[str, Choice("Show", (WEIGHTS, ADDED, ROLLOUT))] = WEIGHTS,
    sink: Annotated[bool, Toggle("Count the start mark [CLS]")] = True,
    head: Annotated[str, Choice("Head", HEADS, in_view=True)] = "3.1",
    asks: Annotated[str, Choice("The token that asks", TOKENS, in_view=True)] = IT,
) -> View:
    return explored(seen(sentence), shown, sink, head, asks)


@cache
def seen(sentence: str) -> Seen:
    """What was recorded of a sentence."""
    recorded = recording(sentence)
    return Seen(recorded.tokens, recorded.attention, recorded.norms)

"""What does one layer of attention cost, and which part of it costs most?"""

from typing import Annotated

from attn_core import Cost, LayerCost, attention_cost, layer_cost
from demos._meters import meters
from demos._units import count, percent, sized
from live_demo import Child, Choice, Presets, Slider, View, aside, strong, table

LENGTHS = ("10", "100", "1,000", "3,072", "10,000", "100,000", "1,000,000")
WIDTHS = ("64", "128", "256", "512", "1,024", "2,048", "4,096", "8,192")
HEADS = ("1", "2", "4", "8", "16", "32", "64")
WHOLE, CAUSAL, CACHED = "all tokens at once", "all at once, causal", "one new token, cached"
BYTES = {"float32": 4, "float16": 2, "int8": 1}
PARTS = {
    "attention": "attention’s two products",
    "projections": "the projections",
    "feed_forward": "the feed-forward network",
}

PRESETS = Presets(
    "Try",
    {
        "n = 1,000": {"length": "1,000", "width": "512", "heads": "8", "reading": WHOLE},
        "n = 6 d": {"length": "3,072", "width": "512", "heads": "8", "reading": WHOLE},
        "one head, n = 100,000": {
            "length": "100,000",
            "width": "64",
            "heads": "1",
            "layers": 1,
            "number": "float16",
            "reading": WHOLE,
        },
    },
)


def costs(n: int, d: int, heads: int, reading: str, number: str = "float16") -> tuple[Cost, LayerCost]:
    """What attention and the layer around it cost in the given way of reading."""
    causal, size = reading == CAUSAL, BYTES[number]
    if reading == CACHED:
        return (
            attention_cost(n, d, heads, kind="cached", bytes_per_number=size),
            layer_cost(n, d, heads, kind="cached"),
        )
    return (
        attention_cost(n, d, heads, causal=causal, bytes_per_number=size),
        layer_cost(n, d, heads, causal=causal),
    )


def overtaking(d: int, reading: str) -> int:
    """The length at which attention's products equal all the rest of the layer.

    4 n² d = 24 n d² at n = 6 d, cached or not; causal 2 n (n + 1) d = 24 n d² at n = 12 d − 1.
    """
    return 12 * d - 1 if reading == CAUSAL else 6 * d


def view(  # noqa: PLR0917 (the controls)
    length: Annotated[str, Choice("Tokens n", LENGTHS)] = "1,000",
    width: Annotated[str, Choice("Width d", WIDTHS)] = "512",
    heads: Annotated[str, Choice("Heads", HEADS)] = "8",
    layers: Annotated[int, Slider("Layers", 1, 96, step=1)] = 6,
    reading: Annotated[str, Choice("Reading", (WHOLE, CAUSAL, CACHED))] = WHOLE,
    number: Annotated[str, Choice("Numbers", tuple(BYTES))] = "float16",
) -> View:
    n, d, h = (int(text.replace(",", "")) for text in (length, width, heads))
    cost, layer = costs(n, d, h, reading, number)
    work = layer._asdict()
    rows = [
        (PARTS[part].removeprefix("the "), [(share, f"{percent(share)}, {sized(work[part], 'FLOP')}")])
        for part, share in layer.shares.items()
    ]
    return View(
        meters(["part of a layer’s operations"], rows),
        table(
            "What it costs",
            ["what", "one layer", f"{layers} layer{'s' * (layers > 1)}"],
            [
                ["Scores", count(cost.scores), count(layers * cost.scores)],
                ["Attention", sized(layer.attention, "FLOP"), sized(layers * layer.attention, "FLOP")],
                ["Projections", sized(layer.projections, "FLOP"), sized(layers * layer.projections, "FLOP")],
                ["Feed-forward", sized(layer.feed_forward, "FLOP"), sized(layers * layer.feed_forward, "FLOP")],
                ["Bytes of scores", sized(cost.score_bytes, "B"), "reused"],
                ["Bytes of cache", sized(cost.kv_bytes, "B"), sized(layers * cost.kv_bytes, "B")],
            ],
        ),
        sentence=said(cost, layer, overtaking(d, reading)),
    )


def said(cost: Cost, layer: LayerCost, level: int) -> list[Child]:
    """Name the largest part, then attention's, then the memory."""
    memory = (
        f" A layer holds {sized(cost.score_bytes, 'B')} of scores and keeps {sized(cost.kv_bytes, 'B')} of cache."
    )
    if 2 * layer.attention == layer.total:
        half = f" take exactly half: {sized(layer.attention, 'FLOP')}, as much as all the rest."
        return [strong(PARTS["attention"].capitalize()), half, memory]
    largest = max(layer.shares, key=lambda part: layer.shares[part])
    name = PARTS[largest]
    taken = sized(layer._asdict()[largest], "FLOP")
    first = f" take{'s' if largest == 'feed_forward' else ''} most: {taken}"
    first += f" of {sized(layer.total, 'FLOP')}, {percent(layer.shares[largest])}."
    rest = "" if largest == "attention" else f" Attention’s products take {percent(layer.shares['attention'])}."
    return [
        strong(name[0].upper() + name[1:]),
        first,
        rest,
        memory,
        aside(f" Attention equals all the rest at n = {level:,}."),
    ]

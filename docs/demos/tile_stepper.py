"""How can softmax be right before all scores are seen?"""

from typing import Annotated, NamedTuple

import numpy as np

from attn_core import logsumexp, scaled_dot_product_attention, softmax, tiled_attention
from demos._powers import scientific
from live_demo import Child, Element, Presets, Slider, View, element, fixed, share, strong, table
from live_demo.numerals import short

# One query of 1 against keys that are numbers, so that key j's score is the key itself.
SCORES = np.array([1.0, 2.0, 0.5, 1.5, 4.0, 0.0, 3.0, 1.0])
VALUES = np.array([2.0, 6.0, 4.0, 0.0, 8.0, 2.0, 4.0, 6.0])
CLOSE = 1e-14
PRESETS = Presets(
    "Try",
    {
        "first block": {"block": 2, "step": 1},
        "a new maximum": {"block": 2, "step": 3},
        "the end": {"block": 2, "step": 8},
        "one key a block": {"block": 1, "step": 5},
    },
)


class Carried(NamedTuple):
    """What is carried from block to block: maximum m, sum l relative to it, output o. Rescale: e^(m_old − m)."""

    seen: int
    m: float
    rescale: float
    added: float
    l: float
    o: float


def view(
    step: Annotated[int, Slider("Blocks read", 1, len(SCORES), 1)] = 3,
    block: Annotated[int, Slider("Keys a block", 1, len(SCORES), 1)] = 2,
) -> View:
    states = carried(block)
    now = states[: min(step, len(states))]
    return View(
        strip(now[-1], block),
        numbers(states, len(now)),
        sentence=said(now, len(states)),
    )


def carried(block: int) -> list[Carried]:
    """The state after each block. Each is the exact attention over the keys up to there."""
    states: list[Carried] = []
    m_old = -np.inf
    for start in range(0, len(SCORES), block):
        seen = min(start + block, len(SCORES))
        m = float(SCORES[:seen].max())
        states.append(
            Carried(
                seen,
                m,
                rescale=float(np.exp(m_old - m)),
                added=float(np.exp(logsumexp(SCORES[start:seen]) - m)),
                l=float(np.exp(logsumexp(SCORES[:seen]) - m)),
                o=output(seen, block),
            )
        )
        m_old = m
    return states


def output(seen: int, block: int) -> float:
    """Tiled attention over the first keys."""
    O = tiled_attention([[1.0]], SCORES[:seen, None], VALUES[:seen, None], scale=1, block_size=block)
    return float(O[0, 0])


def dense() -> float:
    """Attention over all keys at once."""
    return float(scaled_dot_product_attention([[1.0]], SCORES[:, None], VALUES[:, None], scale=1)[0, 0])


def strip(now: Carried, block: int) -> Element:
    """The keys in their blocks: read ones with the weight they have so far, the others hatched."""
    weights = softmax(SCORES[: now.seen])
    newest = (now.seen - 1) // block
    blocks = []
    for start in range(0, len(SCORES), block):
        keys = [
            element(
                "div",
                element("span", fixed(SCORES[j], 1), class_="tile-score"),
                element("span", fixed(VALUES[j], 0), class_="tile-value"),
                element("span", share(weights[j]), class_="tile-weight attn", style={"--w": short(weights[j])})
                if j < now.seen
                else element("span", "–", class_="tile-weight tile-unread"),
                class_="tile-key",
            )
            for j in range(start, min(start + block, len(SCORES)))
        ]
        css = "tile-block tile-newest" if start // block == newest else "tile-block"
        blocks.append(element("div", keys, class_=css, style={"--keys": str(len(keys))}))
    names = [element("span", name) for name in ("score S", "value v", "weight so far")]
    return element(
        "div",
        element("div", names, class_="tile-names"),
        element("div", blocks, class_="tile-strip"),
        class_="tiles",
        aria_hidden="true",
        data_figure=True,
    )


def numbers(states: list[Carried], read: int) -> Element:
    """A row a block; what has not been read yet is a dash."""
    rows: list[list[Child]] = []
    start = 0
    for i, s in enumerate(states):
        keys = f"{start + 1}" if s.seen == start + 1 else f"{start + 1}–{s.seen}"
        start = s.seen
        cells = [fixed(s.m, 1), fixed(s.rescale, 3) if i else "–", fixed(s.added, 3), fixed(s.l, 3), fixed(s.o, 3)]
        rows.append([keys, *(cells if i < read else ["–"] * len(cells))])
    rows.append(["dense", "", "", "", "", fixed(dense(), 3)])
    return table(
        "What is carried after each block of keys",
        ["keys", "max m", "rescale", "+ sum", "sum ℓ", "output o"],
        rows,
        main=5,
    )


def said(now: list[Carried], blocks: int) -> list[Child]:
    """Say the newest step as a sum, and at the end how close it is."""
    last = now[-1]
    if len(now) == blocks:
        gap = abs(last.o - dense())
        verdict = "less than 10⁻¹⁴ from it" if gap < CLOSE else f"{scientific(gap, 1)} from it"
        return [
            strong(f"All keys read: o = {fixed(last.o, 3)}"),
            f". Dense attention gives {fixed(dense(), 3)}; the tiles are {verdict}.",
        ]
    if len(now) == 1:
        how = f"ℓ is the sum of exp(S − m) over the first {last.seen}: {fixed(last.l, 3)}."
    elif last.m > now[-2].m:
        how = (
            f"The maximum rises from {fixed(now[-2].m, 1)} to {fixed(last.m, 1)}, so the old sum counts "
            f"{fixed(last.rescale, 3)}: ℓ = {fixed(last.rescale, 3)} × {fixed(now[-2].l, 3)} + "
            f"{fixed(last.added, 3)} = {fixed(last.l, 3)}."
        )
    else:
        sums = f"{fixed(now[-2].l, 3)} + {fixed(last.added, 3)} = {fixed(last.l, 3)}"
        how = f"The maximum stays, so nothing is rescaled: ℓ = {sums}."
    return [strong(f"After {last.seen} of {len(SCORES)} keys o = {fixed(last.o, 3)}"), f". {how}"]

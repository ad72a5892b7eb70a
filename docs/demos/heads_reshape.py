"""Which numbers belong to which head?"""

from typing import Annotated

import numpy as np

from attn_core import split_heads
from demos._keys import KEYS, NAMES
from live_demo import Child, Choice, Element, Toggle, View, element, setter, strong, table

WIDTH = 6
IDS = np.arange(len(KEYS) * WIDTH).reshape(len(KEYS), WIDTH)
HEADS = ("1", "2", "3", "6")


def cut(heads: int, transposed: bool) -> np.ndarray:
    """Which number of IDS stands where in each head, (heads, words, width / heads)."""
    if transposed:
        return np.asarray(split_heads(IDS, heads), dtype=np.int64)
    return IDS.reshape(heads, len(KEYS), WIDTH // heads)


def view(
    heads: Annotated[str, Choice("Heads", HEADS)] = "3",
    skip: Annotated[bool, Toggle("Reshape straight to (h, n, d/h), without the transpose")] = False,
    shown: Annotated[str, Choice("Head that is outlined", ("1", "2", "3", "4", "5", "6"), in_view=True)] = "2",
) -> View:
    count = int(heads)
    parts = cut(count, not skip)
    chosen = min(int(shown), count) - 1
    owner = parts // WIDTH  # the word that a number came from
    strays = int((owner != np.arange(len(KEYS))[:, None]).sum())
    blocks = [block(i, part, i == chosen) for i, part in enumerate(parts)]
    rows = [
        [f"head {h + 1}, {NAMES[w]}", ", ".join(name(i) for i in parts[h, w])]
        for h in range(count)
        for w in range(len(KEYS))
    ]
    return View(
        element("div", whole(parts[chosen]), element("div", blocks, class_="hr-heads"), class_="hr-figure"),
        table("The numbers that each row of each head holds", ["row", "numbers"], rows, hidden=True),
        sentence=said(parts, chosen, strays),
    )


def name(i: int) -> str:
    """A number by its word and its feature, counted from 1."""
    return f"feature {i % WIDTH + 1} of {NAMES[i // WIDTH]}"


def number(i: int, css: str) -> Element:
    """A cell with the mark of the word that the number came from, and its feature."""
    return element(
        "td",
        KEYS[i // WIDTH].key(),
        element("span", NAMES[i // WIDTH], class_="ld-sr"),
        f" {i % WIDTH + 1}",
        class_=css,
    )


def whole(outlined: np.ndarray) -> Element:
    """The matrix before it is cut; the numbers of the chosen head are outlined."""
    body = [
        element(
            "tr",
            element("th", s.label(), scope="row"),
            [number(int(i), "hr-cell hr-on" if i in outlined else "hr-cell") for i in row],
        )
        for s, row in zip(KEYS, IDS, strict=True)
    ]
    title = element("caption", f"All features, {len(KEYS)} × {WIDTH}")
    return element("table", title, element("tbody", body), class_="hr-table", data_figure=True)


def block(head: int, part: np.ndarray, chosen: bool) -> Element:
    """One head: its rows, each for the word on the left; a number of another word is struck."""
    body = []
    for word, row in enumerate(part):
        cells = [
            number(int(i), " ".join(["hr-cell", *["hr-on"] * chosen, *["hr-stray"] * bool(i // WIDTH != word)]))
            for i in row
        ]
        body.append(
            element(
                "tr",
                element("th", KEYS[word].key(), element("span", NAMES[word], class_="ld-sr"), scope="row"),
                cells,
            )
        )
    button = setter(f"Head {head + 1}", {"shown": str(head + 1)}, pressed=chosen, css="ld-chip")
    title = element("caption", button)
    return element("table", title, element("tbody", body), class_="hr-table", data_figure=True)


def said(parts: np.ndarray, chosen: int, strays: int) -> list[Child]:
    """Say what the chosen head got, and how many numbers stand in a row that is not theirs."""
    width = parts.shape[-1]
    if not strays:
        first = chosen * width + 1
        what = (
            f"feature {first}"
            if width == 1
            else f"features {first} {'and' if width == 2 else 'to'} {first + width - 1}"
        )
        return [strong(f"Head {chosen + 1}"), f" gets {what} of every word. No number has left its word’s row."]
    row = next((w for w in range(len(KEYS)) if (parts[chosen, w] // WIDTH != w).any()), 0)
    return [
        strong(f"{strays} of {IDS.size} numbers stand in another word’s row."),
        f" In head {chosen + 1} the row of {NAMES[row]} holds {', '.join(name(i) for i in parts[chosen, row])}.",
        " The shape is right, so no error is raised.",
    ]

"""The bench as Falk's scheme: each product stands where a row of one matrix meets a column of the other."""

from collections.abc import Sequence

import numpy as np

from demos._bench_numbers import WORDS, Head, number, weight
from live_demo import Child, Element, cells, element, pointable, pointed_say
from live_demo.numerals import short

TOP = 2.0  # the entry that gets the full colour; a product of two such pairs is twice that
ROOT: Child = ["S / √", element("i", "d", element("sub", "k"))]
TRANSPOSED = element("sup", "⊤")


def bench(head: Head) -> Element:
    """Three blocks: K above S beside Q; the scaled scores; V above A V beside A."""
    keys = head.keys
    q, k, v = (
        cells(name, rows.tolist(), label=name.upper(), rows=words, top=TOP, ramp="signed")
        for name, rows, words in zip("qkv", (head.q, head.k, head.v), (WORDS, keys, keys), strict=True)
    )
    first = element(
        "div",
        caption("kcap", ["K", TRANSPOSED], "2 × 3"),
        column_names(keys, "kc"),
        bracket("k", "kt", list(zip(*k, strict=True)), 3, "K transposed, 2 × 3"),
        row_names(WORDS, "f-rl"),
        bracket("q", "q", q, 2, "Q, 3 × 2"),
        bracket("s", "s", product(head, "s"), 3, "S = Q K transposed, 3 × 3"),
        caption("qc", "Q", "3 × 2"),
        caption("sc", ["S = QK", TRANSPOSED], "3 × 3"),
        class_="fb fb-1",
    )
    second = element(
        "div",
        row_names(WORDS, "f-rl only-narrow"),
        column_names(keys, "zc"),
        bracket("z", "z", product(head, "z"), 3, "S divided by the root of d k, 3 × 3"),
        caption("zcap", ROOT, "3 × 3"),
        class_="fb fb-2",
    )
    third = element(
        "div",
        caption("vcap", "V", "3 × 2"),
        row_names(keys, "f-vl"),
        bracket("v", "v", v, 2, "V, 3 × 2"),
        row_names(WORDS, "f-rl only-narrow"),
        column_names(keys, "ac"),
        bracket("a", "a", product(head, "a"), 3, "A, the weights, 3 × 3"),
        bracket("o", "o", product(head, "o"), 2, "A V, the output, 3 × 2"),
        caption("acap", "A", "3 × 3"),
        caption("ocap", "AV", "3 × 2"),
        class_="fb fb-3",
    )
    row = element("div", first, step("÷ √2"), second, step("softmax"), third, class_="falk", data_figure=True)
    return element("div", row, pointed_say(), class_="bench")


def product(head: Head, matrix: str) -> list[Element]:
    """The cells of a product, row by row. A weight takes the ramp of weights, a signed number its own."""
    made = []
    for (i, j), value in np.ndenumerate(head.matrices[matrix]):
        if matrix == "a":
            text, css, style = weight(value), "attn", {"--w": short(value)}
        else:
            signed = short(float(np.clip(value / (2 * TOP), -1, 1)))
            text, css, style = number(value), "signed", {"--s": signed}
        made.append(
            pointable(
                text,
                f"{matrix}-{i}-{j}",
                parents=head.parents(matrix, i, j),
                says=head.says(matrix, i, j),
                css=css,
                style=style,
            )
        )
    return made


def bracket(symbol: str, area: str, content: Child, columns: int, label: str) -> Element:
    """A matrix between its brackets."""
    style = {"--c": str(columns)}
    inner = element("div", content, class_="mx", style=style, data_symbol=symbol, role="group", aria_label=label)
    return element("div", inner, class_=f"f-{area}")


def row_names(words: Sequence[str], css: str) -> Element:
    """The words beside a matrix."""
    return element("div", [element("span", w) for w in words], class_=f"mx-rows {css}", aria_hidden="true")


def column_names(words: Sequence[str], area: str) -> Element:
    """The words above a matrix."""
    names = element("div", [element("span", w) for w in words], class_="mx-cols")
    return element("div", names, class_=f"f-{area}", aria_hidden="true")


def caption(area: str, name: Child, shape: str) -> Element:
    """A matrix's name and shape."""
    parts: list[Child] = [element("span", name, class_="mx-name"), " ", element("span", shape)]
    return element("div", parts, class_=f"mx-cap f-{area}", aria_hidden="true")


def step(text: str) -> Element:
    """What happens between two blocks."""
    return element("div", element("span", text), class_="f-op", aria_hidden="true")

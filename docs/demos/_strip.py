"""A sentence in a row: strings from the word that asks to the others, and under each word its weight."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

from live_demo import Element, element, setter, share
from live_demo.numerals import short

WIDTH, BASE = 100.0, 130


def arcs(asking: int, row: Sequence[float], widths: Sequence[float] | None = None) -> Element:
    """A string from the asking word to each other, as thick and as dark as its weight.

    `widths` are those of the words; all are alike without them.
    """
    widths = widths or [WIDTH] * len(row)
    middles = [end - width / 2 for end, width in zip(accumulate(widths), widths, strict=True)]
    strings = []
    for i, weight in enumerate(row):
        if i == asking:
            continue
        a, b = middles[asking], middles[i]
        top = BASE - min(118, 26 + 17 * abs(asking - i))
        style = {"--w": short(0.3 + 0.7 * weight), "stroke-width": short(0.8 + 11 * weight, 2)}
        path = f"M{short(a, 1)} {BASE}C{short(a, 1)} {top} {short(b, 1)} {top} {short(b, 1)} {BASE}"
        strings.append(element("path", class_="attn", style=style, d=path))
    box = {"viewBox": f"0 0 {short(sum(widths), 1)} 132", "preserveAspectRatio": "none"}
    return element("svg", strings, class_="arcs", attrs=box, aria_hidden="true", data_figure=True)


def strip(
    label: str,
    words: Sequence[str],
    row: Sequence[float],
    *,
    asking: int,
    settings: Sequence[Mapping[str, str]],
    widths: Sequence[float] | None = None,
) -> Element:
    """The words in order, each with its weight; pressing one sets the controls to its entry of `settings`."""
    buttons = []
    for i, (word, weight, values) in enumerate(zip(words, row, settings, strict=True)):
        cell = element("span", element("span", share(weight)), class_="word-c attn")
        content = [element("span", word, class_="word-t"), cell]
        buttons.append(setter(content, values, pressed=i == asking, css="word", style={"--w": short(weight)}))
    columns = {"--columns": " ".join(f"minmax(0, {short(w, 1)}fr)" for w in widths or [1.0] * len(words))}
    return element("div", buttons, class_="words", style=columns, role="group", aria_label=label, data_figure=True)

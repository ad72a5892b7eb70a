"""Text in parts of one style each."""

from collections.abc import Iterable
from itertools import groupby

from live_demo.elements import Node, element

type Part = tuple[str, str]
"""Text, and the classes of its style."""


def joined(parts: Iterable[Part]) -> list[Part]:
    """Neighbours of one style as one part.

    >>> joined([("a", ""), ("b", ""), ("c", "lc-red")])
    [('ab', ''), ('c', 'lc-red')]
    """
    return [("".join(text for text, _ in run), classes) for classes, run in groupby(parts, lambda part: part[1])]


def plain(parts: Iterable[Part]) -> str:
    """The text alone.

    >>> plain([("a", ""), ("b", "lc-red")])
    'ab'
    """
    return "".join(text for text, _ in parts)


def nodes(parts: Iterable[Part]) -> list[Node]:
    """The text as it stands in a page.

    >>> from live_demo.elements import render
    >>> [render(node) for node in nodes([("a", ""), ("<b>", "lc-red")])]
    ['a', '<span class="lc-red">&lt;b&gt;</span>']
    """
    return [element("span", text, class_=classes) if classes else text for text, classes in parts]

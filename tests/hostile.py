"""Values that nobody should send, and that everybody may: markup, numbers that are none, text of all planes."""

import random
from collections.abc import Iterator

RAN = "window.ran=1"
MARKUP = [
    f"<img src=x onerror={RAN}>",
    f"<script>{RAN}</script>",
    f"</output><svg onload={RAN}>",
    f'"><iframe srcdoc="<script>parent.{RAN}</script>">',
    f"' onfocus={RAN} autofocus x='",
    f"</textarea><details open ontoggle={RAN}>",
    f"javascript:{RAN}",
    f"<a href=javascript:{RAN}>x</a>",
    f"<math><mtext><style><img src=x onerror={RAN}>",
    f"{{{{constructor.constructor('{RAN}')()}}}}",
    f"${{{RAN}}}",
    "&lt;b&gt;&#60;img src=x onerror=1&#62;",
    "<!--", "-->", "]]>", "<base href=//x>", "<form action=//x><button>",
    "__proto__", "constructor", "toString", "hasOwnProperty", "../../etc/passwd", "%s%n", "'; DROP TABLE x; --",
]  # fmt: skip
NUMBERS = [
    "NaN", "Infinity", "-Infinity", "1e309", "-1e309", "1e-400", "0x10", "1_000", "१२", "１２", "1,5", "--1", "+-1", "−3",
    "1e", ".", "-", "", " ", "\t3\n", "9" * 400, "0." + "0" * 400 + "1", "1e999999999", "-0", "00012", "2.5.1", "½", "null",
    "true", "undefined", "[1]", '{"a":1}', "1n", "4.9999999999999999999", "1;2", "1,2;3,4", "1,2;3", ",;,", "1,2,3;4,5,6",
]  # fmt: skip
ODD = [
    "\x00", "\x1b[31m", "\u202eabc", "\u200b", "\ufeff", "\ud83d", "\udc00\ud800", "😀" * 60, "é" * 41, "e\u0301" * 30,
    "\u2028\u2029", "\r\n\r\n", "\x7f", "\uffff", "\U0010ffff", "ﷺ" * 50, "a" * 10_000, "<" * 5_000, "\\" * 99, '"' * 99,
]  # fmt: skip
ALL = MARKUP + NUMBERS + ODD


def values(count: int, seed: int) -> Iterator[str]:
    """All of them as they are; then pieces of them, joined, cut, repeated, mixed with any characters."""
    chance = random.Random(seed)
    yield from ALL[:count]
    for _ in range(count - len(ALL)):
        parts = [_part(chance) for _ in range(chance.randint(1, 4))]
        yield "".join(parts)[: chance.choice([3, 12, 60, 400])]


def _part(chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.5:
        return chance.choice(ALL)
    if kind < 0.7:
        return repr(chance.choice([chance.uniform(-3, 3), 10 ** chance.uniform(-320, 308), chance.randint(-9, 9)]))
    return "".join(chr(chance.choice([chance.randrange(128), chance.randrange(0x110000)])) for _ in range(8))

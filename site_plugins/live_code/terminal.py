r"""What a terminal shows of a stream: `\r` writes over the line, colours are styles, other codes do nothing."""

import re
from collections.abc import Iterable, Sequence

from live_code.parts import Part, joined
from live_code.styles import PLAIN, after

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_TOKEN = re.compile(
    r"(?P<text>[^\x00-\x08\x0b-\x1f\x7f-\x9f]+)"
    r"|\x1b\[(?P<codes>[0-?]{0,99})[ -/]{0,9}(?P<end>[@-~])"
    r"|\x1b[\]PX^_][^\x07\x1b\n]{0,999}(?:\x07|\x1b\\)"  # the title of a window, a link
    r"|\x1b[ -/]{0,9}[0-OQ-WYZ\\`-~]"
    r"|(?P<control>[\x00-\x1f\x7f-\x9f])"
)
_BEGUN = re.compile(r"\x1b(?:\[[0-?]{0,99}[ -/]{0,9}|[\]PX^_][^\x07\x1b\n]{0,999}\x1b?|[ -/]{0,9})\Z")


class Terminal:
    """Takes text as it is written, in pieces of any kind, and gives back what stands."""

    def __init__(self) -> None:
        self._above = list[Part]()  # whole lines, not yet taken
        self._line = list[Part]()  # the line that is not ended
        self._taken = 0  # parts of that line which have been taken
        self._again = False
        self._column: int | None = None  # where the next character goes; at the end if None
        self._style, self._begun = PLAIN, ""
        self.size = 0
        """Characters that stand and have not been taken."""
        self.full = False
        """Whether something has found no room."""

    def write(self, text: str, room: int) -> int:
        """Take text, of which at most `room` more characters may stand; return how many more stand now."""
        before = room
        if not self._begun and self._column is None and not _CONTROL.search(text):
            return self._append(self._fitting(text, room))
        text, self._begun = self._begun + text, ""
        if cut := _BEGUN.search(text):
            text, self._begun = text[: cut.start()], cut[0]
        for token in _TOKEN.finditer(text):
            if token["text"]:
                room -= self._put(token["text"], room)
            elif token["control"]:
                self._move(token["control"])
            elif token["end"] == "m":
                self._style = after(self._style, token["codes"])
            elif token["end"] == "K":
                room += self._erase(token["codes"])
            if self.full:
                break
        return before - room

    def take(self) -> tuple[bool, list[Part]]:
        """What is new, and whether it begins with the unended line that was taken before, written anew."""
        again, parts = self._again, joined([*self._above, *self._line[self._taken :]])
        self._above.clear()
        self._taken, self._again, self.size = len(self._line), False, 0
        return again, parts

    def leave(self) -> None:
        """Begin a line: something else stands below what has been taken."""
        self._line.clear()
        self._taken, self._column, self._begun = 0, None, ""

    def _put(self, text: str, room: int) -> int:
        """Write text without control characters other than tabs and line breaks."""
        if self._column is None:
            return self._append(self._fitting(text, room))
        over, end, rest = text.partition("\n")
        grown = self._over(over, room) if over else 0
        return grown + self._append(self._fitting(end + rest, room - grown))

    def _append(self, text: str) -> int:
        head, end, tail = text.rpartition("\n")
        if end:
            self._above += [*self._line[self._taken :], (head + end, self._style.classes)]
            self._line.clear()
            self._taken, self._column = 0, None
        if tail:
            self._line.append((tail, self._style.classes))
        self.size += len(text)
        return len(text)

    def _over(self, text: str, room: int) -> int:
        """Write over the line at the cursor, and on beyond its end."""
        line, at = _characters(self._line), self._column or 0
        before, blank = len(line), max(at - len(line), 0)
        text = self._fitting(text, max(before - at + room, 0))
        line += [(" ", "")] * min(blank, room)
        line[at : at + len(text)] = [(character, self._style.classes) for character in text]
        self._replace(line)
        self._column = at + len(text) if at + len(text) < len(line) else None
        return len(line) - before

    def _fitting(self, text: str, room: int) -> str:
        self.full = self.full or len(text) > room
        return text[:room]

    def _erase(self, codes: str) -> int:
        """Erase to the end of the line, up to the cursor, or all; return how many characters fewer stand."""
        line = _characters(self._line)
        at = len(line) if self._column is None else self._column
        kept = line[:at]
        if codes == "1":
            kept = [(" ", "")] * min(at, len(line)) + line[at:]
        elif codes == "2":
            kept = []
        if kept == line:
            return 0
        self._replace(kept)
        self._column = None if at == len(kept) else at
        return len(line) - len(kept)

    def _replace(self, line: Sequence[Part]) -> None:
        sent = self._taken > 0
        self._again = self._again or sent
        self.size += len(line) - sum(len(text) for text, _ in self._line[self._taken :])
        self._line, self._taken = joined(line), 0

    def _move(self, control: str) -> None:
        length = sum(len(text) for text, _ in self._line)
        at = length if self._column is None else self._column
        if control == "\r":
            at = 0
        elif control == "\b":
            at = max(at - 1, 0)
        self._column = None if at == length else at


def settled(text: str) -> list[Part]:
    r"""What a terminal shows of a whole text.

    >>> settled("1 %\r2 %\x1b[31m!")
    [('2 %', ''), ('!', 'lc-red')]
    """
    terminal = Terminal()
    terminal.write(text, len(text))
    return terminal.take()[1]


def _characters(parts: Iterable[Part]) -> list[Part]:
    return [(character, classes) for text, classes in parts for character in text]

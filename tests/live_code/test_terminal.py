"""What a terminal shows, worked out by hand."""

import json
import time

import pytest

from live_code import browser
from live_code.output import LIMIT
from live_code.parts import plain
from live_code.styles import PLAIN, after
from live_code.terminal import Terminal, settled
from mkdocs_live_demo.cells import pieces

RED = "lc-red"
SHOWN = {
    "50 %\r60 %": "60 %",
    "100\r7": "700",  # what is not written over stands
    "done\r": "done",
    "a\r\nb\r\n": "a\nb\n",
    "long line\rlo\nnext": "long line\nnext",
    "\r\ra": "a",
    "|\b/\b-": "-",
    "ab\b\b\b\bX": "Xb",
    "50 %\r\x1b[K7": "7",
    "50 %\r\x1b[2K7": "7",
    "50 %\x1b[2K\r7": "7",
    "abc\x1b[2Kd": "   d",
    "abc\b\x1b[1Kd": "  d",
    "abc\r\x1b[Kdef\x1b[K\n": "def\n",
    "a\tb\rc": "c\tb",
    "a\x00b\x07c\x0bd\x7fe\x85f": "abcdef",
    "\x1b]0;a title\x07b": "b",
    "\x1b]8;;address\x1b\\text\x1b]8;;\x1b\\": "text",
    "\x1b]never ended\nb": "]never ended\nb",
    "\x1b[2J\x1b[H\x1b[?25la\x1b[1Ab\x1b(Bc\x1bMd": "abcd",
    "a\x1b": "a",
    "a\x1b[3": "a",
    "a\x1b[3\nb": "a[3\nb",
    "größe\r…": "…röße",
}
STYLED = {
    "31": RED,
    "91": RED,
    "1;31": "lc-red lc-bold",
    "01;31": "lc-red lc-bold",
    "31;1;22": RED,
    "31;39": "",
    "31;0": "",
    "31;": "",
    "30": "lc-grey",
    "37": "",
    "38;5;1": RED,
    "38;5;9": RED,
    "38;5;196": "",
    "38;5;196;1": "lc-bold",
    "38;2;1;31;4;3": "lc-italic",
    "38:2::1:31:4;3": "lc-italic",
    "48;5;31": "",
    "48;2;31;31;31;32": "lc-green",
    "41;7": "",
    "4": "lc-underlined",
    "4:3": "lc-underlined",
    "4;4:0": "",
    "2;3;9;29": "lc-dim lc-italic",
    "38": "",
    "38;5": "",
    "?31": "",
    "99999999999": "",
}


@pytest.mark.parametrize("written", SHOWN, ids=repr)
def test_a_line_is_what_a_terminal_shows(written: str) -> None:
    assert plain(settled(written)) == SHOWN[written]


@pytest.mark.parametrize("codes", STYLED)
def test_colours_and_letters_become_classes(codes: str) -> None:
    assert after(PLAIN, codes).classes == STYLED[codes]


def test_a_style_lasts_until_it_is_ended() -> None:
    assert settled("a\x1b[31mb\nc\x1b[md\re") == [("a", ""), ("b\n", RED), ("ed", "")]
    assert settled("red\r\x1b[31mR") == [("R", RED), ("ed", "")]


def shown(chunks: list[str]) -> list[object]:
    """What stands after text that is sent on after each chunk."""
    terminal = Terminal()
    sent = []
    for chunk in chunks:
        terminal.write(chunk, LIMIT)
        again, parts = terminal.take()
        sent.append({"stream": "s", "text": plain(parts), "parts": [list(p) for p in parts], "again": again})
    (found,) = pieces.settled(sent)
    assert isinstance(found, tuple)
    return list(found[1])


@pytest.mark.parametrize("written", ["".join(SHOWN), "x\x1b[1;31mred\r\x1b[Kand\x1b]0;t\x1b\\ on\b\n\x1b[4my"])
def test_it_is_the_same_wherever_the_text_is_cut(written: str) -> None:
    whole = settled(written)
    assert shown(list(written)) == whole
    for at in range(1, len(written)):
        assert shown([written[:at], written[at:]]) == whole, written[:at]


def test_a_line_that_was_sent_is_sent_again_when_it_changes() -> None:
    terminal = Terminal()
    assert terminal.write("above\n10 %", LIMIT) == 10
    assert terminal.take() == (False, [("above\n10 %", "")])
    assert terminal.write("\r20 %", LIMIT) == 0
    assert terminal.take() == (True, [("20 %", "")])
    assert terminal.write(" and", LIMIT) == 4
    assert terminal.take() == (False, [(" and", "")])
    assert terminal.write("\r\x1b[K", LIMIT) == -8
    assert terminal.take() == (True, [])


def test_there_is_room_for_so_much() -> None:
    terminal = Terminal()
    assert terminal.write("12345\r678", 5) == 5
    assert not terminal.full, "written over, no more stand"
    assert terminal.write("90!", 0) == 0
    assert terminal.full
    assert terminal.take() == (False, [("67890", "")])


def run(code: str) -> list[dict[str, object]]:
    said: list[str] = []
    browser.run("page", "cell 1", code, said.append)
    browser.forget("page")
    return [json.loads(piece) for piece in said]


def test_a_bar_of_a_hundred_thousand_steps_is_not_cut_off() -> None:
    items = run("for i in range(100_001): print(f'{i:6}', end='\\r')\nprint()")
    assert pieces.settled(items) == [("stdout", [("100000\n", "")])]
    assert len(items) < 2000, "and comes at a bearable pace, on a busy machine too"
    (cut, note) = pieces.settled(run(f"print('a\\rb' * {LIMIT})\nprint('y' * {LIMIT}, end='')\nprint(1)"))
    assert isinstance(cut, tuple)
    assert plain(cut[1]) == "ba\n" + "y" * (LIMIT - 3)
    assert "The output is cut off here" in note["html"]  # type: ignore[call-overload]


def test_a_bar_is_seen_before_the_work_it_tells_of(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(1000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(now)))
    items = run(
        "print('\\r10 %', end='')\nprint('\\r20 %', end='')\nprint('...', end='', flush=True)\nprint('!', end='')"
    )
    assert [item["text"] for item in items] == ["10 %", "20 %", "...", "!"]
    assert [item.get("again", False) for item in items] == [False, True, False, False]


def test_another_stream_and_a_value_end_a_line() -> None:
    items = run("import sys\nprint('a', end='')\nsys.stderr.write('\\rb')\nprint('\\rc', end='')\n6")
    assert [item.get("text") or item["plain"] for item in items] == ["a", "b", "c", "6"]
    assert not any(item.get("again") for item in items)


def test_values_and_errors_are_shown_as_a_terminal_would() -> None:
    (value,) = run("class A:\n    def __repr__(self): return '\\x1b[1;32mgood\\x1b[0m <b>'\nA()")
    assert value == {
        "html": '<div class="lc-value"><pre tabindex="0"><span class="lc-green lc-bold">good</span> &lt;b&gt;</pre></div>',
        "plain": "good <b>",
    }
    (error,) = run("raise ValueError('\\x1b[31mno\\x1b[0m')")
    assert "ValueError: no\n" in str(error["html"])

import builtins
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from live_code import browser
from live_code.output import LIMIT


class Ran:
    """What one run of a cell said."""

    def __init__(self, code: str, *, name: str = "cell 1", session: str = "page", echo: bool = False) -> None:
        said: list[str] = []
        self.result: dict[str, Any] = json.loads(browser.run(session, name, code, said.append, echo))
        self.items: list[dict[str, Any]] = [json.loads(s) for s in said]

    def text(self, stream: str = "stdout") -> str:
        return "".join(i["text"] for i in self.items if i.get("stream") == stream)

    @property
    def html(self) -> str:
        return "".join(i["html"] for i in self.items if "html" in i)

    @property
    def plain(self) -> str | None:
        (value,) = [i["plain"] for i in self.items if "plain" in i]
        return str(value)


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield
    for session in ("page", "other"):
        browser.forget(session)
    assert not list(tmp_path.iterdir()), "a forgotten session leaves nothing behind"


def test_what_is_printed_and_the_last_value_come_in_order() -> None:
    ran = Ran("import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')\n6 * 7")
    assert [(i.get("stream"), i.get("text")) for i in ran.items[:3]] == [
        ("stdout", "a\n"),
        ("stderr", "b\n"),
        ("stdout", "c\n"),
    ]
    assert ran.items[3] == {"html": '<div class="lc-value"><pre tabindex="0">42</pre></div>', "plain": "42"}
    assert ran.result == {"ok": True}


@pytest.mark.parametrize(
    "code",
    [
        "None",
        "1;",
        "1 ; # done",
        "x = 1",
        "for i in range(3): i",
        "print",
        "# only a remark",
        "def f(): pass",
        "'a;'",
    ],
)
def test_a_value_is_shown_unless_there_is_none_or_a_semicolon(code: str) -> None:
    assert bool(Ran(code).items) == (code in {"print", "'a;'"})


def told(ran: Ran) -> list[str]:
    """What a run printed and showed, piece by piece."""
    return [i.get("text") or i["plain"] for i in ran.items]


def test_an_echoing_cell_shows_every_value_among_what_is_printed() -> None:
    code = "x = 2\nx\nprint('a')\nx * 3;\nNone\nfor i in range(2):\n    i\ndef f():\n    return 'f'\nf()"
    assert told(Ran(code, echo=True)) == ["2", "a\n", "6", "0", "1", "'f'"], "as at Python's prompt"
    assert told(Ran(code)) == ["a\n", "'f'"]


@pytest.mark.parametrize("code", ["", "# only a remark", "x = 1", "None"])
def test_an_echoing_cell_without_values_shows_nothing(code: str) -> None:
    ran = Ran(code, echo=True)
    assert (ran.items, ran.result) == ([], {"ok": True})


def test_an_echoing_cell_ends_at_its_first_error() -> None:
    ran = Ran("1 + 1\n1 / 0\n3", echo=True)
    assert ran.items[0]["plain"] == "2"
    assert "ZeroDivisionError: division by zero\n  cell 1, line 2\n    1 / 0" in ran.items[1]["html"]
    assert len(ran.items) == 2
    assert (ran.result["ok"], ran.result["line"]) == (False, 2)
    assert not Ran("1\nx = (", echo=True).result["ok"], "nothing runs of what Python cannot read"


def test_an_echoing_cell_leaves_the_way_values_are_shown_alone() -> None:
    shown = sys.displayhook
    assert told(Ran("import sys\nsys.displayhook = print\n5", echo=True)) == ["5\n"]
    assert sys.displayhook is shown
    assert told(Ran("6", echo=True)) == ["6"]


def test_text_is_escaped() -> None:
    ran = Ran("class A:\n    def __repr__(self): return '<script>1</script>'\nA()")
    assert "<script" not in ran.html
    assert "&lt;script&gt;1&lt;/script&gt;" in ran.html
    assert "&lt;b&gt;" in Ran("raise ValueError('<b>')").html


def test_cells_of_a_session_share_their_names_and_sessions_do_not() -> None:
    Ran("x = 5")
    assert Ran("x", name="cell 2").plain == "5"
    assert Ran("x", session="other").result["missing"] == "x"
    browser.forget("page")
    assert Ran("x").result == {
        "ok": False,
        "line": 1,
        "missing": "x",
        "error": "NameError",
        "message": "NameError: name 'x' is not defined",
    }


def test_an_error_shows_plain_words_then_type_then_the_readers_own_lines() -> None:
    Ran("def half(n):\n    return 1 / n", name="cell 2")
    ran = Ran("import json\n\nhalf(0)", name="cell 3")
    assert ran.html == (
        '<div class="lc-error"><p class="lc-plain">Something is divided by zero.</p><pre class="lc-trace" tabindex="0">'
        "ZeroDivisionError: division by zero\n  cell 3, line 3\n    half(0)\n  cell 2, line 2, in half\n    return 1 / n"
        "</pre></div>"
    )
    assert ran.result["line"] == 3, "the line of the cell that the reader looks at"


def test_frames_of_the_runtime_are_not_shown() -> None:
    ran = Ran("import json\njson.loads('{')")
    assert ran.result["line"] == 2
    assert "line 2\n    json.loads" in ran.html
    assert ".py" not in ran.html
    assert "decoder" not in ran.html.replace("json.decoder.JSONDecodeError", "")


@pytest.mark.parametrize(
    ("code", "line", "words"),
    [
        ("x = 1\ny = (2 +\n", 2, "Python cannot read line 2."),
        ("if True:\nx = 1", 2, "The indentation of line 2"),
        ("x = 1\nreturn x", 2, "Python cannot read line 2."),
        ("await x", 1, "Nothing can be awaited here"),
        ("\n\nx = '", 3, "Python cannot read line 3."),
        ("eval('1 +')", 1, "Some text that was to be read as Python"),
    ],
)
def test_a_syntax_error_names_its_line(code: str, line: int, words: str) -> None:
    ran = Ran(code)
    assert ran.result["line"] == line
    assert words in ran.html
    assert f"cell 1, line {line}" in ran.html


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("nothing", "Nothing here is called nothing so far."),
        ("import pandas_of_old", "The module pandas_of_old does not come with this site."),
        ("''.uper()", "The object has nothing called uper."),
        ("[][0]", "There is no item at that position."),
        ("{}['a']", "There is nothing under that key."),
        ("open('none.txt')", "There is no such file."),
        ("assert 1 == 2", "An assertion does not hold."),
        ("def f(): f()\nf()", "A function calls itself, and never stops doing so."),
        ("import numpy as np\nnp.ones(3) @ np.ones(4)", "The shapes of the arrays do not fit together."),
        ("def f():\n    print(a)\n    a = 1\nf()", "A function uses a variable before giving it a value."),
        ("raise KeyboardInterrupt", "The cell was interrupted."),
        ("import sys\nsys.exit()", "The cell ended itself."),
        ("import sys\nsys.exit(3)", "The cell ended itself, with the code 3."),
        ("class E(Exception):\n    def __str__(self): 1 / 0\nraise E", "The cell stopped."),
    ],
)
def test_errors_begin_in_plain_words(code: str, words: str) -> None:
    ran = Ran(code)
    assert f'<p class="lc-plain">{words}' in ran.html
    assert ran.result["ok"] is False
    assert Ran("1 + 1").plain == "2", "the session goes on"


def test_only_a_name_that_does_not_exist_is_missing() -> None:
    assert Ran("def f():\n    a += 1\nf()").result["missing"] is None
    assert Ran("1 / 0").result["missing"] is None


def test_suggestions_and_causes_are_kept() -> None:
    assert "Did you mean: 'sqrt'?" in Ran("import math\nmath.sqrtt").html
    assert (
        "Caused by KeyError: 'k'"
        in Ran("try:\n    {}['k']\nexcept KeyError as e:\n    raise ValueError('v') from e").html
    )


def test_a_deep_recursion_is_shortened() -> None:
    assert 15 < Ran("def f(n): return f(n + 1)\nf(0)").html.count("\n") < 30


def test_input_says_what_to_do_instead() -> None:
    ran = Ran("name = input('Your name? ')")
    assert ran.text() == "Your name? "
    assert 'Instead, give the name its value, as in answer = "42".' in ran.html
    assert ran.result["error"] == "NotInAPageError"


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("import threading\nthreading.Thread(target=print).start()", "A thread"),
        ("from concurrent.futures import ThreadPoolExecutor\nThreadPoolExecutor().submit(print)", "A thread"),
        ("import subprocess\nsubprocess.run(['true'])", "Another program"),
        ("import os\nos.system('true')", "Another program"),
        ("import os\nos.fork()", "Another program"),
        ("import socket\nsocket.create_connection(('127.0.0.1', 9))", "A connection"),
        ("import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9/')", "A connection"),
        ("import asyncio\nasync def f(): pass\nasyncio.run(f())", "asyncio.run()"),
    ],
)
def test_what_a_page_cannot_do_says_so(code: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    monkeypatch.setattr(asyncio, "run", asyncio.run)  # both are replaced for good by the cell
    monkeypatch.setattr(asyncio.Runner, "run", asyncio.Runner.run)
    ran = Ran(code)
    assert f'<p class="lc-plain">{what} cannot work in a page: ' in ran.html
    assert "Instead, " in ran.html


def test_outside_of_a_cell_all_that_is_possible_again() -> None:
    import subprocess

    Ran("1")
    assert subprocess.run([sys.executable, "-c", ""], check=False).returncode == 0


def test_the_browsers_own_words_for_processes_are_put_plainly() -> None:
    assert (
        "Another program cannot work" in Ran("raise OSError(138, 'emscripten does not support processes.')").html
    )


def test_files_are_kept_in_a_session_and_apart_from_others(tmp_path: Path) -> None:
    Ran("import os\nos.mkdir('sub')\nos.chdir('sub')\nimport pathlib\npathlib.Path('a.txt').write_text('é')")
    assert Ran("pathlib.Path('a.txt').read_text()").plain == "'é'", "the session is still in its folder"
    assert Ran("open('a.txt')", session="other").result["error"] == "FileNotFoundError"
    assert Path.cwd() == tmp_path


def test_a_session_survives_the_loss_of_its_folder() -> None:
    Ran("import os, pathlib\nhere = pathlib.Path.cwd()\nos.chdir('..')\nhere.rmdir()")
    assert Ran("1 + 1").plain == "2"


def test_output_comes_before_a_sleep() -> None:
    told: list[str] = []
    code = "import builtins, time\nprint('half', end='')\nbuiltins._told.append(1)\ntime.sleep(0)\nbuiltins._told.append(2)"
    builtins._told = told  # type: ignore[attr-defined]
    browser.run("page", "cell 1", code, told.append)
    del builtins._told  # type: ignore[attr-defined]
    assert told == [1, '{"stream": "stdout", "text": "half"}', 2]


def test_five_megabytes_are_cut_off_with_a_note() -> None:
    ran = Ran("for i in range(100_000):\n    print('x' * 49)\ndone = True")
    assert len(ran.text()) == LIMIT
    assert (
        ran.html.count('<p class="lc-cut">The output is cut off here: it has more than 100,000 characters.</p>')
        == 1
    )
    assert len(ran.items) < 200
    assert Ran("done").plain == "True", "the loop went on to its end"


def test_one_large_print_and_a_large_value_are_cut_too() -> None:
    ran = Ran("print('y' * 5_000_000)\n'later'")
    assert len(ran.text()) == LIMIT
    assert ran.html.count("lc-cut") == 1
    assert "later" not in ran.html
    assert Ran("'z' * 5_000_000").html == (
        '<p class="lc-cut">This value is not shown: as text it has 5,000,002 characters, and 100,000 are the most.</p>'
    )


def test_an_error_is_shown_after_the_cap() -> None:
    assert "divided by zero" in Ran("print('y' * 200_000)\n1 / 0").html


def test_a_cell_may_replace_what_it_likes() -> None:
    Ran("import sys\nsys.stdout = sys.stderr = None\nprint = 5\nimport builtins")
    assert sys.stdout is not None
    assert Ran("print").plain == "5"
    assert Ran("del print\nprint('back')").text() == "back\n"
    Ran("sys.stdout.close()")
    assert Ran("print('open again')").text() == "open again\n"


def test_unicode_of_every_kind_crosses() -> None:
    assert Ran("print('é ∑ 𝒳 \\u202e')").text() == "é ∑ 𝒳 \u202e\n"
    assert Ran("print('half \\ud800')").text() == "half ?\n"
    assert Ran("raise ValueError('\\ud800')").result["error"] == "ValueError"
    assert Ran("'π' + chr(0xD800)").html.count("π") == 1


def test_main_is_the_session_while_it_runs() -> None:
    before = sys.modules["__main__"]
    assert Ran("import sys\nx = 3\nsys.modules['__main__'].x").plain == "3"
    assert sys.modules["__main__"] is before


def test_pickles_and_sources_work_as_in_a_script() -> None:
    code = "from dataclasses import dataclass\nimport inspect, pickle\n@dataclass\nclass A:\n    n: 'int' = 1\ndef f():\n    pass\npickle.loads(pickle.dumps(A(2))), inspect.getsource(f)"
    assert Ran(code).plain == "(A(n=2), 'def f():\\n    pass\\n')"


def test_the_environment_of_the_build_is_not_touched() -> None:
    here = Path.cwd()
    Ran("1 / 0")
    assert Path.cwd() == here

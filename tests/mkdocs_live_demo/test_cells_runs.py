import os
from pathlib import Path

import pytest

from live_demo import DemoError
from live_demo.elements import render
from mkdocs_live_demo.cells.cache import fingerprint
from mkdocs_live_demo.cells.page import Cell
from mkdocs_live_demo.cells.processes import Surroundings
from mkdocs_live_demo.cells.request import CellRequest
from mkdocs_live_demo.cells.runs import Runner
from tests.quick import first_quick


def runner(
    folder: Path, *importable: str, limit: float = 60.0, python: str = "p", path: Path | None = None
) -> Runner:
    around = Surroundings([str(path)] if path else [], frozenset({"numpy", "live_demo", *importable}), limit)
    return Runner(around, python, folder)


def cells(*codes: str, **options: str) -> list[Cell]:
    """Cells of one session; the options are the last one's."""
    last = len(codes)
    return [Cell(f"cell-{n}", CellRequest(c, **(options if n == last else {}))) for n, c in enumerate(codes, 1)]  # type: ignore[arg-type]


def outputs(folder: Path, *codes: str, **options: str) -> dict[str, str]:
    return {key: render(node) for key, node in runner(folder)(cells(*codes, **options)).items()}


def refusal(folder: Path, *codes: str, limit: float = 60.0, **options: str) -> str:
    with pytest.raises(DemoError) as caught:
        runner(folder, limit=limit)(cells(*codes, **options))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_cells_run_in_order_and_share_what_they_know(tmp_path: Path) -> None:
    found = outputs(tmp_path, "x = 6", "import sys\nprint(x)\nprint('low', file=sys.stderr)\nprint('on')\nx * 7")
    assert found == {
        "cell-1": "",
        "cell-2": '<pre class="lc-stream lc-stdout" tabindex="0">6\n</pre><pre class="lc-stream lc-stderr" tabindex="0">low\n</pre>'
        '<pre class="lc-stream lc-stdout" tabindex="0">on\n</pre><div class="lc-value"><pre tabindex="0">42</pre></div>',
    }


def test_one_stream_is_one_block_whatever_its_pieces(tmp_path: Path) -> None:
    (html,) = outputs(tmp_path, "for i in range(29): print(i)").values()
    assert html.count("<pre") == 1
    assert "27\n28\n</pre>" in html


def test_a_line_written_over_and_colours_stand_as_a_terminal_shows_them(tmp_path: Path) -> None:
    bar = "import time\nfor i in range(3):\n    print(f'\\r{i}<%', end='')\n    time.sleep(0.06)\nprint('\\x1b[31m!')"
    assert outputs(tmp_path, bar, expected="2<%!") == {
        "cell-1": '<pre class="lc-stream lc-stdout" tabindex="0">2&lt;%<span class="lc-red">!\n</span></pre>'
    }
    assert "differs from run to run" in refusal(tmp_path, "print(f'\\x1b[{31 + hash(\"b\") % 2}mhi')")


@pytest.mark.parametrize(
    ("code", "folds", "says"),
    [
        ("for i in range(30): print(i)", False, ""),
        ("for i in range(31): print(i)", True, "Output: 31 lines"),
        ("print('x' * 5000)", True, "Output: 5,001 characters"),
        ("list(range(2000))", True, "Output: 10,890 characters"),
        ("import numpy as np\nnp.zeros((12, 12))", False, ""),
        ("raise ValueError('x\\n' * 100)", False, ""),
    ],
)
def test_long_output_is_folded(tmp_path: Path, code: str, folds: bool, says: str) -> None:
    raises = {"raises": "ValueError"} if "raise" in code else {}
    (html,) = outputs(tmp_path, code, **raises).values()
    assert html.startswith('<details class="lc-fold"><summary>') == folds
    assert says in html


def test_an_error_stops_the_build_with_cell_and_line(tmp_path: Path) -> None:
    assert refusal(tmp_path, "x = 1", "y = 2\n1 / 0") == (
        "cell 2, line 2: expected code that runs; found ZeroDivisionError: division by zero; "
        'hint: if it is meant, write raises="ZeroDivisionError"'
    )
    assert refusal(tmp_path, "x = (") == (
        "cell 1, line 1: expected code that runs; found SyntaxError: '(' was never closed; "
        'hint: if it is meant, write raises="SyntaxError"'
    )
    assert refusal(tmp_path, "raise ValueError('one\\n  two')").startswith(
        "cell 1, line 1: expected code that runs; found ValueError: one two;"
    )


def test_the_first_error_is_told_not_those_that_follow(tmp_path: Path) -> None:
    assert refusal(tmp_path, "x = 1 / 0", "x").startswith("cell 1, line 1: ")


def test_an_error_that_is_meant_is_shown(tmp_path: Path) -> None:
    found = outputs(tmp_path, "1 / 0", raises="ZeroDivisionError")
    assert "Something is divided by zero." in found["cell-1"]
    assert "SystemExit" in outputs(tmp_path, "import sys\nsys.exit(2)", raises="SystemExit")["cell-1"]


def test_raising_otherwise_than_meant_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, "1", raises="KeyError") == "cell 1: expected KeyError to be raised; found no error"
    assert refusal(tmp_path, "1 / 0", raises="KeyError") == (
        "cell 1, line 1: expected KeyError to be raised; found ZeroDivisionError: division by zero"
    )


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("print(0.87, 0.13)", "0.87 0.13"),
        ("print('a')\nprint('b  ')", "a\nb"),
        ("print('a')\n1 + 1", "a\n2"),
        ("import sys\nprint('low', file=sys.stderr)", "\n"),
        ("import numpy as np\nnp.array([0.5])", "array([0.5])"),
        ("from live_demo import strong\nstrong('win')", "win"),
    ],
)
def test_output_as_expected_passes(tmp_path: Path, code: str, expected: str) -> None:
    assert outputs(tmp_path, code, expected=expected)


def test_output_not_as_expected_is_refused(tmp_path: Path) -> None:
    assert (
        refusal(tmp_path, "print(0.88)\nprint(1)", expected="0.87\n1")
        == r"cell 1: expected the output '0.87\n1'; found '0.88\n1'"
    )


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        (
            "import random\nprint('same')\nprint(random.random())",
            "seed the generator, as in np.random.default_rng(0)",
        ),
        ("import numpy as np\nnp.random.default_rng().random()", "seed the generator"),
        ("print({'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'})", "seed the generator"),
        ("import time\ntime.perf_counter_ns()", "seed the generator"),
        ("object()", "show something else: a default repr holds an address"),
    ],
)
def test_output_that_differs_from_run_to_run_is_refused(tmp_path: Path, code: str, hint: str) -> None:
    said = refusal(tmp_path, code)
    assert said.startswith(
        "cell 1: expected the same output at every run; found output that differs from run to run: "
    )
    assert hint in said
    assert "same'" not in said, "the line that differs is quoted"


def test_random_numbers_with_a_seed_pass(tmp_path: Path) -> None:
    assert outputs(tmp_path, "import numpy as np\nnp.random.default_rng(0).integers(9, size=3)")


@pytest.mark.parametrize(
    "code", first_quick(["while True: pass", "while True: print('x')", "import time\ntime.sleep(99)"], 1)
)
def test_code_that_does_not_end_is_ended(tmp_path: Path, code: str) -> None:
    said = refusal(tmp_path, "fine = 1", code, limit=5)
    assert said == "cell 2: expected an end within 5 seconds; found code that still runs"


def test_code_that_ends_its_process_is_told(tmp_path: Path) -> None:
    assert refusal(tmp_path, "import os\nos._exit(3)") == (
        "cell 1: expected code that leaves Python running; found a process that ended with 3"
    )
    assert refusal(tmp_path, "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)").endswith(
        "found a process ended by SIGSEGV"
    )


def test_what_the_site_does_not_ship_cannot_be_imported(tmp_path: Path) -> None:
    said = refusal(tmp_path, "x = 1\nimport yaml")
    assert said.startswith(
        "cell 1, line 2: expected code that runs; found ModuleNotFoundError: No module named 'yaml'"
    )
    assert said.endswith(
        "hint: the site ships the standard library and live_demo, numpy; the plugin's `packages:` adds to them"
    )
    assert "tkinter" in refusal(tmp_path, "import tkinter"), "the browser's Python lacks it"
    assert runner(tmp_path, "yaml")(cells("import yaml"))


def test_packages_beside_the_site_are_found(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "beside.py").write_text("value = 42")
    (node,) = runner(tmp_path / "kept", "beside", path=tmp_path / "own")(
        cells("import beside\nbeside.value")
    ).values()
    assert "42" in render(node)


def test_a_warning_is_shown_whenever_the_cell_runs(tmp_path: Path) -> None:
    code = "import warnings\nwarnings.warn('careful')"
    found = [Cell("cell-1", CellRequest(code)), Cell("cell-1", CellRequest(code))]
    (html,) = {render(node) for node in runner(tmp_path)(found).values()}
    assert "cell 1:2: UserWarning: careful" in html


def test_what_cells_write_to_the_terminal_is_lost(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    outputs(tmp_path, "import os, sys\nos.write(1, b'raw')\nprint('raw', file=sys.__stdout__)\nNone")
    assert capfd.readouterr() == ("", "")


def test_a_second_build_executes_nothing(tmp_path: Path) -> None:
    log = tmp_path / "log"
    code = f"with open({str(log)!r}, 'a') as file: file.write('run ')\n'done'"
    kept = tmp_path / "kept"
    first = outputs(kept, code)
    assert log.read_text() == "run run ", "twice, to compare"
    assert outputs(kept, code) == first
    assert log.read_text() == "run run "
    outputs(kept, code, "2")
    runner(kept, python="another")(cells(code))
    runner(kept, "yaml")(cells(code))
    assert log.read_text() == "run " * 8, "a cell more, another Python, another package"


def test_what_is_demanded_is_checked_of_kept_results_too(tmp_path: Path) -> None:
    outputs(tmp_path, "print(1)")
    assert "found '1'" in refusal(tmp_path, "print(1)", expected="2")


def test_a_spoilt_result_is_made_again(tmp_path: Path) -> None:
    outputs(tmp_path, "print(1)")
    (kept,) = tmp_path.iterdir()
    kept.write_text("{")
    assert "1" in outputs(tmp_path, "print(1)")["cell-1"]


def test_results_do_not_need_a_folder_that_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert outputs(tmp_path / "file" / "below", "print(1)")


def test_the_fingerprint_changes_with_any_source_and_any_data(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "a.py").write_text("1")
    before = fingerprint([package], ["numpy"])
    assert fingerprint([package], ["numpy"]) == before
    (package / "a.py").write_text("2")
    assert fingerprint([package], ["numpy"]) != before
    (package / "row.bin").write_bytes(b"1")
    with_data = fingerprint([package], ["numpy"])
    (package / "row.bin").write_bytes(b"2")
    assert fingerprint([package], ["numpy"]) != with_data
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "a.pyc").write_bytes(b"1")
    (package / "row.bin").write_bytes(b"1")
    assert fingerprint([package], ["numpy"]) == with_data
    assert fingerprint([package], []) != fingerprint([package], ["numpy"])
    assert fingerprint([package], ["live_demo"]), "a module without a version is no error"


def test_what_runs_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    log = tmp_path / "log"
    said = refusal(
        tmp_path, f"import os\nopen({str(log)!r}, 'a').write(f'{{os.getpid()}} ')\nwhile True: pass", limit=1.5
    )
    assert "still runs" in said
    pids = log.read_text().split()
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)

"""What is broken fails the build, on one line that names the page, the thing and the cause."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.quick import first_quick

CONFIG = """
site_name: Broken
site_url: http://127.0.0.1:8000/
theme: {name: material, font: false}
markdown_extensions: [pymdownx.superfences]
plugins: [typesetting: {fonts: false}, pyodide, live-demo]
validation: {links: {not_found: warn, anchors: warn}}
"""
GOOD = '''"""Warm."""
from typing import Annotated
from live_demo import Slider, View
def view(t: Annotated[float, Slider("T", 0.1, 5.0, step=0.1)] = 1.0) -> View:
    return View(sentence=f"{t:.1f}")
'''
CASES = {
    "a demo that raises": (
        "```live-demo\nbroken\n```",
        "page.md: live-demo 'broken': expected a view; found ZeroDivisionError: division by zero; hint: demos/broken.py, line 3: return 1 / 0",
    ),
    "an unknown demo": (
        "```live-demo\ntemperatur\n```",
        "page.md: live-demo 'temperatur': expected a demo in demos/ (broken, temperature); found no such module; hint: did you mean 'temperature'?",
    ),
    "a wrong control value": (
        "```live-demo\ntemperature\nt: 9\n```",
        "page.md: live-demo 'temperature', t: expected a number from 0.1 to 5; found 9",
    ),
    "a cell that raises": (
        "```python live\nx = 1\n```\n\n```python live\ny = 2\nx / 0\n```",
        'page.md: cell 2, line 2: expected code that runs; found ZeroDivisionError: division by zero; hint: if it is meant, write raises="ZeroDivisionError"',
    ),
    "a cell with another output": (
        '```python live expected="0.87 0.13"\nprint(0.88, 0.12)\n```',
        "page.md: cell 1: expected the output '0.87 0.13'; found '0.88 0.12'",
    ),
    "a cell with a random number": (
        "```python live\nimport random\nrandom.random()\n```",
        "page.md: cell 1: expected the same output at every run; found output that differs from run to run: ",
    ),
    "a cell with a wrong option": ("```python live hidden\n1\n```", "page.md: a cell: expected the options live, setup, "),
    "a cell that became text": ("```python live expected=1\n1\n```", "page.md: a cell: expected a first line such as "),
    "a broken formula": (r"Text $\frac{1}{$ more.", "page.md: formula"),
    "a diagram without a description": ("```mermaid\ngraph LR\n  a --> b\n```", "page.md: diagram 1"),
    "a dead link": ("[there](nowhere.md)", "'page.md' contains a link 'nowhere.md'"),
    "a dead anchor": ("[there](index.md#nowhere)", "'page.md' contains a link 'index.md#nowhere', but the doc 'index.md' does not contain an anchor '#nowhere'"),
}  # fmt: skip


@pytest.mark.parametrize("case", first_quick(CASES, 3))
def test_one_line_says_page_thing_and_cause(case: str, tmp_path: Path) -> None:
    markdown, says = CASES[case]
    demos = tmp_path / "docs" / "demos"
    demos.mkdir(parents=True)
    (demos / "temperature.py").write_text(GOOD)
    (demos / "broken.py").write_text('"""Broken."""\ndef view():\n    return 1 / 0\n')
    (tmp_path / "mkdocs.yml").write_text(CONFIG)
    (tmp_path / "docs" / "index.md").write_text("# Home\n\n[Page](page.md)\n")
    (tmp_path / "docs" / "page.md").write_text(f"# Page\n\n{markdown}\n")
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
    ]  # --quiet would also keep strict mode from seeing warnings
    environ = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environ, check=False)
    assert done.returncode == 1
    framing = ("INFO", "Aborted", "ERROR   -  Error reading page 'page.md'")
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    told = [line for line in lines if not line.startswith(framing)]
    assert len(told) == 1, lines
    assert says in told[0]

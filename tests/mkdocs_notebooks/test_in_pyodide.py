"""The site's notebooks in the browser's Python, under Node: the same output, to the last digit that is printed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mkdocs_live_demo import demo_files
from mkdocs_live_demo.bundle import sources
from mkdocs_notebooks.notebook import code_cells, read
from mkdocs_pyodide.publish import prepare
from tests.mkdocs_pyodide.projects import ask_python

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
NOTEBOOKS = {path.stem: path for path in sorted((DOCS / "notebooks").glob("*.ipynb"))}
RUN = """
import json
from live_code import browser

said = []
for name, code in json.loads(CELLS):
    said.append([name, json.loads(browser.run("page", name, code, lambda item: said.append(json.loads(item))))])
# How output is cut into messages depends on time; what it says does not.
joined = []
for item in said:
    if isinstance(item, dict) and "stream" in item and joined and joined[-1][0] == item["stream"]:
        joined[-1][1] += item["text"]
    else:
        joined.append([item["stream"], item["text"]] if isinstance(item, dict) and "stream" in item else [item, ""])
ANSWER = json.dumps(joined)
"""
MOUNT = """
import sys
import pyodide_js
from js import Object

pyodide_js.FS.mkdirTree("/bundle")
pyodide_js.FS.mount(pyodide_js.FS.filesystems.NODEFS, Object.fromEntries([["root", FOLDER]]), "/bundle")
sys.dont_write_bytecode = True
sys.path.insert(0, "/bundle")
"""


def cells(name: str) -> str:
    return json.dumps([[n, cell.source] for n, cell in code_cells(read(NOTEBOOKS[name].read_text("utf-8")))])


def here(name: str) -> str:
    found = f"import sys; sys.path.insert(0, {str(DOCS)!r})"
    script = f"{found}\nCELLS = {cells(name)!r}\n{RUN}\nsys.__stdout__.write(ANSWER)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    site = tmp_path_factory.mktemp("site")
    runtime = prepare(["numpy"], [ROOT], ["live_demo.browser", "live_code.browser"])
    runtime.publish(site)
    demos = DOCS / "demos"
    files = {name: text.encode() for name, text in sources(demos).items()}
    files |= {f"demos/fetched/{name}": f.source.read_bytes() for name, f in demo_files.found(demos).items()}
    bundle = tmp_path_factory.mktemp("bundle")
    for name, data in files.items():
        (bundle / name).parent.mkdir(parents=True, exist_ok=True)
        (bundle / name).write_bytes(data)
    steps = [f"CELLS = {cells(name)!r}\n{RUN}\nANSWER" for name in NOTEBOOKS]
    _, _, *said = ask_python(runtime, site, "rest", f"FOLDER = {str(bundle)!r}\n{MOUNT}", *steps)
    return dict(zip(NOTEBOOKS, said, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_says_the_same_there_as_here(name: str, there: dict[str, str]) -> None:
    said = json.loads(there[name])
    assert [item[1] for item, _ in said if isinstance(item, list)] == [{"ok": True}] * len(json.loads(cells(name)))
    assert said == json.loads(here(name))


def test_the_notebooks_are_kept_without_outputs() -> None:
    assert len(NOTEBOOKS) == 5
    for path in NOTEBOOKS.values():
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            assert not cell.get("outputs"), path
            assert cell.get("execution_count") is None, path

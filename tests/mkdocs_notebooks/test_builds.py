"""Notebooks in whole MkDocs builds: what becomes of a good one, and how a broken one fails."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

from tests.mkdocs_notebooks.notebooks import code, notebook, text
from tests.quick import first_quick

CONFIG = """
site_name: Notebooks
site_url: http://127.0.0.1:8000/
theme: {name: material, font: false}
markdown_extensions: [attr_list, pymdownx.superfences, toc: {permalink: true}]
plugins: [typesetting: {fonts: false}, pyodide, live-demo, notebooks]
validation: {links: {not_found: warn, anchors: warn}}
nav: [index.md, sums.ipynb]
"""
GOOD = (
    text("---\ndescription: How sums grow.\n---\n# Sums\n\nA sum is $x + y$, see [home](index.md)."),
    text("## Two numbers\n\n$$\nx^2\n$$"),
    code("open('left.txt', 'w').write('x')\nx = 2"),
    code("print(x * 21)\nx / 0", "raises-exception", live={"raises": "ZeroDivisionError"}),
    code("from demos.shop import PRICE\nfrom live_demo import fetched\nPRICE * int(fetched('sold.txt'))"),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text(CONFIG)
    (tmp_path / "docs" / "index.md").write_text("# Home\n\n[Sums](sums.ipynb#two-numbers)\n")
    return tmp_path


def write(file: Path, content: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content)


def build(folder: Path, *cells: dict[str, Any], to: str = "site") -> subprocess.CompletedProcess[str]:
    (folder / "docs" / "sums.ipynb").write_text(notebook(*cells))
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder / to)]
    environ = os.environ | {"NO_MKDOCS_2_WARNING": "1", "MKDOCS_NOTEBOOKS_CACHE": str(folder / "ran")}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environ, check=False)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good site, built twice: into `site`, and into `again` by a build that need not run the notebook."""
    folder = tmp_path_factory.mktemp("good")
    (folder / "docs").mkdir()
    (folder / "mkdocs.yml").write_text(CONFIG)
    (folder / "docs" / "index.md").write_text("# Home\n\n[Sums](sums.ipynb#two-numbers)\n")
    write(folder / "docs" / "demos" / "shop" / "__init__.py", "PRICE = 3\n")
    write(folder / "docs" / "demos" / "fetched" / "sold.txt", "5")
    for to in ("site", "again"):
        done = build(folder, *GOOD, to=to)
        assert done.returncode == 0, done.stdout + done.stderr
        assert ("Converting notebook" in done.stderr) == (to == "site")
    return folder


def page(built: Path) -> str:
    return (built / "site" / "sums" / "index.html").read_text()


def test_a_notebook_is_a_page_like_every_other(built: Path) -> None:
    html = page(built)
    assert "<title>Sums - Notebooks</title>" in html
    assert '<meta name="description" content="How sums grow.">' in html
    assert '<h2 id="two-numbers">Two numbers<a class="headerlink"' in html
    assert '<a href="../">home</a>' in html
    assert len(re.findall(r"<math\b", html)) == 2
    assert "$" not in re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)
    assert "#two-numbers" in (built / "site" / "index.html").read_text()


def test_its_code_is_live(built: Path) -> None:
    html = page(built)
    assert re.findall(r'<live-code\b[^>]*\bdata-key="([\w-]+)"', html) == ["cell-1", "cell-2", "cell-3"]
    assert re.search(r'data-key="cell-2".*?\bdata-output\b.*?>42\n.*?ZeroDivisionError', html, re.DOTALL)


def test_it_uses_packages_beside_the_demos_and_what_is_fetched(built: Path) -> None:
    # That the kernel ran it too is why the build ended well.
    assert re.search(r'data-key="cell-3".*?\bdata-output\b[^>]*>(?:<[^>]*>)*15<', page(built), re.DOTALL)


def test_it_asks_no_other_host_and_brings_no_style_of_jupyter(built: Path) -> None:
    html = page(built)
    asked = re.findall(r'<(?:script|link|img|iframe)\b[^>]*(?:src|href)="((?:https?:)?//[^"]*)', html)
    assert [url for url in asked if not url.startswith("http://127.0.0.1:8000/")] == []
    assert not re.search("mathjax|require|jupyter|jp-", html, re.IGNORECASE)


def test_the_download_lies_beside_the_page(built: Path) -> None:
    assert '<a href="sums.ipynb" download>Download this notebook</a>' in page(built)
    source = (built / "site" / "sums" / "sums.ipynb").read_text()
    nbformat.validate(nbformat.reads(source, as_version=4))  # type: ignore[no-untyped-call]
    assert json.loads(source)["cells"][0]["source"].startswith("# Sums")
    assert not list((built / "site").glob("*.ipynb"))


def test_two_builds_give_the_same_bytes(built: Path) -> None:
    def contents(site: Path) -> dict[str, bytes]:
        files = (path for path in site.rglob("*") if path.is_file() and path.suffix in {".html", ".ipynb"})
        return {path.relative_to(site).as_posix(): path.read_bytes() for path in files}

    first = contents(built / "site")
    assert {"sums/index.html", "sums/sums.ipynb"} <= first.keys()
    assert contents(built / "again") == first


def test_what_a_cell_writes_does_not_stay(built: Path) -> None:
    assert sorted(path.name for path in (built / "docs").iterdir()) == ["demos", "index.md", "sums.ipynb"]


BROKEN = {
    "a cell that raises": (
        [code("x = 1"), code("y = 2\n\nx / 0")],
        "sums.ipynb: cell 2, line 3: expected code that runs; found ZeroDivisionError: division by zero; hint: x / 0",
    ),
    "a dead link": ([text("[there](nowhere.md)")], "'sums.ipynb' contains a link 'nowhere.md'"),
    "dollars that are no formula": ([text("Costs\n\n$$ x")], "sums.ipynb: a formula between double dollars"),
    "a hidden cell that raises": (
        [code("import no_such_module", "hide-input")],
        "sums.ipynb: set-up 1, line 1: expected code that runs; found ModuleNotFoundError: No module named 'no_such_module'; hint: import no_such_module",
    ),
    "code that is none": (
        [code("x = 1\nx +")],
        "sums.ipynb: cell 1, line 2: expected code that runs; found SyntaxError: invalid syntax",
    ),
    "a kernel that dies": (
        [code("import os\nos._exit(3)")],
        "sums.ipynb: notebook: expected a kernel that answers; found Kernel died",
    ),
    "metadata that says nothing": ([code("1", live={"raise": "E"})], "sums.ipynb: cell 1: expected only"),
}  # fmt: skip


@pytest.mark.parametrize("case", first_quick(BROKEN, 1))
def test_a_broken_notebook_fails_the_build_in_one_line(folder: Path, case: str) -> None:
    cells, says = BROKEN[case]
    done = build(folder, text("# Sums\n\n## Two numbers"), *cells)
    assert done.returncode == 1
    framing = ("INFO", "Aborted", "ERROR   -  Error reading page 'sums.ipynb'")
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    told = [line for line in lines if not line.startswith(framing)]
    assert len(told) == 1, lines
    assert says in told[0]


@pytest.mark.slow
def test_the_plugin_names_what_it_needs(folder: Path) -> None:
    (folder / "mkdocs.yml").write_text("site_name: T\nplugins: [notebooks]\n")
    done = build(folder, text("# Sums"))
    assert done.returncode == 1
    assert "notebooks: expected the `live-demo` plugin beside it; found none; hint: add it to" in done.stderr
    assert "Traceback" not in done.stderr

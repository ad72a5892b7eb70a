"""What the guide to pages says, held against the code."""

import os
import re
import subprocess
import sys
from pathlib import Path

from mkdocs_live_demo.prose_numbers import evaluate, load, shared_names
from mkdocs_typeset.symbols import LETTERS

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/contributing/write-a-page.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"^```python\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
MARKDOWN = re.findall(r"^````markdown\n(.*?)^````", GUIDE, re.DOTALL | re.MULTILINE)
DEMO = '''"""Which part is which?"""
from live_demo import View, element
def view() -> View:
    return View(*(element("p", letter, data_symbol=letter) for letter in "qkvsza"), sentence="Parts.")
'''


def test_the_numbers_of_the_guide_are_what_it_says(tmp_path: Path) -> None:
    module, test = PYTHON
    (tmp_path / "temperature.py").write_text(module, encoding="utf-8")
    names = shared_names(["numpy as np", "attn_core"]) | vars(load("temperature", tmp_path))
    (expected,) = re.findall(r'evaluate\("share\(SHARES\[0\]\)", NAMES\) == "(.*)"', test)
    assert evaluate("share(SHARES[0])", names) == expected == "0.66"  # e^2 / (e^2 + e + e^.1) = .659
    shown = re.search(
        r"becomes ([\d.]+)\.", (ROOT / "docs/contributing/add-a-demo.md").read_text(encoding="utf-8")
    )
    assert shown
    assert shown[1] == expected


def test_the_guide_names_the_letters_of_symbols() -> None:
    (line,) = [line for line in GUIDE.splitlines() if line.startswith("- The letters are ")]
    assert tuple(re.findall(r"`\\sym(\w)`", line)) == LETTERS


def test_the_examples_of_the_guide_build(tmp_path: Path) -> None:
    front, numbers, graph, linked, code = MARKDOWN
    docs = tmp_path / "docs"
    (docs / "numbers").mkdir(parents=True)
    (docs / "demos").mkdir()
    (docs / "numbers" / "temperature.py").write_text(PYTHON[0], encoding="utf-8")
    (docs / "demos" / "qkv_bench.py").write_text(DEMO, encoding="utf-8")
    (docs / "temperature.md").write_text("\n".join([front, numbers, graph, linked, code]), encoding="utf-8")
    (docs / "index.md").write_text("# Home\n\n## Vectors and the dot product\n\n## Probability and softmax\n")
    extensions = "[attr_list, def_list, md_in_html, pymdownx.superfences]"
    (tmp_path / "mkdocs.yml").write_text(
        f"site_name: Guide\ntheme: {{name: material, font: false}}\nmarkdown_extensions: {extensions}\n"
        "validation: {links: {not_found: warn, anchors: warn}}\n"
        'plugins: [typesetting: {fonts: false}, pyodide: {packages: [numpy]}, live-demo: {names: ["numpy as np", attn_core]}]\n',
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    environ = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    html = (tmp_path / "site" / "temperature" / "index.html").read_text(encoding="utf-8")
    assert (
        'The first word gets <span class="ld-number">0.66</span> of the weight, among <span class="ld-number">3'
        in html
    )
    assert re.search(
        r'data-output=""><pre class="lc-stream lc-stdout" tabindex="0">\[0\.66 0\.24 0\.1 \]\n</pre></div>', html
    )
    assert html.count('class="sym sym-q') == 4  # twice in the formula, twice in the list
    assert '<a xlink:href="../#vectors-and-the-dot-product">' in html

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mkdocs.config.defaults import MkDocsConfig

from mkdocs_live_demo import imports
from mkdocs_live_demo.cells.page import Cells
from mkdocs_live_demo.cells.processes import Surroundings
from mkdocs_live_demo.cells.runs import Runner
from mkdocs_live_demo.plugin import LiveDemoError, LiveDemoPlugin


def test_data_that_cannot_travel_stops_the_build(demos: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (demos / "data").mkdir()
    (demos / "data" / "weights.npz").write_bytes(b"PK")
    for name in ("forget", "import_from"):
        monkeypatch.setattr(imports, name, lambda *_: None)
    made = LiveDemoPlugin()
    made.load_config({})
    config = MkDocsConfig()
    config.load_dict({"site_name": "x", "docs_dir": str(demos.parent)})
    config.validate()
    with pytest.raises(LiveDemoError, match=r"^live-demo: demos/data/weights\.npz: expected data as text"):
        made.on_config(config)


def test_the_page_of_what_is_kept_must_be_there(demos: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("forget", "import_from"):
        monkeypatch.setattr(imports, name, lambda *_: None)
    made = LiveDemoPlugin()
    made.load_config({"storage": "kept.md"})
    config = MkDocsConfig()
    config.load_dict({"site_name": "x", "docs_dir": str(demos.parent)})
    config.validate()
    with pytest.raises(
        LiveDemoError, match=r"^live-demo: expected a page of the docs as `storage`; found 'kept\.md'$"
    ):
        made.on_config(config)


def test_a_block_that_became_text_is_told_with_its_page() -> None:
    page: Any = SimpleNamespace(file=SimpleNamespace(src_uri="p.md"))
    rest: Any = {"page": page, "config": None, "files": None}
    made = LiveDemoPlugin()
    made.load_config({})
    made.cells, made.run_cells = Cells(), Runner(Surroundings([], frozenset()), "", Path())
    made.on_page_content("<p>Text</p>", **rest)
    with pytest.raises(LiveDemoError, match=r"^p\.md: live-demo: expected a block that starts with"):
        made.on_page_content("<p>```live-demo\nwarm</p>", **rest)


@pytest.mark.parametrize("on", [False, True])
def test_examples_of_docstrings_become_cells_where_the_option_says_so(on: bool, tmp_path: Path) -> None:
    page: Any = SimpleNamespace(file=SimpleNamespace(src_uri="p.md"))
    rest: Any = {"page": page, "config": None, "files": None}
    made = LiveDemoPlugin()
    made.load_config({"live_doctests": True} if on else {})
    made.cells, made.run_cells = Cells(), Runner(Surroundings([], frozenset()), "", tmp_path)
    example = (
        '<div class="highlight"><pre><code><span class="gp">&gt;&gt;&gt; </span>6 * 7\n{}\n</code></pre></div>'
    )
    html = made.on_page_content(example.format(42), **rest)
    assert ("<live-code" in html, html == example.format(42)) == (on, not on)
    made.cells = Cells()
    if on:
        with pytest.raises(LiveDemoError, match=r"^p\.md: example 1: expected the output '41'; found '42'$"):
            made.on_page_content(example.format(41), **rest)

"""What readers see: fonts, sizes, colours, and that nothing runs off a phone."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mkdocs_typeset.conftest import ROOT
from tests.mkdocs_typeset.test_plugin import plugin_name

PAGE = r"""# Page

Of *all* the $\sqrt{d_k}$ numbers → this and **that**.

$$
\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V \tag{1}
$$

$$
a + b
$$

$$
\operatorname{MultiHead}(Q, K, V) = \operatorname{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h) W^O + b
$$

```mermaid
flowchart LR
  accTitle: What to know first
  accDescr: Vectors and softmax are needed. Information theory helps.
  v[Vectors<br/>dot product] --> a[Attention<br/>scaled dot product]
  p[Probability<br/>softmax] --> a
  i[Information theory<br/>entropy, optional] -.-> a
  class a main
  click v "#page"
```
"""


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("seen")
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text(PAGE, encoding="utf-8")
    (folder / "docs" / "own.css").write_text(
        '.md-typeset { font-family: "Source Serif 4", "Signs", "Serif fallback"; }'
    )
    node_modules = (ROOT / "node_modules").as_posix()
    (folder / "mkdocs.yml").write_text(
        "site_name: Test\ntheme: {name: material, font: false, palette: {scheme: default}}\nextra_css: [own.css]\n"
        f"plugins:\n  - {plugin_name()}: {{node_modules: {node_modules}}}\n"
    )
    environ = os.environ | {"MKDOCS_TYPESET_CACHE": str(cache), "NO_MKDOCS_2_WARNING": "1"}
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    subprocess.run(build, cwd=folder, env=environ, check=True)
    measure = [sys.executable, "-m", "tests.mkdocs_typeset.measure", str(folder / "site")]
    done = subprocess.run(measure, cwd=ROOT, capture_output=True, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


VIEWS = ("1280 default", "1280 slate", "390 default", "390 slate")


@pytest.mark.parametrize("view", VIEWS)
def test_no_request_leaves_the_site(measured: dict[str, Any], view: str) -> None:
    assert measured[f"{view} elsewhere"] == []


@pytest.mark.parametrize("view", VIEWS)
def test_the_page_itself_never_scrolls_sideways(measured: dict[str, Any], view: str) -> None:
    content, window = measured[view]["page"]
    assert content <= window


@pytest.mark.parametrize("view", VIEWS)
def test_what_overflows_can_be_focused(measured: dict[str, Any], view: str) -> None:
    assert all(tab == 0 for tab, overflows in measured[view]["overflowing"] if overflows)
    assert [tab for tab, _ in measured[view]["overflowing"]] == [0, -1, 0, 0]  # formulas 1, 2, 3, diagram


def test_on_a_phone_the_long_formula_scrolls_and_the_attention_formula_fits(measured: dict[str, Any]) -> None:
    assert [overflows for _, overflows in measured["390 default"]["overflowing"]] == [False, False, True, False]


def test_the_four_faces_are_used(measured: dict[str, Any]) -> None:
    assert {"Inter", "Source Serif 4", "STIX Two Math"} <= set(measured["1280 default"]["fonts"])
    assert "STIX Two Math" in measured["1280 default"]["mathFont"]


@pytest.mark.parametrize("view", VIEWS)
def test_text_in_drawings_is_12_px_or_more_and_stays_in_its_box(measured: dict[str, Any], view: str) -> None:
    assert min(measured[view]["text"]) >= 12
    assert all(measured[view]["fits"])


def test_colours_follow_the_scheme(measured: dict[str, Any]) -> None:
    light, dark = (measured[f"1280 {scheme}"]["inks"] for scheme in ("default", "slate"))
    assert all(one != two for one, two in zip(light, dark, strict=True))


def test_no_hole_after_a_radical(measured: dict[str, Any]) -> None:
    # In Chromium it was 0.42 em, 7.5 px, with the font as it comes.
    assert measured["1280 default"]["rootGap"] < 2


def test_a_thumb_can_hit_a_linked_box(measured: dict[str, Any]) -> None:
    assert measured["390 default"]["hit"] >= 44

"""Whole builds, as an author starts them."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from html5lib import parse

from tests.mkdocs_typeset.conftest import ROOT

DIAGRAM = """
```mermaid
flowchart LR
  accTitle: The order
  accDescr: First one, then two.
  a[One] --> b[Two]
  click a "{link}"
```
"""

Build = Callable[..., "subprocess.CompletedProcess[str]"]


def plugin_name() -> str:
    """The name under which the plugin is installed; the slash keeps themes' own plugins of that name away."""
    found = {
        point.name
        for point in entry_points(group="mkdocs.plugins")
        if point.value == "mkdocs_typeset.plugin:TypesetPlugin"
    }
    (name,) = found
    return f"/{name}"


@pytest.fixture
def build(tmp_path: Path, cache: Path) -> Build:
    """Write a site and build it. A page is a keyword: ``index="# Text"``."""

    def run(
        *, options: str = "fonts: false", config: str = "", **pages: str
    ) -> "subprocess.CompletedProcess[str]":
        docs = tmp_path / "docs"
        docs.mkdir(exist_ok=True)
        for name, text in pages.items():
            (docs / f"{name}.md").write_text(text, encoding="utf-8")
        settings = (
            "site_name: Test\n"
            f"plugins:\n  - {plugin_name()}: {{{options}}}\n"
            "validation: {links: {anchors: warn}}\n" + config
        )
        if "theme:" not in config:
            settings += "theme: {name: mkdocs, highlightjs: false}\n"
        (tmp_path / "mkdocs.yml").write_text(settings, encoding="utf-8")
        environ = os.environ | {"MKDOCS_TYPESET_CACHE": str(cache), "NO_MKDOCS_2_WARNING": "1"}
        command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
        return subprocess.run(
            command, cwd=tmp_path, env=environ, capture_output=True, text=True, encoding="utf-8", check=False
        )

    return run


def test_a_whole_site(build: Build, tmp_path: Path) -> None:
    text = "# Of $d_k$\n\n$$\na \\tag{1}\n$$\n\n[(1)](#formula-1)\n" + DIAGRAM.format(link="other.md#place")
    node_modules = (ROOT / "node_modules").as_posix()
    done = build(
        options=f"node_modules: {node_modules}",
        config="extra_css: [own.css]\n",
        index=text,
        other="# Other\n\n## Place\n\n[There](index.md#formula-1) $x$",
        own="",
    )
    assert done.returncode == 0, done.stderr
    site = tmp_path / "site"
    for page in (site / "index.html", site / "other" / "index.html"):
        root = parse(page.read_text(encoding="utf-8"), namespaceHTMLElements=False)
        sheets = [link.get("href") for link in root.iter("link") if "stylesheet" in link.get("rel", "")]
        ours = [href for href in sheets if re.search(r"assets/(typeset|fonts)-[0-9a-f]{12}", href)]
        assert len(ours) == 2
        assert all((page.parent / href).is_file() for href in ours)
        asked = [link.get("href") for link in root.iter("link") if link.get("rel") == "preload"]
        assert [re.sub(r".*/|-.*", "", href) for href in asked] == ["inter", "source", "stix"]
        assert all((page.parent / href).is_file() for href in asked)
        assert sheets.index(ours[1]) < next(i for i, href in enumerate(sheets) if href.endswith("own.css"))
    html = (site / "index.html").read_text(encoding="utf-8")
    assert html.count("<math") == 2
    assert '<a xlink:href="other/#place">' in html
    folder = next((site / "assets").glob("fonts-*"))
    assert len(list(folder.glob("*.woff2"))) == 4


def test_tables_have_frames_where_the_theme_would_make_them(build: Build, tmp_path: Path) -> None:
    table = "| a |\n| - |\n| 1 |\n"
    for theme, frames in (("mkdocs, highlightjs: false", 0), ("material, font: false", 1)):
        done = build(config=f"theme: {{name: {theme}}}\n", index=table)
        assert done.returncode == 0, done.stderr
        html = (tmp_path / "site/index.html").read_text(encoding="utf-8")
        assert html.count('<div class="md-typeset__scrollwrap"><div class="md-typeset__table"><table>') == frames
        assert html.count("</table></div></div>") == frames


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r"a $\frac{1}{2$ b", 'formula $\\frac{1}{2$: expected closing token "}"'),
        (r"a $\foo$ b", r'found unknown command "\foo" at character 1'),
        ("a $$x$$ b", "expected a paragraph of its own"),
        ("```mermaid\nflowchart LR\n a --> b\n```", "diagram 1: expected a title and a description"),
        ("```mermaid\nflowchart LR\n a --\n```", "diagram 1: expected Mermaid source"),
        (DIAGRAM.format(link="gone.md"), "link gone.md in diagram 1: expected a file of the site"),
        (DIAGRAM.format(link="#gone"), "'#gone', but there is no such anchor on this page"),
        (DIAGRAM.format(link="index.md#gone"), "'index.md#gone', but"),
    ],
    ids=["formula", "command", "place", "description", "source", "link", "anchor", "anchor elsewhere"],
)
def test_what_is_wrong_fails_the_build_and_names_the_page(text: str, found: str, build: Build) -> None:
    done = build(index="# Home", guide="# Guide\n\n" + text)
    assert done.returncode == 1
    lines = [line for line in done.stderr.splitlines() if found in line]
    assert len(lines) == 1, done.stderr
    assert "guide.md" in lines[0]
    assert "Traceback" not in done.stderr


def test_a_sign_that_the_font_lacks_fails_the_build(build: Build) -> None:
    node_modules = (ROOT / "node_modules").as_posix()
    done = build(options=f"node_modules: {node_modules}", index=r"$\mathfrak{g}$")
    assert done.returncode == 1
    assert r"index.md: formula $\mathfrak{g}$: expected signs that the site's maths font holds" in done.stderr
    assert "𝔤 (U+1D524)" in done.stderr


def test_missing_npm_packages_fail_in_one_line(build: Build) -> None:
    done = build(options="", index="# Home")
    assert done.returncode == 1
    (line,) = [line for line in done.stderr.splitlines() if "typeset:" in line]
    assert "expected the npm package" in line
    assert "run `make setup`" in line


def test_fences_of_the_site_are_kept_and_only_mermaid_is_taken_over(build: Build, tmp_path: Path) -> None:
    config = (
        "markdown_extensions:\n  - pymdownx.superfences:\n      custom_fences:\n"
        "        - {name: own, class: own, format: !!python/name:pymdownx.superfences.fence_div_format }\n"
        "        - {name: mermaid, class: m, format: !!python/name:pymdownx.superfences.fence_div_format }\n"
    )
    done = build(config=config, index=DIAGRAM.format(link="#x") + "\n# x\n\n```own\ntext\n```")
    assert done.returncode == 0, done.stderr
    html = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert '<div class="own">text</div>' in html
    assert html.count("<figure") == 1
    assert 'class="m"' not in html


def test_parts_can_be_switched_off(build: Build, tmp_path: Path) -> None:
    done = build(options="fonts: false, math: false, diagrams: false", index="$x$\n\n```mermaid\nx\n```")
    assert done.returncode == 0, done.stderr
    html = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "$x$" in html
    assert "<figure" not in html
    assert not list((tmp_path / "site" / "assets").glob("fonts-*"))


def test_a_second_finder_of_formulas_is_refused(build: Build) -> None:
    done = build(config="markdown_extensions: [pymdownx.arithmatex]\n", index="$x$")
    assert done.returncode == 1
    assert "hint: remove it from markdown_extensions" in done.stderr


def test_the_site_itself_loads_this_plugin_and_not_a_namesake_of_its_theme() -> None:
    from mkdocs.config import load_config

    from mkdocs_typeset.plugin import TypesetPlugin

    plugins = load_config(str(ROOT / "mkdocs.yml")).plugins
    assert [name for name, plugin in plugins.items() if isinstance(plugin, TypesetPlugin)], list(plugins)

"""Whole builds of a small site of Material's, as an author starts them."""

import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = {"index.md": "# Home\n\n[Deep](a/deep.md)\n", "a/deep.md": "# Deep\n\nWords of padding.\n"}
FILES = {
    "css/one.css": "/* why */\np {\n  background: url(../img/a.png);\n}\n",
    "css/two.css": 'p { color: red; background: url("b.png") }\n',
    "js/own.js": "// why\nexport const twice = (word) => word + word;\n",
    "js/other.js": "// stays\n",
}
Build = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Write a site and build it; the options of the plugin, lines of mkdocs.yml, more files of the docs."""

    def run(
        options: str = "{}", *flags: str, config: str = "", npm: bool = True, **more: str
    ) -> "subprocess.CompletedProcess[str]":
        for name, text in (PAGES | FILES | more).items():
            file = tmp_path / "docs" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        if npm:
            (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
        (tmp_path / "mkdocs.yml").write_text(
            "site_name: Test\ntheme: {name: material, font: false}\nsite_url: https://host.example/at/path/\n"
            f"extra_css: [css/one.css, css/two.css]\nplugins:\n  - search\n  - assets: {options}\n{config}"
        )
        command = [sys.executable, "-m", "mkdocs", "build", *(flags or ("--strict",))]
        return subprocess.run(
            command, cwd=tmp_path, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    return run


def sheets(page: Path) -> list[str]:
    """The style sheets of a page that are not the theme's."""
    return re.findall(r'<link rel="stylesheet" href="((?!\S*assets/stylesheets/)[^"]*)">', page.read_text("utf-8"))


@pytest.mark.parametrize(("urls", "deep"), [("true", "a/deep/index.html"), ("false", "a/deep.html")])
def test_every_page_links_to_one_sheet(build: Build, tmp_path: Path, urls: str, deep: str) -> None:
    done = build(config=f"use_directory_urls: {urls}\n")
    assert done.returncode == 0, done.stderr
    site = tmp_path / "site"
    (sheet,) = (site / "assets").glob("site-*.css")
    assert re.fullmatch(r"site-[0-9a-f]{12}\.css", sheet.name)
    css = (
        "p{background:url(../css/../img/a.png)}\n".replace("css/../", "")
        + "p{color:red;background:url(../css/b.png)}\n"
    )
    assert sheet.read_text() == css
    for page, up in (("index.html", ""), (deep, "../" * deep.count("/")), ("404.html", "/at/path/")):
        assert sheets(site / page) == [f"{up}assets/{sheet.name}"]
    assert [*(site / "css").iterdir()] == [], "no sheet is left whose name does not change with it"


def test_a_part_stays_while_a_page_that_was_not_built_anew_links_to_it(build: Build, tmp_path: Path) -> None:
    assert build().returncode == 0
    old = tmp_path / "site/old.html"
    old.write_text('<head><link rel="stylesheet" href="css/one.css"></head>')
    done = build("{}", "--dirty", npm=False)
    assert done.returncode == 0, done.stderr
    assert sheets(old) == ["css/one.css"]
    assert [file.name for file in (tmp_path / "site/css").iterdir()] == ["one.css"]


def test_without_esbuild_sheets_are_joined_as_they_stand(build: Build, tmp_path: Path) -> None:
    done = build("{scripts: [js/own.js]}", npm=False)
    assert done.returncode == 0, done.stderr
    (sheet,) = (tmp_path / "site/assets").glob("site-*.css")
    assert "  background: url(../img/a.png);\n" in sheet.read_text()
    (script,) = (tmp_path / "site/js").glob("own-*.js")
    assert script.read_text() == FILES["js/own.js"]


def test_the_scripts_that_are_named_are_minified(build: Build, tmp_path: Path) -> None:
    assert build("{scripts: [js/own.js]}").returncode == 0
    (script,) = (tmp_path / "site/js").glob("own*.js")
    assert re.fullmatch(r"own-[0-9a-f]{12}\.js", script.name)
    text = script.read_text()
    assert re.fullmatch(r"export const twice=(\w)=>\1\+\1;\n", text)  # what others import keeps its name
    assert (tmp_path / "site/js/other.js").read_text() == FILES["js/other.js"]


def test_pages_ask_for_scripts_by_their_new_names(build: Build, tmp_path: Path) -> None:
    config = "extra_javascript: [js/own.js, {path: js/other.js, type: module}]\n"
    assert build("{scripts: [js/*.js]}", config=config).returncode == 0
    site = tmp_path / "site"
    for page, up in (("index.html", ""), ("a/deep/index.html", "../../"), ("404.html", "/at/path/")):
        for name in ("own", "other"):
            (script,) = (site / "js").glob(f"{name}-*.js")
            assert f'src="{up}js/{script.name}"' in (site / page).read_text()
            assert f"js/{name}.js" not in (site / page).read_text()


def test_a_sheet_that_imports_is_linked_by_itself(build: Build, tmp_path: Path) -> None:
    assert build(**{"css/one.css": '@import "two.css";'}).returncode == 0
    (first, second) = sheets(tmp_path / "site/index.html")
    assert first == "css/one.css"
    assert (tmp_path / "site/css/two.css").is_file(), "the first imports it"
    assert (tmp_path / "site" / second).read_text() == "p{color:red;background:url(../css/b.png)}\n"


def test_what_it_may_not_touch_stays(build: Build, tmp_path: Path) -> None:
    assert build("{stylesheets: false, search_on_demand: false}").returncode == 0
    assert sheets(tmp_path / "site/index.html") == ["css/one.css", "css/two.css"]
    assert len(json.loads((tmp_path / "site/search/search_index.json").read_text())["docs"]) == 2
    assert not [*(tmp_path / "site/search").glob("documents*")]


def test_a_mistake_is_found_in_its_file(build: Build) -> None:
    done = build(**{"css/one.css": "p { color: red;\n"})
    assert done.returncode == 1
    assert re.search(
        r"^ERROR .*assets: esbuild: expected .* / found Expected \"}\".* in \S*css/one\.css:2:0 / hint: ",
        done.stderr, re.MULTILINE,
    ), done.stderr  # fmt: skip


def test_the_search_is_in_two_files(build: Build, tmp_path: Path) -> None:
    assert build().returncode == 0
    site = tmp_path / "site"
    (documents,) = (site / "search").glob("documents-*.json")
    light, full = (json.loads(path.read_text()) for path in (site / "search" / "search_index.json", documents))
    assert light == full | {"docs": []}
    assert [doc["title"] for doc in full["docs"]] == ["Home", "Deep"]
    for page, up in (("index.html", ""), ("a/deep/index.html", "../../"), ("404.html", "/at/path/")):
        (config,) = re.findall(
            r'<script id="__config" type="application/json">(.*?)</script>', (site / page).read_text()
        )
        worker, _, theme = json.loads(config)["search"].partition("#")
        assert re.fullmatch(re.escape(f"{up}search/search-worker-") + r"[0-9a-f]{12}\.js", worker)
        assert documents.name in (site / "search" / posixpath.basename(worker)).read_text()
        assert (site / "search" / theme).is_file()


def test_a_second_build_gives_the_same(build: Build, tmp_path: Path) -> None:
    def contents() -> dict[str, bytes]:
        found = (
            file for file in (tmp_path / "site").rglob("*") if file.suffix in {".html", ".css", ".js", ".json"}
        )
        return {str(file): file.read_bytes() for file in found}

    assert build().returncode == 0
    first = contents()
    shutil.rmtree(tmp_path / "site")
    assert build(npm=False).returncode == 0  # it is there already
    assert contents() == first


@pytest.mark.parametrize(
    ("search", "kept"), [("search", False), ("search: {lang: [en]}", False), ("search: {lang: [en, de]}", True)]
)
def test_dictionaries_of_other_languages_come_with_a_search_in_them(
    build: Build, tmp_path: Path, search: str, kept: bool
) -> None:
    done = build(config=f"plugins: [{search}, assets]\n")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site/assets/javascripts/lunr/min/lunr.de.min.js").exists() == kept
    assert list((tmp_path / "site/assets/javascripts/workers").glob("search.*.min.js"))

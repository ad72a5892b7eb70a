"""A site that is not ours: a live cell, a notebook and a package of its own, as they are built."""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

PLAIN = Path(__file__).parents[1] / "fixtures" / "plain_site"


class Outputs(HTMLParser):
    """The text of each cell's output."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.depth = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if "data-output" in dict(attrs):
            self.found.append("")
            self.depth = 1
        elif self.depth and tag == "div":
            self.depth += 1

    def handle_endtag(self, tag: str) -> None:
        if self.depth and tag == "div":
            self.depth -= 1

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.found[-1] += data


def outputs(page: Path) -> list[str]:
    return [text.strip() for text in Outputs(page.read_text(encoding="utf-8")).found]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("plain")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(target)]
    environ = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=PLAIN, env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return target


def test_a_cell_shows_what_the_package_computed(site: Path) -> None:
    assert outputs(site / "code" / "index.html") == ["crow heron robin wren", "2"]


def test_a_notebook_shows_what_it_computed(site: Path) -> None:
    assert outputs(site / "counting" / "index.html") == ["('a', 3) ('b', 1) ('n', 2)", "['b']"]
    assert (site / "counting" / "counting.ipynb").is_file()


def test_the_package_is_there_for_later(site: Path) -> None:
    (manifest,) = site.glob("assets/live-demo-*/manifest.json")
    runtime = json.loads(manifest.read_text())["runtime"]
    (wheel,) = runtime["modules"]["sortedcontainers"]
    assert (manifest.parent / runtime["folder"] / wheel).stat().st_size == runtime["sizes"][wheel]
    assert runtime["packages"] == []
    assert re.fullmatch(r"sortedcontainers-\d[\w.]*-py3-none-any\.whl", wheel)

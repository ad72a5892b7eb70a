"""Two versions of one site, and a server that goes from one to the other while a reader has a page open."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tests.browser.conftest import FIXTURES, ROOT
from tests.browser.server import SiteServer

HASHED = re.compile(r"-[0-9a-f]{12}[/.]|\.[0-9a-f]{8}\.min\.")  # names that change with what is in them


@dataclass
class Version:
    """One build of the site: its folder, what its pages call it, and its files by their paths."""

    folder: Path
    engine: int  # as its script says
    sentence: str  # what follows the number in the counter's sentence
    number: str = ""
    files: set[str] = field(default_factory=set)

    def read(self) -> None:
        """Look at what was built."""
        home = (self.folder / "index.html").read_text("utf-8")
        (self.number,) = re.findall(r'name="site-version" content="(\w+)"', home)
        self.files = {path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*")}


def two_versions(folder: Path, url: str) -> tuple[Version, Version]:
    """The plain site as it is; and with another demo, another engine and another start of Python."""
    one = Version(folder / "one", 1, " vowels")
    two = Version(folder / "two", 2, " vowels in two")
    _build(FIXTURES / "plain_site", one.folder, url, ROOT / "site_plugins")
    source = shutil.copytree(FIXTURES / "plain_site", folder / "source")
    demo = source / "docs/demos/counter.py"
    text = demo.read_text("utf-8")
    assert text.count('" vowels"') == 1
    demo.write_text(text.replace('" vowels"', '" vowels in two"'), "utf-8")
    plugins = shutil.copytree(ROOT / "site_plugins", folder / "plugins")
    for name in ("mkdocs_live_demo/assets/live-demo.js", "mkdocs_pyodide/assets/snapshot.js"):
        with (plugins / name).open("a", encoding="utf-8") as script:
            script.write("\nglobalThis.engine = 2;\n")
    _build(source, two.folder, url, plugins)
    for version in (one, two):
        version.read()
    fixed = [{name for name in version.files if HASHED.search(name)} for version in (one, two)]
    for part in ("assets/live-demo-", "assets/pyodide-"):
        ours, theirs = ({name for name in names if name.startswith(part)} for names in fixed)
        assert ours, part
        assert not ours & theirs, part
    return one, two


def _build(source: Path, target: Path, url: str, plugins: Path) -> None:
    environ = os.environ | {"SITE_URL": url, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(plugins)}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target)]
    done = subprocess.run(command, cwd=source, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


class Deploy:
    """What a host shows while it goes from one version to the next, a step at a time."""

    def __init__(self, server: SiteServer, old: Version, new: Version, folder: Path, *, slowly: bool) -> None:
        self.server, self.old, self.new = server, old, new
        between = (
            [_both(old, new, folder / "files-first"), _both(new, old, folder / "pages-next")] if slowly else []
        )
        self.steps = [*between, new.folder]

    def step(self) -> None:
        """Take the next step, if there is one."""
        if self.steps:
            self.server.folder = self.steps.pop(0)


def _both(first: Version, other: Version, folder: Path) -> Path:
    """All of one version, and beside it the other's files that change their names with their content."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(first.folder, folder, copy_function=_linked)
    for name in other.files - first.files:
        if HASHED.search(name) and (other.folder / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            _linked(str(other.folder / name), str(target))
    return folder


def _linked(source: str, target: str) -> None:
    Path(target).hardlink_to(source)

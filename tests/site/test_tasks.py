"""The tasks that people and CI call, and what is written about them."""

import os
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.fakes import script
from tools.free_port import complaint

ROOT = Path(__file__).resolve().parents[2]


def test_a_port_in_use_is_one_line() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        said = complaint(str(port))
    assert said == (
        f"serve: expected port {port} of 127.0.0.1 to be free / found it in use / hint make serve PORT=8001"
    )
    assert complaint(str(port)) is None
    assert complaint("eight") is not None


def commands(text: str) -> set[str]:
    """Return the `make` tasks that a text calls."""
    return set(re.findall(r"(?m)(?:`|^|run: )make ([a-z-]+)", text))


def test_ci_calls_what_the_readme_says() -> None:
    readme = commands((ROOT / "README.md").read_text())
    assert commands((ROOT / ".ci/run").read_text()) == {"test-all"} <= readme
    assert commands((ROOT / ".github/workflows/pages.yml").read_text()) == {"test", "site"} <= readme


def test_every_task_that_is_written_about_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    tasks = set(re.findall(r"(?m)^\.PHONY: (\S+)$", makefile))
    assert tasks == set(re.findall(r"(?m)^([a-z-]+):.* ## ", makefile))
    for page in ("README.md", "CONTRIBUTING.md", ".github/workflows/pages.yml"):
        assert commands((ROOT / page).read_text()) <= tasks, page


@pytest.mark.parametrize("code", [0, 2])
def test_ci_ends_with_the_summary_of_pytest(tmp_path: Path, code: int) -> None:
    summary = "==== 1 failed, 7 passed in 0.12s ===="
    last_word = "echo 'make: *** [Makefile:9: test-all] Error 1' >&2"
    script(tmp_path / "make", f"echo '{summary}'; [ {code} = 0 ] || {last_word}; exit {code}")
    path = f"{tmp_path}:{os.environ['PATH']}"
    ran = subprocess.run([ROOT / ".ci" / "run"], env={"PATH": path}, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (code, f"{summary}\n", "")


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_to_files_lead_somewhere(page: str) -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text())
    assert [target for target in targets if not (ROOT / target).exists()] == []


def files(folder: Path) -> Iterator[tuple[str, ...]]:
    """Yield the parts of the paths of the files below, caches left aside."""
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(ROOT).parts


def test_the_map_of_folders_is_true() -> None:
    readme = (ROOT / "README.md").read_text()
    mapped = {
        ("site_plugins/" if line.startswith("  ") else "") + line.split()[0].rstrip("/")
        for line in re.findall(r"(?m)^ *\w+/ .*$", readme)
    }
    ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text().split()}
    ours = [top for top in ROOT.iterdir() if top.is_dir() and top.name not in ignored and top.name[0] != "."]
    found = {top.name for top in ours if any(files(top))}
    found |= {"/".join(parts[:2]) for parts in files(ROOT / "site_plugins") if len(parts) > 2}
    assert mapped == found

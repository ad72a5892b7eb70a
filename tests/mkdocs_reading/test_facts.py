import datetime
import gzip
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from mkdocs_reading.last_change import last_changes, parse, spoken
from mkdocs_reading.minutes import minutes


def test_two_hundred_words_are_a_minute() -> None:
    assert minutes(f"<p>{'word ' * 200}</p>") == 1
    assert minutes(f"<p>{'word ' * 201}</p>") == 2
    assert minutes("") == 1


def test_what_is_not_read_word_by_word_does_not_count() -> None:
    figure = f"<live-demo><p>{'word ' * 1000}</p><pre>{'word ' * 1000}</pre></live-demo>"
    assert minutes(f"{figure}<table><tr><td>{'1 ' * 999}</td></tr></table><p>{'word ' * 399}</p>") == 2


def git(folder: Path, *arguments: str, date: str = "2026-01-01") -> None:
    environ = {
        "GIT_AUTHOR_DATE": f"{date}T12:00:00Z",
        "GIT_COMMITTER_DATE": f"{date}T12:00:00Z",
        "HOME": str(folder),
    }
    who = ["-c", "user.name=A", "-c", "user.email=a@host.example", "-c", "init.defaultBranch=main"]
    command = ["git", *who, *arguments]
    subprocess.run(command, cwd=folder, env=environ | {"PATH": "/usr/bin:/bin"}, check=True, capture_output=True)


def repository(folder: Path) -> Path:
    docs = folder / "docs"
    docs.mkdir(parents=True)
    git(folder, "init")
    for name, date in (("old.md", "2026-01-01"), ("größe.md", "2026-02-02")):
        (docs / name).write_text("text", encoding="utf-8")
        git(folder, "add", ".")
        git(folder, "commit", "-m", name, date=date)
    return docs


def test_each_page_has_the_day_of_its_own_last_commit(tmp_path: Path) -> None:
    docs = repository(tmp_path / "a")
    changes = last_changes(docs)
    assert changes == {docs / "old.md": datetime.date(2026, 1, 1), docs / "größe.md": datetime.date(2026, 2, 2)}


def test_what_git_cannot_tell_is_left_out(tmp_path: Path) -> None:
    docs = repository(tmp_path / "a")
    git(tmp_path, "clone", "--depth=1", f"file://{docs.parent}", "shallow")
    assert last_changes(tmp_path / "shallow/docs") == {}
    (tmp_path / "bare").mkdir()
    assert last_changes(tmp_path / "bare") == {}


def test_the_newest_day_counts() -> None:
    assert parse(":2026-03-03\n\na.md\n\n:2026-02-02\n\na.md\n") == {"a.md": datetime.date(2026, 3, 3)}


def test_the_day_is_written_out() -> None:
    assert spoken(datetime.date(2026, 3, 3)) == "3 March 2026"


CONFIG = """
site_name: Facts
site_url: https://host.example/
theme: {name: material, font: false}
plugins: [reading]
"""


def sitemap(folder: Path) -> tuple[str, bytes]:
    """Build the site in a folder; return its sitemap, and the time in the compressed one's header."""
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    environ = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    subprocess.run(command, cwd=folder, env=environ, check=True)
    packed = (folder / "site/sitemap.xml.gz").read_bytes()
    text = (folder / "site/sitemap.xml").read_text("utf-8")
    assert gzip.decompress(packed).decode() == text
    return text, packed[4:8]


def test_the_sitemap_has_the_day_of_the_last_commit(tmp_path: Path) -> None:
    docs = repository(tmp_path / "a")
    (docs / "new.md").write_text("# New\n", encoding="utf-8")  # in no commit yet
    text, time = sitemap(docs.parent)
    assert re.findall(r"<loc>\S+/(\w+)/</loc>\s*<lastmod>(.*)</lastmod>", text) == [("old", "2026-01-01")]
    assert text.count("<lastmod>") == 2
    day = datetime.datetime(2026, 2, 2, tzinfo=datetime.UTC)
    assert int.from_bytes(time, "little") == day.timestamp()


def test_a_folder_without_git_gets_a_sitemap_without_days(tmp_path: Path) -> None:
    docs = repository(tmp_path / "a")
    shutil.rmtree(docs.parent / ".git")
    text, time = sitemap(docs.parent)
    assert "/old/" in text
    assert "<lastmod>" not in text
    assert time == bytes(4)

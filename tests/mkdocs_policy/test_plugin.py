"""Whole builds, as an author starts them."""

import os
import re
import subprocess
import sys
from pathlib import Path

CSP = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


def build(folder: Path, options: str = "{}", **pages: str) -> "subprocess.CompletedProcess[str]":
    for name, text in ({"index.md": "# Home\n"} | pages).items():
        file = folder / "docs" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(
        f"site_name: Test\ntheme: {{name: material, font: false}}\nplugins:\n  - policy: {options}\n"
    )
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    environ = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)


def test_all_pages_have_the_policy_of_all_pages(tmp_path: Path) -> None:
    done = build(
        tmp_path, **{"a.md": "# A\n\n<script>a()</script>\n", "b.md": "# B\n\n<style>p { top: 0 }</style>\n"}
    )
    assert done.returncode == 0, done.stderr
    pages = [page.read_text("utf-8") for page in (tmp_path / "site").rglob("*.html")]
    assert len(pages) == 4  # the theme's 404.html too
    (policy,) = {text for page in pages for text in CSP.findall(page)}
    assert all(len(CSP.findall(page)) == 1 for page in pages)
    assert "style-src-elem 'self' 'sha256-" in policy
    headers = (tmp_path / "site" / "_headers").read_text("utf-8")
    assert headers == f"/*\n  Content-Security-Policy: {policy}\n"
    assert max(map(len, headers.splitlines())) < 2000  # what hosts take


def test_a_headers_file_of_the_author_is_kept(tmp_path: Path) -> None:
    own = "/old/*\n  X-Robots-Tag: noindex\n"
    done = build(tmp_path, _headers=own)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "site" / "_headers").read_text("utf-8")
    assert text.startswith(own + "\n/*\n  Content-Security-Policy: default-src 'self'")


def test_no_headers_file_where_none_is_wanted(tmp_path: Path) -> None:
    assert build(tmp_path, "{headers: false}").returncode == 0
    assert not (tmp_path / "site" / "_headers").exists()


def test_a_page_that_no_strict_policy_allows_fails_the_build(tmp_path: Path) -> None:
    done = build(tmp_path, **{"a.md": '# A\n\n<button onclick="go()">Go</button>\n'})
    assert done.returncode == 1
    said = done.stderr.strip().splitlines()[-1]
    assert re.search(r"policy: a/index\.html, line \d+: expected scripts .*<button onclick", said), done.stderr

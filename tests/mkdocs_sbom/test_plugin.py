"""Whole builds, as an author starts them."""

import hashlib
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

LIST = """
[[shipped]]
name = "Own"
group = "Ours"
version = "1.0"
licence = "MIT"
text = "own.txt"
files = ["assets/own/*.js"]
[[shipped]]
name = "Inner & outer"
group = "Theirs"
licence = "Zlib"
text = "site:assets/*.zip!LICENSES/*"
within = "Pack"
[[shipped]]
name = "Pack"
group = "Theirs"
source = "pypi:mkdocs"
licence = "BSD-2-Clause"
files = ["assets/*.zip"]
"""


def build(folder: Path, **files: str) -> "subprocess.CompletedProcess[str]":
    pages = {
        "list.toml": LIST,
        "own.txt": "Do as you please.",
        "docs/index.md": "# Home\n",
        "docs/a/deep.md": "# Deep\n\n```shipped\n```\n",
        "docs/assets/own/one.js": "1",
        "mkdocs.yml": "site_name: Test\ntheme: {name: null, custom_dir: theme}\nplugins:\n"
        "  - sbom: {listed: list.toml, licence: ISC}\nmarkdown_extensions: [pymdownx.superfences]\n",
        "theme/main.html": "<!doctype html>{{ page.content }}",
    }
    for name, text in (pages | files).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    with zipfile.ZipFile(folder / "docs/assets/pack.zip", "w") as archive:
        for name in ("LICENSES/b/inner", "LICENSES/a", "code.py"):
            archive.writestr(name, f"text of {name}")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    environ = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)


def test_a_site_says_what_it_ships(tmp_path: Path) -> None:
    done = build(tmp_path)
    assert done.returncode == 0, done.stderr
    site = tmp_path / "site"
    made = json.loads((site / "sbom.json").read_text("utf-8"))
    assert {key: made[key] for key in ("bomFormat", "specVersion", "version")} == {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
    }  # fmt: skip
    assert "serialNumber" not in made
    assert "timestamp" not in made["metadata"]
    assert made["metadata"]["component"] == {
        "type": "application", "bom-ref": "site", "name": "Test", "licenses": [{"expression": "ISC"}],
    }  # fmt: skip
    own, pack = made["components"]
    assert own == {
        "type": "library",
        "bom-ref": "Own",
        "name": "Own",
        "version": "1.0",
        "scope": "required",
        "licenses": [{"expression": "MIT"}],
        "components": [
            {
                "type": "file",
                "name": "assets/own/one.js",
                "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(b"1").hexdigest()}],
            }
        ],
    }
    assert pack["purl"].startswith("pkg:pypi/mkdocs@1.")
    assert [part["name"] for part in pack["components"]] == ["Inner & outer", "assets/pack.zip"]
    assert "version" not in pack["components"][0]


def test_the_texts_are_published_and_the_table_leads_to_them(tmp_path: Path) -> None:
    assert build(tmp_path).returncode == 0
    page = tmp_path / "site/a/deep/index.html"
    html = page.read_text("utf-8")
    links = re.findall(r'<a href="([^"]*)"', html)
    texts = [(page.parent / link).resolve().read_text("utf-8") for link in links]
    assert texts[0] == "Do as you please."
    assert texts[1] == "== LICENSES/a\n\ntext of LICENSES/a\n== LICENSES/b/inner\n\ntext of LICENSES/b/inner"
    assert "Redistribution and use" in texts[2]  # MkDocs' own licence
    assert json.loads(texts[3])["bomFormat"] == "CycloneDX"
    assert html.index(">Ours<") < html.index(">Own<") < html.index(">Theirs<") < html.index(">Inner &amp; outer<")
    assert (
        '<td>1.0</td><td><a href="../../licences/own.txt" aria-label="MIT, the licence of Own">MIT</a></td>'
        in html
    )
    assert re.search(r'<td>–</td><td><a href="../../licences/inner-outer.txt" [^>]*>Zlib</a></td>', html)


def said(done: "subprocess.CompletedProcess[str]") -> str:
    assert done.returncode == 1
    return done.stderr.strip().splitlines()[-1]


def test_a_file_of_nobody_stops_the_build(tmp_path: Path) -> None:
    done = build(tmp_path, **{"docs/assets/stray.js": ""})
    assert "sbom: expected an entry for each file below assets/ / found assets/stray.js / hint" in said(done)


def test_an_entry_without_files_stops_the_build(tmp_path: Path) -> None:
    done = build(tmp_path, **{"list.toml": LIST.replace("own/*.js", "other/*.js")})
    assert "found assets/own/one.js" in said(done)
    more = (
        '[[shipped]]\nname = "Gone"\ngroup = "g"\nlicence = "MIT"\ntext = "own.txt"\nfiles = ["assets/gone.js"]\n'
    )
    assert "expected files of Gone: assets/gone.js / found none" in said(
        build(tmp_path, **{"list.toml": LIST + more})
    )


def test_a_text_that_is_not_there_stops_the_build(tmp_path: Path) -> None:
    done = build(tmp_path, **{"list.toml": LIST.replace("!LICENSES", "!COPYING")})
    assert "sbom: Inner & outer: expected its licence at site:assets/*.zip!COPYING/* / found none" in said(done)


def test_a_wrong_list_stops_the_page(tmp_path: Path) -> None:
    done = build(tmp_path, **{"list.toml": LIST.replace('within = "Pack"', 'within = "Bag"')})
    assert "list.toml, Inner & outer: expected either files or" in said(done)

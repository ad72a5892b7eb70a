"""The page Licences, the bill of materials and the files of the site are of one mind."""

import hashlib
import json
import re
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mkdocs_typeset.faces import FACES
from tests.browser.conftest import Visitor
from tests.browser.server import SiteServer

ROOT = Path(__file__).parents[2]
ESBUILD = next((ROOT / "node_modules/@esbuild").glob("*/bin/esbuild"))


@pytest.fixture(scope="module")
def bom(site: SiteServer) -> dict[str, Any]:
    made: dict[str, Any] = json.loads((site.folder / "sbom.json").read_text("utf-8"))
    return made


def walk(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in parts:
        yield part
        yield from walk(part.get("components", []))


def shipped(bom: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The libraries that readers get, by name."""
    return {p["name"]: p for p in walk(bom["components"]) if p["type"] == "library" and p["scope"] == "required"}


def expression(part: dict[str, Any]) -> str:
    """The licence as the page shows it."""
    return str(part["licenses"][0]["expression"]).removeprefix("LicenseRef-")


def package(path: str) -> str:
    """The name of the npm package that a file is of."""
    found = re.search(r"node_modules/((?:@[^/]+/)?[^/]+)/", path)
    return found[1] if found else ""


def test_the_bill_of_materials_has_what_the_schema_asks_for(bom: dict[str, Any]) -> None:
    assert (bom["bomFormat"], bom["specVersion"], bom["version"]) == ("CycloneDX", "1.6", 1)
    assert bom["metadata"]["component"]["name"] == "Transformer attention"
    assert not {"serialNumber", "timestamp"} & (bom.keys() | bom["metadata"].keys())
    references = [p["bom-ref"] for p in walk(bom["components"]) if "bom-ref" in p]
    assert len(references) == len(set(references))
    for part in walk(bom["components"]):
        assert part["type"] in {"library", "file"}
        assert part["name"]
        if part["type"] == "library":
            assert part["scope"] in {"required", "excluded"}
            assert "purl" not in part or re.fullmatch(r"pkg:(npm|pypi|generic)/[\w.%/-]+@[\w.!+-]+", part["purl"])
            for licence in part.get("licenses", []):
                assert re.fullmatch(
                    r"[A-Za-z0-9.-]+( (AND|OR|WITH) [A-Za-z0-9.-]+|[()])*", licence["expression"].strip("()")
                )


def test_every_file_below_assets_stands_there_with_its_hash(site: SiteServer, bom: dict[str, Any]) -> None:
    listed = {p["name"]: p["hashes"] for p in walk(bom["components"]) if p["type"] == "file"}
    found = {
        path.relative_to(site.folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (site.folder / "assets").rglob("*")
        if path.is_file()
    }
    assert listed == {name: [{"alg": "SHA-256", "content": digest}] for name, digest in found.items()}
    for part in ("pyodide-", "live-demo-", "fonts-"):
        assert [name for name in found if name.startswith(f"assets/{part}")], part


def test_the_versions_are_those_of_the_locks(bom: dict[str, Any]) -> None:
    parts = shipped(bom)
    runtime = json.loads((ROOT / "site_plugins/mkdocs_pyodide/runtime.lock.json").read_text("utf-8"))
    assert parts["Pyodide"]["version"] == runtime["pyodide"]
    assert parts["CPython and its standard library"]["version"] == runtime["python"]
    assert parts["numpy"]["version"] == runtime["packages"]["numpy"]["version"]
    requirements = (ROOT / "requirements.txt").read_text("utf-8")
    assert f"\nmkdocs-material=={parts['Material for MkDocs']['version']} " in requirements
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    for family, face in {(face.family, face.package) for face in FACES}:
        entry = lock[f"node_modules/{face}"]
        (licence,) = parts[family]["licenses"]
        assert (parts[family]["version"], licence["expression"]) == (entry["version"], entry["license"])


def test_numpy_keeps_its_own_licence_expression(site: SiteServer, bom: dict[str, Any]) -> None:
    (wheel,) = site.folder.glob("assets/pyodide-*/numpy-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        said = re.findall(r"(?m)^License-Expression: (.*)$", archive.read(name).decode())
        files = re.findall(r"(?m)^License-File: (.*)$", archive.read(name).decode())
    assert [licence["expression"] for licence in shipped(bom)["numpy"]["licenses"]] == said
    text = (site.folder / "licences/numpy.txt").read_text("utf-8")
    assert len(files) > 10
    for file in files:
        assert f".dist-info/licenses/{file}\n" in text


def test_the_scripts_hold_the_packages_that_are_listed_and_no_others(tmp_path: Path, bom: dict[str, Any]) -> None:
    assets = ROOT / "site_plugins/mkdocs_live_demo/assets"
    inputs: set[str] = set()
    for entry in ("code/codemirror.js", "live-demo.js"):
        meta = tmp_path / "meta.json"
        options = [
            "--bundle",
            "--format=esm",
            f"--metafile={meta}",
            f"--outdir={tmp_path}",
            "--external:*/manifest.js",
            "--external:*/hashes.js",
        ]
        environ = {"NODE_PATH": str(ROOT / "node_modules")}
        command = [str(ESBUILD), str(assets / entry), *options, "--log-level=error", "--external:node:*"]
        subprocess.run(command, cwd=ROOT, env=environ, check=True)
        inputs |= set(json.loads(meta.read_text("utf-8"))["inputs"])
    found = {package(path) for path in inputs} - {""}
    assert any(path.endswith("vendor/idiomorph.js") for path in inputs)
    npm = {name for name, part in shipped(bom).items() if part.get("purl", "").startswith("pkg:npm/")}
    assert npm - {face.family for face in FACES} == found | {"idiomorph"}
    assert len(found) > 10


def test_the_theme_holds_what_is_listed_and_no_more(site: SiteServer, bom: dict[str, Any]) -> None:
    maps = [json.loads(path.read_text("utf-8")) for path in site.folder.glob("assets/javascripts/**/*.map")]
    found = {package(source) for one in maps for source in one["sources"]} - {""}
    inside = {p["name"] for p in shipped(bom)["Material for MkDocs"]["components"] if p["type"] == "library"}
    names = {"rxjs": "RxJS", "clipboard": "clipboard.js"}
    assert {names.get(name, name) for name in found} == inside - {"Material Design Icons"}


def test_both_locks_are_in_it_whole(bom: dict[str, Any]) -> None:
    names = {(part["name"], part["version"]) for part in bom["components"] if part.get("scope") == "excluded"}
    names |= {(part["name"], part.get("version")) for part in shipped(bom).values()}
    for name, version in re.findall(
        r"(?m)^([\w.-]+)==([^\s;\\]+)", (ROOT / "requirements.txt").read_text("utf-8")
    ):
        purl = f"pkg:pypi/{name}@{version}"
        assert (name, version) in names or any(part.get("purl") == purl for part in shipped(bom).values()), purl
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    families = {face.package for face in FACES}
    for path, entry in lock.items():
        name = path.rpartition("node_modules/")[2]
        assert not name or name in families or (name, entry["version"]) in names


def test_the_page_lists_every_part_with_a_text_to_read(
    site: SiteServer, bom: dict[str, Any], visitor: Visitor
) -> None:
    page = visitor.visit(f"{site.url}licences/", ready=False).page
    rows = page.get_by_role("article").locator("tbody tr:has(td)")
    parts = shipped(bom)
    assert rows.count() == len(parts)
    told = {}
    for row in rows.all():
        name = row.get_by_role("rowheader").inner_text()
        version, licence = row.get_by_role("cell").all_inner_texts()
        told[name] = (version, licence)
        address = str(
            row.get_by_role("link", name=f"{licence}, the licence of {name}", exact=True).evaluate(
                "link => link.href"
            )
        )
        text = (site.folder / address.removeprefix(site.url)).read_text("utf-8")
        assert len(text) > 400, name
    assert told == {n: (p.get("version", "–"), expression(p)) for n, p in parts.items()}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("MPL-2.0", "Mozilla Public License Version 2.0"),
        ("PSF-2.0", "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2"),
        ("Apache-2.0", "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION"),
        ("inter", "SIL OPEN FONT LICENSE Version 1.1"),
        ("source-serif-4", "SIL OPEN FONT LICENSE Version 1.1"),
        ("stix-two-math", "SIL OPEN FONT LICENSE Version 1.1"),
        ("codemirror-view", "Marijn Haverbeke"),
        ("idiomorph", "Zero-Clause BSD"),
        ("material-for-mkdocs", "Martin Donath"),
    ],
)
def test_each_text_is_the_licence_that_it_is_called(site: SiteServer, name: str, words: str) -> None:
    assert words in (site.folder / f"licences/{name}.txt").read_text("utf-8")

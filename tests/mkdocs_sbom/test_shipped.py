"""Versions, licences and texts, from locks and packages."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from mkdocs_sbom.errors import SbomError
from mkdocs_sbom.listed import Listed
from mkdocs_sbom.shipped import Component, Runtime, build_tools, components
from mkdocs_sbom.sources import npm_closure

RUNTIME = Runtime({"pyodide": "1.2.3"}, ["fast_maths-4.5-cp314-cp314-wasm32.whl"])
# base64 of the bytes 00 01 02
LOCK = {
    "": {"name": "site"},
    "node_modules/@e/engine": {"version": "2.0.0", "license": "MIT", "integrity": "sha512-AAEC", "dependencies": {"wheel": "^1"}},
    "node_modules/wheel": {"version": "1.1.0", "license": "ISC"},
    "node_modules/linter": {"version": "9.0.0", "license": "0BSD"},
}  # fmt: skip


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": LOCK}))
    for name in ("@e/engine/LICENSE", "@e/engine/engine.js", "wheel/licence.md"):
        file = tmp_path / "node_modules" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"text of {name}")
    (tmp_path / "LICENSE").write_text("ours")
    (tmp_path / "requirements.txt").write_text(
        "mkdocs==1.6.1 \\\n    --hash=sha256:0\nodd.name==2 ; os_name == 'nt'\n"
    )
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "our_thing"\nversion = "0.1"\nlicense = "MIT"\n')
    return tmp_path


def found(root: Path, *listed: Listed) -> Sequence[Component]:
    return components(listed, root, RUNTIME)


def one(**keys: str) -> Listed:
    return Listed("Thing", "Group", files=("a.js",), **keys)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("keys", "version", "licence", "purl"),
    [
        ({"source": "npm:@e/engine"}, "2.0.0", "MIT", "pkg:npm/%40e/engine@2.0.0"),
        ({"source": "project:.", "text": "LICENSE"}, "0.1", "MIT", "pkg:pypi/our-thing@0.1"),
        ({"source": "wheel:fast-maths", "licence": "0BSD", "text": "LICENSE"}, "4.5", "0BSD", "pkg:pypi/fast-maths@4.5"),
        ({"source": "runtime:pyodide", "licence": "MPL-2.0", "text": "LICENSE"}, "1.2.3", "MPL-2.0", "pkg:generic/pyodide@1.2.3"),
        ({"version": "7", "licence": "Zlib", "text": "site:a.txt"}, "7", "Zlib", ""),
    ],
)  # fmt: skip
def test_version_and_licence_come_from_the_source(
    root: Path, keys: dict[str, str], version: str, licence: str, purl: str
) -> None:
    (component,) = found(root, one(**keys))
    assert (component.version, component.licence, component.purl) == (version, licence, purl)


def test_an_installed_package_tells_its_licence_and_has_its_text(root: Path) -> None:
    (component,) = found(root, one(source="pypi:pytest"))
    assert (component.version, component.licence) == (pytest.__version__, "MIT")
    assert isinstance(component.text, Path)
    assert "Holger Krekel" in component.text.read_text("utf-8")


def test_what_a_package_needs_has_entries_of_its_own(root: Path) -> None:
    both = [
        Listed(name, "Scripts", f"npm:{name}", within="x", dependencies=True) for name in ("@e/engine", "wheel")
    ]
    made = found(root, *both)
    assert [(c.name, c.version, c.within, c.text_name) for c in made] == [
        ("@e/engine", "2.0.0", "x", "e-engine.txt"),
        ("wheel", "1.1.0", "x", "wheel.txt"),
    ]
    assert [c.text for c in made] == [
        root / "node_modules/@e/engine/LICENSE",
        root / "node_modules/wheel/licence.md",
    ]


def test_a_circle_of_needs_ends() -> None:
    lock = {"a": {"dependencies": {"b": "1"}}, "b": {"dependencies": {"a": "1", "gone": "1"}}}
    assert npm_closure(lock, "b") == ["a", "b", "gone"]


def test_what_is_not_shipped_is_a_tool(root: Path) -> None:
    tools = build_tools(root, found(root, one(source="npm:@e/engine")))
    assert [(tool.purl, tool.licence) for tool in tools] == [
        ("pkg:npm/linter@9.0.0", "0BSD"),
        ("pkg:npm/wheel@1.1.0", "ISC"),
        ("pkg:pypi/mkdocs@1.6.1", ""),
        ("pkg:pypi/odd.name@2", ""),
    ]
    (engine,) = [tool for tool in build_tools(root, []) if "engine" in tool.purl]
    assert engine.sha512 == "000102"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"source": "npm:none"}, "sbom: npm:none: expected a package of package-lock.json / found none"),
        ({"source": "pypi:no-such-thing"}, "sbom: pypi:no-such-thing: expected a package of what is installed / found"),
        ({"source": "wheel:slow"}, "sbom: wheel:slow: expected a package of the published wheels / found none"),
        ({"source": "runtime:ruby"}, "sbom: Thing: expected npm:, pypi:, wheel:, project: or runtime: (pyodide) / found"),
        ({"source": "npm:@e/engine", "licence": "ISC"}, "sbom: Thing: expected the licence MIT / found ISC"),
        ({"version": "1", "text": "LICENSE"}, "sbom: Thing: expected a licence / found none"),
        ({"version": "1", "licence": "MIT"}, "sbom: Thing: expected the licence’s text / found None"),
        ({"version": "1", "licence": "MIT", "text": "gone.txt"}, "sbom: Thing: expected the licence’s text / found "),
        ({"source": "npm:linter"}, "sbom: Thing: expected the licence’s text / found None"),
    ],
)  # fmt: skip
def test_what_is_missing_is_named(root: Path, keys: dict[str, str], said: str) -> None:
    with pytest.raises(SbomError) as caught:
        found(root, one(**keys))
    assert str(caught.value).startswith(said)

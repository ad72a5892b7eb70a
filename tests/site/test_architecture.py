"""What design.md says of the code's structure, held against the code."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {
    "attn_core": ROOT / "attn_core",
    "demos": ROOT / "docs/demos",
    **{
        name: ROOT / "site_plugins" / name
        for name in (
            "live_demo",
            "live_code",
            "mkdocs_live_demo",
            "mkdocs_pyodide",
            "mkdocs_typeset",
            "mkdocs_reading",
            "mkdocs_notebooks",
            "mkdocs_assets",
            "mkdocs_policy",
            "mkdocs_offline",
            "mkdocs_sbom",
        )
    },
}
ALLOWED = {
    "attn_core": set(),
    "live_demo": set(),
    "live_code": {"live_demo"},
    "demos": {"attn_core", "live_demo"},
    "mkdocs_live_demo": {"live_demo", "live_code", "mkdocs_assets"},
    "mkdocs_pyodide": {"mkdocs_assets"},
    "mkdocs_typeset": set(),
    "mkdocs_reading": set(),
    "mkdocs_notebooks": set(),
    "mkdocs_assets": set(),
    "mkdocs_policy": {"mkdocs_assets"},
    "mkdocs_offline": {"mkdocs_assets"},
    "mkdocs_sbom": set(),
}


def modules(package: str) -> list[Path]:
    return sorted(PACKAGES[package].rglob("*.py"))


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module or "")
    return found


def top(names: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_run_one_way(package: str) -> None:
    assert modules(package)
    for path in modules(package):
        others = top(imported(path)) & (PACKAGES.keys() - {package})
        assert others <= ALLOWED[package], f"{path} imports {others}"


@pytest.mark.parametrize("package", [name for name in PACKAGES if name.startswith("mkdocs_")])
def test_only_the_plugin_knows_mkdocs(package: str) -> None:
    assert [p.name for p in modules(package) if "mkdocs" in top(imported(p))] == ["plugin.py"]


@pytest.mark.parametrize("package", ["live_demo", "live_code"])
def test_what_travels_needs_nothing_but_the_standard_library(package: str) -> None:
    import sys

    for path in modules(package):
        assert top(imported(path)) <= sys.stdlib_module_names | {"live_demo", "live_code"}, path


def test_attn_core_needs_nothing_but_numpy() -> None:
    import sys

    for path in modules("attn_core"):
        assert top(imported(path)) <= sys.stdlib_module_names | {"attn_core", "numpy"}, path


def test_the_engine_knows_nothing_of_attention() -> None:
    engine = ("live_demo", "live_code", "mkdocs_live_demo", "mkdocs_pyodide")
    for path in [p for name in engine for p in PACKAGES[name].rglob("*")]:
        if path.suffix in {".py", ".js", ".css", ".ts"} and "vendor" not in path.parts:
            found = re.search(
                "attention|attn|softmax|transformer", path.read_text(encoding="utf-8"), re.IGNORECASE
            )
            assert not found, path


def test_no_file_does_too_much() -> None:
    long = {
        str(p.relative_to(ROOT)): n
        for folder in ("attn_core", "site_plugins", "docs/demos", "tools")
        for p in (ROOT / folder).rglob("*")
        if p.suffix in {".py", ".js"} and "vendor" not in p.parts and (n := len(p.read_text().splitlines())) > 260
    }
    assert not long


def test_idiomorph_is_the_one_from_npm() -> None:
    vendored = ROOT / "site_plugins/mkdocs_live_demo/assets/vendor/idiomorph.js"
    assert vendored.read_bytes() == (ROOT / "node_modules/idiomorph/dist/idiomorph.esm.js").read_bytes()


def test_modules_are_served_by_every_host() -> None:
    assert not list((ROOT / "site_plugins").rglob("*.mjs"))

from pathlib import Path

import pytest

from mkdocs_assets.errors import AssetError
from mkdocs_assets.integrity import integrity
from mkdocs_live_demo import scripts

ROOT = Path(__file__).parents[2]
FILES = {
    "live-demo.js": b'import { two } from "./parts/two.js"; import("./export.js"); console.log(two + 1);',
    "worker.js": b'import { two } from "./parts/two.js"; postMessage(two);',
    "export.js": b"export const save = () => 7;",
    "parts/two.js": b"export const two = 2; // a remark",
    "live-demo.css": b"a { color: red }",
}


def test_each_entry_is_one_file_with_what_it_imports() -> None:
    joined = scripts.joined(FILES, ROOT)
    assert set(joined) == {"live-demo.js", "worker.js", "export.js", "live-demo.css"}
    assert b'import("./export.js")' in joined["live-demo.js"], "what is needed later comes later"
    assert b"two.js" not in joined["live-demo.js"] + joined["worker.js"]
    assert b"remark" not in joined["worker.js"]
    assert joined["live-demo.css"] == FILES["live-demo.css"]


def test_a_site_without_esbuild_gets_its_modules_as_they_are(tmp_path: Path) -> None:
    known = b'export const hashes = {"export.js": "%s"};\n' % integrity(FILES["export.js"]).encode()
    assert scripts.joined(FILES, tmp_path) == FILES | {"hashes.js": known}


CELLS = FILES | {
    "live-demo.js": b'import("./code/cell.js"); export const runtime = 1;',
    "code/cell.js": b'import { runtime } from "../live-demo.js"; import("./editor.js"); console.log(runtime);',
    "code/editor.js": b"export const open = () => 'plain';",
    "code/codemirror.js": b'import { indentUnit } from "@codemirror/language"; export const open = () => indentUnit;',
}


def test_a_cell_shares_the_one_runtime_and_fetches_its_editor_later() -> None:
    joined = scripts.joined(CELLS, ROOT)
    assert b'from"../live-demo.js"' in joined["code/cell.js"]
    assert b'import("./editor.js")' in joined["code/cell.js"]
    assert b'import("./code/cell.js")' in joined["live-demo.js"]


def test_who_imports_a_script_knows_its_hash() -> None:
    told = b'import { hashes } from "%shashes.js"; console.log(hashes);'
    files = CELLS | {"live-demo.js": CELLS["live-demo.js"] + told % b"./", "worker.js": b"", "late.js": b""}
    joined = scripts.joined(files | {"code/cell.js": CELLS["code/cell.js"] + told % b"../"}, ROOT)
    assert "hashes.js" not in joined
    for wanted, importer in {
        "export.js": "live-demo.js",
        "code/cell.js": "live-demo.js",
        "code/editor.js": "code/cell.js",
    }.items():
        assert integrity(joined[wanted]).encode() in joined[importer]


def test_the_editor_is_codemirror_where_npm_has_it(tmp_path: Path) -> None:
    joined = scripts.joined(CELLS, ROOT)
    assert len(joined["code/editor.js"]) > 10_000
    assert b'from"@codemirror' not in joined["code/editor.js"]
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules/@esbuild").symlink_to(ROOT / "node_modules/@esbuild")
    assert b"plain" in scripts.joined(CELLS, tmp_path)["code/editor.js"]
    assert scripts.joined(CELLS, tmp_path / "none")["code/editor.js"] == CELLS["code/editor.js"]
    for made in (joined, scripts.joined(CELLS, tmp_path), scripts.joined(CELLS, tmp_path / "none")):
        assert "code/codemirror.js" not in made


def test_the_same_modules_give_the_same_file() -> None:
    assert scripts.joined(FILES, ROOT) == scripts.joined(dict(reversed(FILES.items())), ROOT)


def test_a_wrong_script_is_named() -> None:
    with pytest.raises(AssetError, match=r"^esbuild: expected .* found .*parts/two\.js"):
        scripts.joined(FILES | {"parts/two.js": b"export const two = ;"}, ROOT)

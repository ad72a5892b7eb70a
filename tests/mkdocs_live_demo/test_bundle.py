import json
from pathlib import Path

from mkdocs_live_demo import bundle

ASSETS = Path(bundle.__file__).with_name("assets")


def test_the_bundle_is_the_engine_and_the_demos(demos: Path) -> None:
    (demos / "data").mkdir()
    (demos / "data" / "row.json").write_text("[1]")
    (demos / "data" / "make_row.py").write_text("raise SystemExit")
    (demos / "__pycache__").mkdir()
    files = bundle.sources(demos)
    assert {
        "live_demo/browser.py",
        "live_demo/views/bars.py",
        "demos/thermometer.py",
        "demos/data/row.json",
    } <= set(files)
    assert not [name for name in files if "pycache" in name or "make_row" in name]


def test_the_manifest_says_where_things_are(demos: Path) -> None:
    files = bundle.assets(ASSETS, bundle.sources(demos), {"folder": "x"})
    manifest = json.loads(files["manifest.json"])
    assert manifest["bundle"] in files
    assert manifest["runtime"] == {"folder": "x"}
    assert {"live-demo.js", "worker.js", "boot.js", "live-demo.css", "vendor/idiomorph.js"} <= set(files)
    assert not [name for name in files if name.endswith((".d.ts", ".mjs"))]


def test_the_folders_name_changes_with_any_byte(demos: Path) -> None:
    files = bundle.assets(ASSETS, bundle.sources(demos), {})
    assert bundle.content_hash(files) == bundle.content_hash(dict(reversed(files.items())))
    changed = files | {"worker.js": files["worker.js"] + b" "}
    assert bundle.content_hash(changed) != bundle.content_hash(files)

import base64
import hashlib
import json
from pathlib import Path

import pytest

from live_demo import DemoError
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
        "live_code/browser.py",
        "demos/thermometer.py",
        "demos/data/row.json",
    } <= set(files)
    assert not [name for name in files if "pycache" in name or "make_row" in name]


def test_a_package_beside_the_demos_brings_its_data_along(demos: Path) -> None:
    (demos / "model").mkdir()
    for name in ("__init__.py", "counted.json", "weights.bin", ".hidden.json"):
        (demos / "model" / name).write_text("")
    (demos / "loose").mkdir()
    (demos / "loose" / "counted.json").write_text("1")  # a folder that no module can import from
    files = [name for name in bundle.sources(demos) if name.startswith(("demos/model", "demos/loose"))]
    assert files == ["demos/model/__init__.py", "demos/model/counted.json"]


def test_the_manifest_says_where_things_are(demos: Path) -> None:
    files = bundle.assets(ASSETS, bundle.sources(demos), {"folder": "x"})
    manifest = json.loads(files["manifest.json"])
    assert manifest["bundle"] in files
    assert manifest["runtime"] == {"folder": "x"}
    digest = base64.b64encode(hashlib.sha256(files["bundle.json"]).digest()).decode()
    none = base64.b64encode(hashlib.sha256(b"{}").digest()).decode()
    assert files["files.json"] == b"{}"
    assert files["manifest.js"].decode().splitlines() == [
        'export const runtime = {"folder":"x"};',
        f'export const bundleHash = "sha256-{digest}";',
        f'export const filesHash = "sha256-{none}";',
        "export const large = {};",
    ]
    assert {"live-demo.js", "worker.js", "boot.js", "live-demo.css", "vendor/idiomorph.js"} <= set(files)
    assert not [name for name in files if name.endswith((".d.ts", ".mjs"))]


def test_the_folders_name_changes_with_any_byte(demos: Path) -> None:
    files = bundle.assets(ASSETS, bundle.sources(demos), {})
    assert bundle.content_hash(files) == bundle.content_hash(dict(reversed(files.items())))
    changed = files | {"worker.js": files["worker.js"] + b" "}
    assert bundle.content_hash(changed) != bundle.content_hash(files)


def test_all_data_as_text_travels_and_hidden_files_do_not(demos: Path) -> None:
    (demos / "data" / "more").mkdir(parents=True)
    for name in ("a.csv", "b.txt", "more/c.tsv", ".d.json", "make.py"):
        (demos / "data" / name).write_text("1")
    (demos / ".#thermometer.py").symlink_to("nobody@nowhere.1")  # as Emacs locks a file
    (demos / "gone.py").symlink_to("nowhere.py")
    demo_files = {name for name in bundle.sources(demos) if name.startswith("demos/")}
    data = {"demos/data/a.csv", "demos/data/b.txt", "demos/data/more/c.tsv"}
    assert demo_files == {"demos/thermometer.py"} | data


def test_other_data_is_refused_by_name(demos: Path) -> None:
    (demos / "data").mkdir()
    (demos / "data" / "weights.npz").write_bytes(b"PK")
    with pytest.raises(DemoError) as caught:
        bundle.sources(demos)
    says = "demos/data/weights.npz: expected data as text (.json, .csv, .txt, .tsv); found .npz"
    assert str(caught.value) == says


def test_a_file_that_is_not_utf8_is_refused_with_the_place(demos: Path) -> None:
    (demos / "latin.py").write_bytes(b'"""Caf\xe9."""')
    with pytest.raises(DemoError) as caught:
        bundle.sources(demos)
    assert str(caught.value) == "demos/latin.py: expected text in UTF-8; found byte 0xe9 at position 6"


def test_a_byte_order_mark_does_no_harm(demos: Path) -> None:
    (demos / "marked.py").write_bytes(b"\xef\xbb\xbfx = 1\n")
    assert bundle.sources(demos)["demos/marked.py"] == "x = 1\n"

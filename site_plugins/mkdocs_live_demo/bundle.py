"""What travels to the browser: the sources of live_demo and the demos, in one JSON file."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import live_demo


def sources(demos: Path) -> dict[str, str]:
    """Every file the browser's Python needs, by path: the engine, the demos and the data beside them."""
    engine = Path(live_demo.__file__).parent
    files = {f"live_demo/{p.relative_to(engine).as_posix()}": p for p in sorted(engine.rglob("*.py"))}
    for pattern in ("*.py", "data/*.json"):
        files |= {f"demos/{p.relative_to(demos).as_posix()}": p for p in sorted(demos.glob(pattern))}
    return {name: path.read_text(encoding="utf-8") for name, path in files.items()}


def assets(folder: Path, bundle: Mapping[str, str], runtime: Mapping[str, object]) -> dict[str, bytes]:
    """The files of the asset folder, by path: scripts and styles as they stand, the bundle, the manifest."""
    shipped = {
        p.relative_to(folder).as_posix(): p.read_bytes()
        for p in sorted(folder.rglob("*"))
        if p.suffix in {".js", ".css", ".txt"}
    }
    shipped["bundle.json"] = _json(bundle)
    shipped["manifest.json"] = _json({"bundle": "bundle.json", "runtime": runtime})
    return shipped


def content_hash(files: Mapping[str, bytes]) -> str:
    """Twelve hexadecimal digits that change when any of the files does."""
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()[:12]


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()

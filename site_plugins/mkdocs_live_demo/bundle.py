"""What travels to the browser: the sources of live_demo, live_code and the demos, in one JSON file."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import live_code
import live_demo
from live_demo.errors import DemoError
from mkdocs_assets.integrity import integrity

DATA = (".json", ".csv", ".txt", ".tsv")


def sources(demos: Path) -> dict[str, str]:
    """Every file the browser's Python needs, by path: the two engines, the demos and the data beside them."""
    files: dict[str, Path] = {}
    for engine in (Path(package.__path__[0]) for package in (live_code, live_demo)):
        files |= {f"{engine.name}/{p.relative_to(engine).as_posix()}": p for p in sorted(engine.rglob("*.py"))}
    for path in [*_scripts(demos), *_data(demos)]:
        files[f"demos/{path.relative_to(demos).as_posix()}"] = path
    return {name: _text(name, path) for name, path in files.items()}


def _visible(demos: Path, pattern: str) -> list[Path]:
    """Files, without those that editors and systems hide; a link that leads nowhere is no file."""
    found = (p for p in sorted(demos.glob(pattern)) if p.is_file())
    return [p for p in found if not any(part.startswith(".") for part in p.relative_to(demos).parts)]


def _scripts(demos: Path) -> list[Path]:
    """The demos, and the packages beside them that they import, with what these have as data."""
    packages = {path.parent for path in _visible(demos, "**/__init__.py")}
    inside = [p for folder in sorted(packages) for p in _visible(folder, "*") if p.suffix in {".py", *DATA}]
    return [*_visible(demos, "*.py"), *inside]


def _data(demos: Path) -> list[Path]:
    """The data of the demos. The scripts that made it stay at home."""
    files = [p for p in _visible(demos, "data/**/*") if p.suffix not in {".py", ".pyc"}]
    for path in files:
        if path.suffix not in DATA:
            name = f"demos/{path.relative_to(demos).as_posix()}"
            raise DemoError(name, expected=f"data as text ({', '.join(DATA)})", found=path.suffix or path.name)
    return files


def _text(name: str, path: Path) -> str:
    # Data keeps its byte order mark: the demo must read the same at build and in the browser.
    codec = "utf-8-sig" if path.suffix == ".py" else "utf-8"
    try:
        return path.read_bytes().decode(codec)
    except UnicodeDecodeError as error:
        found = f"byte {error.object[error.start]:#04x} at position {error.start}"
        raise DemoError(name, expected="text in UTF-8", found=found) from None


def assets(
    folder: Path,
    bundle: Mapping[str, str],
    runtime: Mapping[str, object],
    files: Mapping[str, object] | None = None,
    large: Mapping[str, object] | None = None,
) -> dict[str, bytes]:
    """The files of the asset folder, by path: scripts and styles as they stand, the bundle, the manifest.

    The worker imports the manifest; as JSON it is there for other programs. `files` is what demos can fetch,
    `large` which of it only when the reader has agreed.
    """
    shipped = {
        p.relative_to(folder).as_posix(): p.read_bytes()
        for p in sorted(folder.rglob("*"))
        if p.suffix in {".js", ".css", ".txt"}
    }
    shipped["bundle.json"] = _json(bundle)
    shipped["files.json"] = _json(files or {})
    known = {
        "runtime": runtime,
        "bundleHash": integrity(shipped["bundle.json"]),
        "filesHash": integrity(shipped["files.json"]),
        "large": large or {},
    }
    lines = [b"export const %s = %s;\n" % (name.encode(), _json(value)) for name, value in known.items()]
    shipped["manifest.js"] = b"".join(lines)
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

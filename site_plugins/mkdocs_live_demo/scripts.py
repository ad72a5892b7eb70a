"""What a page loads of the engine: its scripts, each joined with what it imports, minified where esbuild is."""

import json
import posixpath
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from mkdocs_assets.esbuild import esbuild
from mkdocs_assets.integrity import integrity

WANTED = ("export.js", "code/editor.js", "code/cell.js")
"""Imported when they are wanted, and compared with their hashes then. One that imports another comes after it."""
ENTRIES = (*WANTED, "live-demo.js", "worker.js", "late.js")
HASHES = "hashes.js"
EDITORS = {"code/editor.js": "code/codemirror.js"}
"""What an entry is made of instead, where its packages are in `node_modules`."""
_OPTIONS = ("--bundle", "--format=esm", "--minify", "--target=es2022", "--legal-comments=none", "--charset=utf8")


def joined(files: Mapping[str, bytes], root: Path) -> dict[str, bytes]:
    """Return the files with each entry in one piece, and without the scripts that are now inside them.

    Parameters
    ----------
    files
        All that is published, by path, but for `hashes.js`, which is made here.
    root
        The folder whose `node_modules` may have esbuild and CodeMirror. Without esbuild the files stay as they
        are: browsers load the modules one by one. Without either, the editor is a plain text area.

    Raises
    ------
    AssetError
        If a script is wrong.
    """
    plain = {name: data for name, data in files.items() if name not in EDITORS.values()}
    plain[HASHES] = _hashes(plain)
    entries = [entry for entry in ENTRIES if entry in plain]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        pieces: dict[str, bytes] = {}
        for entry in entries:
            (folder / HASHES).write_bytes(_hashes(pieces))
            source = EDITORS[entry] if entry in EDITORS and _has_codemirror(root) else entry
            others = [f"--external:{other}" for other in ("node:*", *_apart(entry, entries))]
            piece = esbuild(root, [str(folder / source), *_OPTIONS, *others])
            if piece is None:
                return plain
            pieces[entry] = piece
    return {name: data for name, data in plain.items() if not name.endswith(".js")} | pieces


def _hashes(files: Mapping[str, bytes]) -> bytes:
    r"""The module that says, by file name, what the scripts must be that are imported when they are wanted.

    >>> _hashes({"export.js": b"", "live-demo.js": b""})
    b'export const hashes = {"export.js": "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="};\n'
    """
    known = {posixpath.basename(name): integrity(files[name]) for name in WANTED if name in files}
    return f"export const hashes = {json.dumps(known)};\n".encode()


def _apart(entry: str, entries: Sequence[str]) -> list[str]:
    """How a script writes the entries that stay files of their own when it imports them.

    >>> _apart("code/cell.js", ["live-demo.js", "code/cell.js", "code/editor.js"])
    ['../live-demo.js', './editor.js']
    """
    folder = posixpath.dirname(entry) or "."
    paths = [posixpath.relpath(other, folder) for other in entries if other != entry]
    return [path if path.startswith(".") else f"./{path}" for path in paths]


def _has_codemirror(root: Path) -> bool:
    return (root / "node_modules" / "@codemirror" / "lang-python").is_dir()

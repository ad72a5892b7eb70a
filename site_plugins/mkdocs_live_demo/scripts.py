"""What a page loads of the engine: its scripts, each joined with what it imports, minified where esbuild is."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

from mkdocs_assets.esbuild import esbuild

ENTRIES = ("live-demo.js", "worker.js", "export.js")
_OPTIONS = ("--bundle", "--format=esm", "--minify", "--target=es2022", "--legal-comments=none", "--charset=utf8")


def joined(files: Mapping[str, bytes], root: Path) -> dict[str, bytes]:
    """Return the files with each entry in one piece, and without the scripts that are now inside them.

    Parameters
    ----------
    files
        All that is published, by path.
    root
        The folder whose `node_modules` may have esbuild. Where it has not, the files stay as they are: browsers
        load the modules one by one.

    Raises
    ------
    AssetError
        If a script is wrong.
    """
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        pieces: dict[str, bytes] = {}
        for entry in ENTRIES:
            # An entry that another one imports when it needs it stays a file of its own.
            others = [f"--external:{other}" for other in ("node:*", *(f"./{e}" for e in ENTRIES if e != entry))]
            piece = esbuild(root, [str(folder / entry), *_OPTIONS, *others])
            if piece is None:
                return dict(files)
            pieces[entry] = piece
    return {name: data for name, data in files.items() if not name.endswith(".js")} | pieces

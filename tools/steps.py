"""Steps of the set-up that are done once for the same inputs, and again when one was interrupted.

A step is known to be done by its stamp: a file that holds the hash of the step's inputs. The stamp goes
before the commands run and comes back after the last of them, and it lives inside the folder that the step
fills, so that it disappears with that folder. Times of files are never compared: git sets them anew.
"""

import contextlib
import fcntl
import hashlib
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TAIL = 30  # lines of a failed command's output that are shown at once


class StepError(Exception):
    """A command failed. The message is for the person at the terminal."""


@dataclass(frozen=True)
class Step:
    """One thing to do, and what it depends on."""

    name: str
    says: str
    stamp: Path
    inputs: tuple[Path, ...]
    commands: tuple[tuple[str, ...], ...]
    facts: tuple[str, ...] = ()  # what else it depends on beside the contents of files


def fingerprint(step: Step) -> str:
    """Hash the step's facts and the names and contents of its inputs."""
    digest = hashlib.sha256()
    for part in [*(fact.encode() for fact in step.facts), *(_named_content(path) for path in step.inputs)]:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def run(step: Step, folder: Path) -> bool:
    """Do the step in `folder` unless its stamp says that it is done; tell whether it ran.

    Raises
    ------
    StepError
        If a command fails. The step then counts as not done.
    """
    wanted = fingerprint(step)
    if step.stamp.is_file() and step.stamp.read_text() == wanted:
        return False
    step.stamp.unlink(missing_ok=True)
    print(f"{step.name}: {step.says} …", end="", flush=True)
    started = time.monotonic()
    try:
        _run_logged(step, folder)
    except BaseException:
        print(flush=True)
        raise
    print(f" {time.monotonic() - started:.0f} s", flush=True)
    _write_whole(step.stamp, wanted)
    return True


@contextlib.contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Keep a second set-up of the same folder waiting until this one is through."""
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("setup: another make is setting up this folder; waiting for it", flush=True)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _named_content(path: Path) -> bytes:
    return path.name.encode() + b"\0" + path.read_bytes()


def _run_logged(step: Step, folder: Path) -> None:
    log = folder / ".make" / f"{step.name}.log"
    log.parent.mkdir(exist_ok=True)
    with log.open("wb") as output:
        for command in step.commands:
            code = subprocess.run(  # noqa: S603  (the commands are this project's own)
                command, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, check=False
            ).returncode
            if code:
                lines = log.read_text(errors="replace").splitlines()[-TAIL:]
                what = f"setup: step {step.name} failed / found {Path(command[0]).name} … with exit code {code}"
                hint = f"all it said is in {log.relative_to(folder)}; the same command resumes here"
                raise StepError("\n".join([*lines, f"{what} / hint {hint}"]))


def _write_whole(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_text(text)
    new.replace(path)

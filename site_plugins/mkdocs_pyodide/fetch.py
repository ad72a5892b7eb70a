"""Fill the cache folder from the first sources that have the files. The only step that uses the network."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NoReturn

from tqdm import tqdm

from mkdocs_pyodide.cache import (
    SOURCE_VARIABLE,
    RuntimeFilesError,
    damaged_files,
    missing_files,
    scratch_folder,
    store,
)
from mkdocs_pyodide.download import FileError, SourceError, Watch, run_watched
from mkdocs_pyodide.lock import RuntimeFile, RuntimeLock
from mkdocs_pyodide.sources import Source

PATIENCE = 10.0


@dataclass
class Outcome:
    """What one source gave: the files that are now in the cache, and why others are not."""

    stored: list[RuntimeFile] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def in_words(self, watch: Watch, seconds: float) -> str:
        """Say it in one line."""
        parts = list(self.refused)
        if self.stored:
            size = f"{_megabytes(watch.wire)} in {seconds:.1f} s"
            parts.insert(0, f"{len(self.stored)} file{'s' * (len(self.stored) > 1)}, {size}")
        return "; ".join(parts)


def _say(line: str) -> None:
    print(line, flush=True)


def wanted_files(folder: Path, lock: RuntimeLock) -> list[RuntimeFile]:
    """List the files that the cache lacks or holds damaged."""
    return missing_files(folder, lock) + [file for file, _ in damaged_files(folder, lock)]


def fetch(
    folder: Path,
    lock: RuntimeLock,
    sources: Sequence[Source],
    patience: float = PATIENCE,
    say: Callable[[str], None] = _say,
) -> None:
    """Bring every file of the lock into the folder.

    Parameters
    ----------
    folder
        The cache folder of this version. Files that are there and right are left alone.
    lock
        What is wanted.
    sources
        Asked in order, each for what is still wanted. Nothing is asked if nothing is wanted.
    patience
        Seconds of silence after which a source is given up for the next.
    say
        Is given one line for each source.

    Raises
    ------
    RuntimeFilesError
        If a file is still wanted after the last source.
    """
    wanted = wanted_files(folder, lock)
    if not wanted:
        say(f"Pyodide {lock.pyodide}: all {len(lock.files)} files are in {folder}, nothing to fetch")
        return
    for file, found in damaged_files(folder, lock):
        say(f"{folder / file.name} is damaged: expected sha256 {file.sha256}, found {found}; it is fetched again")
    say(f"Pyodide {lock.pyodide}: fetching {_count(wanted)} into {folder}")
    asked: list[str] = []  # a line for each source
    said = 0  # lines are said once a source has given something: if none has, the error says it all in one
    for source in sources:
        offered = [file for file in wanted if source.offers(file)]
        if not offered:
            continue
        with scratch_folder(folder) as scratch:  # of its own: a source that is given up may still wake up
            outcome, line = _ask(source, offered, partial(store, folder, scratch), patience)
        wanted = [file for file in wanted if file not in outcome.stored]
        asked.append(line)
        if outcome.stored:
            for unsaid in asked[said:]:
                say(unsaid)
            said = len(asked)
    if wanted:
        raise RuntimeFilesError(
            f"runtime files: expected {len(lock.files)} files of Pyodide {lock.pyodide} in {folder}"
            f" / missing {', '.join(file.name for file in wanted)}; asked {'; '.join(asked)}"
            f" / hint: run `make fetch` with a network, or name a folder or an address that has them: "
            f"`{SOURCE_VARIABLE}=… make fetch`"
        )


def _ask(
    source: Source,
    files: Sequence[RuntimeFile],
    keep: Callable[[RuntimeFile, Iterator[bytes]], None],
    patience: float,
) -> tuple[Outcome, str]:
    outcome, watch, start = Outcome(), Watch(patience), time.monotonic()
    with _progress(source.label, files) as bar:

        def work() -> None:
            for file, chunks in source.read(files, watch):
                try:
                    keep(file, _counted(chunks, bar))
                    outcome.stored.append(file)
                except FileError as error:
                    outcome.refused.append(f"{file.name}: {error}")
                except RuntimeFilesError as error:
                    outcome.refused.append(str(error))

        try:
            run_watched(work, watch)
        except SourceError as error:
            outcome.refused.append(str(error))
        except Exception as error:  # whatever goes wrong with one source, the next is asked
            outcome.refused.append(f"{type(error).__name__}: {error}".splitlines()[0])
    return outcome, f"{source.label}: {outcome.in_words(watch, time.monotonic() - start)}"


def _progress(label: str, files: Sequence[RuntimeFile]) -> "tqdm[NoReturn]":
    """Draw a bar if somebody looks at a terminal; each source's line says the rest."""
    size = sum(file.size for file in files)
    return tqdm(total=size, desc=label, unit="B", unit_scale=True, leave=False, disable=not sys.stderr.isatty())


def _counted(chunks: Iterator[bytes], bar: "tqdm[NoReturn]") -> Iterator[bytes]:
    for chunk in chunks:
        bar.update(len(chunk))
        yield chunk


def _count(files: Sequence[RuntimeFile]) -> str:
    size = _megabytes(sum(file.size for file in files))
    return f"{len(files)} file{'s' * (len(files) > 1)} ({size})"


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"

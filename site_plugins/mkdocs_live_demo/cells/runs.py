"""From cells to their outputs: run, or read from the cache, and checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from live_demo.elements import Node
from mkdocs_live_demo.cells.cache import cached, digest
from mkdocs_live_demo.cells.checks import check_runs
from mkdocs_live_demo.cells.outputs import joined
from mkdocs_live_demo.cells.page import Cell
from mkdocs_live_demo.cells.processes import Job, Run, Surroundings, run_twice


@dataclass(frozen=True)
class Runner:
    """Runs cells.

    Attributes
    ----------
    around
        What the cells find around them.
    python
        A hash of the Python and the packages they run on.
    folder
        Where results are kept.
    """

    around: Surroundings
    python: str
    folder: Path

    def __call__(self, cells: Sequence[Cell]) -> dict[str, Node]:
        """Run cells in order, in one Python, and return the output of each by its key.

        Raises
        ------
        DemoError
            For the first cell that does not do what its author said.
        """
        jobs = [Job(cell.request.session, cell.name, cell.request.code, cell.request.echo) for cell in cells]
        key = digest({"python": self.python, "importable": sorted(self.around.importable), "cells": jobs})
        runs: Sequence[tuple[Run, Run]] = cached(self.folder, key, lambda: run_twice(jobs, self.around))
        for cell, (first, second) in zip(cells, runs, strict=True):
            check_runs(cell, first, second, self.around.importable)
        return {cell.key: joined(first[0]) for cell, (first, _) in zip(cells, runs, strict=True)}

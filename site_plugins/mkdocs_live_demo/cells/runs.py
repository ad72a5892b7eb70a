"""From the cells of a session to their outputs: run, or read from the cache, and checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from live_demo.elements import Node
from mkdocs_live_demo.cells.cache import cached, digest
from mkdocs_live_demo.cells.checks import check_runs
from mkdocs_live_demo.cells.outputs import joined
from mkdocs_live_demo.cells.page import Cell
from mkdocs_live_demo.cells.processes import Run, Surroundings, run_twice


@dataclass(frozen=True)
class Runner:
    """Runs sessions.

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
        """Run the cells of one session in order and return the output of each by its key.

        Raises
        ------
        DemoError
            For the first cell that does not do what its author said.
        """
        named = [(cell.name, cell.request.code) for cell in cells]
        key = digest({"python": self.python, "importable": sorted(self.around.importable), "cells": named})
        runs: Sequence[tuple[Run, Run]] = cached(self.folder, key, lambda: run_twice(named, self.around))
        for cell, (first, second) in zip(cells, runs, strict=True):
            check_runs(cell, first, second, self.around.importable)
        return {cell.key: joined(first[0]) for cell, (first, _) in zip(cells, runs, strict=True)}

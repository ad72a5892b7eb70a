"""The cells of one page: gathered while Markdown finds them, run together, then written in their places."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from live_demo.elements import Node
from mkdocs_live_demo.cells.cell import cell
from mkdocs_live_demo.cells.request import CellRequest

_PLACE = re.compile(r"<!--live-code (\S+)-->")


@dataclass(frozen=True)
class Cell:
    """A cell with its names on the page: in addresses and in words."""

    key: str
    request: CellRequest

    @property
    def name(self) -> str:
        """What errors call it.

        >>> Cell("cell-3", CellRequest("1")).name
        'cell 3'
        """
        return re.sub(r"-(\d+)$", r" \1", self.key)


type Run = Callable[[Sequence[Cell]], Mapping[str, Node]]
"""Runs cells in their order, in one Python, and gives the output of each by its key."""


@dataclass
class Cells:
    """The cells found so far."""

    found: list[Cell] = field(default_factory=list)

    def add(self, request: CellRequest) -> str:
        """Take a cell and return what marks its place."""
        number = 1 + sum(c.request.kind == request.kind for c in self.found)
        self.found.append(Cell(f"{request.kind}-{number}", request))
        return f"<!--live-code {request.kind}-{number}-->"

    def parts(self) -> list[list[Cell]]:
        """The cells by what runs together, in the order of the page but for the set-up, which comes first.

        Each session is a part. Examples of docstrings have many sessions and little to do: they are one part.
        """
        names = [c.request.session if c.request.flags is None else None for c in self.found]
        parts = [
            [c for c, own in zip(self.found, names, strict=True) if own == name] for name in dict.fromkeys(names)
        ]
        return [sorted(part, key=lambda c: not c.request.setup) for part in parts]

    def written(self, html: str, run: Run) -> str:
        """Run all cells and write each where its mark stands."""
        outputs = {key: output for part in self.parts() for key, output in run(part).items()}
        by_key = {c.key: c for c in self.found}
        shown = (key for key in _PLACE.findall(html) if key in by_key and not by_key[key].request.setup)
        first = next(shown, "")

        def write(place: re.Match[str]) -> str:
            if place[1] not in by_key:
                return place[0]
            found = by_key[place[1]]
            # The bar with "Run all" and "Restart" is filled by the page's script; its room is kept from the start.
            bar = '<live-cells class="lc-page"></live-cells>' if found.key == first else ""
            return bar + cell(found.request, found.key, found.name.capitalize(), outputs[found.key])

        return _PLACE.sub(write, html)

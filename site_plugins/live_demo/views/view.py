"""What a demo returns: parts of a figure, its table, its sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from live_demo.elements import Child, Element, Node, element, render


@dataclass(frozen=True)
class Verdict:
    """What a guess is told after the reveal."""

    right: bool
    text: Child


@dataclass(frozen=True, init=False)
class View:
    """The result of a demo, in reading order. The sentence is announced when it changes.

    `verdicts` answers each option of the module's `PREDICT`; `progress` (0 to 1) belongs to a generator's frame.

    >>> View(element("p", "figure"), sentence=["a ", "b"]).html()
    '<p>figure</p><p class="ld-say" aria-live="polite">a b</p>'
    """

    parts: tuple[Node, ...]
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    progress: float | None = None

    def __init__(
        self,
        *parts: Node,
        sentence: Child = None,
        verdicts: Mapping[str, Verdict] | None = None,
        progress: float | None = None,
    ) -> None:
        said = (element("p", sentence, class_="ld-say", aria_live="polite"),) if sentence is not None else ()
        object.__setattr__(self, "parts", parts + said)
        object.__setattr__(self, "verdicts", dict(verdicts or {}))
        object.__setattr__(self, "progress", progress)

    def nodes(self) -> tuple[Node, ...]:
        """Every node of the view: the parts, then the verdicts, which stay hidden until asked for."""
        return self.parts + tuple(_verdict(option, v) for option, v in self.verdicts.items())

    def html(self) -> str:
        """The view as HTML."""
        return "".join(map(render, self.nodes()))

    def _repr_html_(self) -> str:
        """What a notebook shows of a view that is a cell's last expression."""
        return self.html()


def _verdict(option: str, verdict: Verdict) -> Element:
    return element("p", verdict.text, hidden=True, data_verdict=option, data_right=str(verdict.right).lower())

"""Mermaid source to Mermaid's own SVG: the real Mermaid in a JavaScript engine, without a browser."""

import re
from importlib.metadata import version
from pathlib import Path

import mermaidx

from mkdocs_typeset.cache import cached
from mkdocs_typeset.errors import DiagramError

# The engine measures text in DejaVu Sans, about an eighth wider than Inter: boxes laid out for 17 px of the
# one hold 19 px of the other, the size to which labels grow on a phone.
_LAYOUT = {
    "htmlLabels": False,  # text, not foreignObject
    "flowchart": {
        "htmlLabels": False,
        "wrappingWidth": 10_000,  # lines break where the author breaks them
        "nodeSpacing": 31,
        "rankSpacing": 90,
        "padding": 12,
        "diagramPadding": 2,
    },
    "themeVariables": {"fontSize": "17px"},
    "look": "classic",
    "layout": "dagre",
}
_PARSE_ERROR = re.compile(r"Parse error on line (?P<line>\d+):\n(?P<text>.*)\n-*\^\n(?P<reason>.*)", re.DOTALL)


def mermaid_svg(source: str, thing: str, cache: Path) -> str:
    """Lay a flowchart out with Mermaid.

    Raises
    ------
    DiagramError
        Mermaid can't read the source; ``thing`` names the diagram in the message.
    """
    # This file holds all that is asked of Mermaid: a change to it lays every diagram out anew.
    parts = [b"mermaid", version("mermaidx").encode(), Path(__file__).read_bytes(), source.encode()]
    return cached(cache, parts, lambda: _render(source, thing).encode()).decode()


def _render(source: str, thing: str) -> str:
    try:
        return str(mermaidx.render(source, theme="base", config=_LAYOUT).svg())
    except RuntimeError as error:
        reason = str(error).removeprefix("Mermaid rendering failed: ").removeprefix("Error: ")
        hint = "compare the line with Mermaid's documentation of flowcharts"
        if parse := _PARSE_ERROR.fullmatch(reason):
            found = f"line {parse['line']}, near “{parse['text'].strip()}”: {parse['reason'].splitlines()[0]}"
        else:
            found = " ".join(reason.split())
        raise DiagramError(thing, expected="Mermaid source", found=found, hint=hint) from None

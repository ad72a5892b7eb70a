"""The ``mermaid`` fence: SuperFences hands the source over, a figure comes back."""

import re
from html import unescape
from pathlib import Path
from typing import Any

from markdown import Markdown

from mkdocs_typeset.diagram import diagram
from mkdocs_typeset.errors import DiagramError, TypesetError
from mkdocs_typeset.page import PageContext

_OPTIONS = {"caption"}
_LEFTOVER = re.compile(r"<p><code>\s*(mermaid\b[^\n<]*)\n")


def check_leftovers(html: str) -> None:
    """Refuse a page on which a diagram has become a line of code: SuperFences did not take its first line.

    Raises
    ------
    DiagramError
        Quotes the line.
    """
    if left := _LEFTOVER.search(html):
        raise DiagramError(
            "a diagram",
            expected='a first line ```mermaid, or ```mermaid caption="…", and ``` at the end',
            found=f"“{unescape(left[1]).strip()}”",
            hint="quote the caption",
        )


def mermaid_fence(page: PageContext, cache: Path) -> dict[str, Any]:
    """Build an entry of SuperFences' ``custom_fences`` that draws the diagrams of ``page``.

    SuperFences swallows most exceptions and then shows the source as text: what ``page.error`` makes must
    derive from its ``SuperFencesException``.
    """

    def validate(
        language: str, inputs: dict[str, Any], options: dict[str, Any], attrs: dict[str, Any], md: Markdown
    ) -> bool:
        del language, attrs, md
        if unknown := set(inputs) - _OPTIONS:
            page.fail(
                DiagramError(
                    f"diagram {page.diagrams + 1}",
                    expected='nothing beside caption="…" after the word mermaid',
                    found=", ".join(sorted(unknown)),
                    hint='write ``` mermaid caption="What the diagram shows"',
                )
            )
        options.update(inputs)
        return True

    def draw(
        source: str, language: str, css_class: str, options: dict[str, Any], md: Markdown, **kwargs: Any
    ) -> str:
        del language, css_class, md, kwargs
        page.diagrams += 1
        try:
            return diagram(
                source,
                identity=f"diagram-{page.diagrams}",
                thing=f"diagram {page.diagrams}",
                cache=cache,
                caption=options.get("caption"),
                resolve=page.resolve,
            )
        except TypesetError as error:
            page.fail(error)

    return {"name": "mermaid", "class": "mermaid", "validator": validate, "format": draw}

"""Boxes that a diagram's source mentions. Mermaid passes over a `click` or a `class` that meets none."""

import difflib
import re
from collections.abc import Collection

from mkdocs_typeset.errors import DiagramError

_MENTION = re.compile(r"^[ \t]*(?P<what>click|class)[ \t]+(?P<names>\S+)[ \t]+(?P<rest>[^\n]*)", re.MULTILINE)


def check_mentions(source: str, boxes: Collection[str], thing: str) -> None:
    r"""Refuse a link or a class for a box that is not drawn, and a class without a look.

    Raises
    ------
    DiagramError
        Names the line; ``thing`` names the diagram.

    Examples
    --------
    >>> check_mentions("graph LR\n  a --> b\n  class aa main", ["a", "b"], "diagram 1")
    Traceback (most recent call last):
    mkdocs_typeset.errors.DiagramError: diagram 1: expected a box after “class” / found aa / hint: did you mean a?
    """
    for line in _MENTION.finditer(source):
        for name in line["names"].split(","):
            if name not in boxes:
                near = difflib.get_close_matches(name, boxes, n=1)
                hint = f"did you mean {near[0]}?" if near else f"the boxes are {', '.join(sorted(boxes))}"
                expected = f"a box after “{line['what']}”"
                raise DiagramError(thing, expected=expected, found=name, hint=hint)
        look = line["rest"].strip(" \t;")
        if line["what"] == "class" and look != "main":
            hint = "“main” is the box that the diagram is about; others need no class"
            raise DiagramError(thing, expected="the class main", found=look, hint=hint)

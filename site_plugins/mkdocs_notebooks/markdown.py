"""A notebook as the Markdown of a page: text as it stands, code as live cells."""

import re
from collections.abc import Mapping
from typing import Any

from nbformat import NotebookNode

from mkdocs_notebooks.errors import NotebookError
from mkdocs_notebooks.notebook import FRONT_MATTER, code_cells, is_hidden

READONLY = "readonly"
RAISES = "raises-exception"
OPTIONS = ("session", "expected", "raises")


def page(notebook: NotebookNode, file_name: str) -> str:
    """The Markdown of a page. Front matter is left out, since MkDocs reads it apart from the text.

    Parameters
    ----------
    notebook
        Its cells may carry tags (`hide-input`, `readonly`, `raises-exception`) and, under `live` in their
        metadata, values for the options `session`, `expected` and `raises`.
    file_name
        The download beside the page; its link stands below the first cell of text.

    Raises
    ------
    NotebookError
        If a cell can't be shown.
    """
    names = {id(cell): name for name, cell in code_cells(notebook)}
    parts: list[str] = []
    for position, cell in enumerate(notebook.cells, 1):
        if cell.cell_type == "markdown":
            parts.append(_text(cell, position, first=not parts))
            if len(parts) == 1:
                parts.append(_link(file_name))
        elif id(cell) in names:
            parts.append(_fence(cell.source, _options(cell, names[id(cell)])))
    return "\n\n".join(parts) + "\n"


def _text(cell: NotebookNode, position: int, *, first: bool) -> str:
    if cell.get("attachments"):
        raise NotebookError(
            f"text in place {position}",
            expected="text, and pictures as files of the site",
            found=f"an attached picture, {next(iter(cell.attachments))}",
            hint="save it in the docs and link to it",
        )
    return FRONT_MATTER.sub("", cell.source) if first else str(cell.source)


def _link(file_name: str) -> str:
    # A block of HTML: MkDocs would turn a Markdown link to the notebook into one to this page.
    return f'<p class="nb-download"><a href="{file_name}" download>Download this notebook</a></p>'


def _fence(source: str, options: list[str]) -> str:
    """Fence code with more backticks than it has in a row."""
    longest = max((len(run) for run in re.findall("`+", source)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}python {' '.join(['live', *options])}\n{source}\n{ticks}"


def _options(cell: NotebookNode, name: str) -> list[str]:
    tags, live = cell.metadata.get("tags", []), cell.metadata.get("live", {})
    _check_live(live, name)
    if (RAISES in tags) != ("raises" in live):
        raise NotebookError(
            name,
            expected=f'the tag {RAISES} and, under `live` in its metadata, "raises": "ZeroDivisionError"',
            found="one without the other",
            hint="the tag is for Jupyter; the name is what the page holds it to",
        )
    flags = ["setup"] if is_hidden(cell) else ["readonly"] if READONLY in tags else []
    return [*(f"{key}={_quoted(live[key], key, name)}" for key in OPTIONS if key in live), *flags]


def _check_live(live: object, name: str) -> None:
    unknown = sorted(set(live) - set(OPTIONS)) if isinstance(live, Mapping) else [repr(live)]
    if unknown:
        raise NotebookError(
            name, expected=f"only {', '.join(OPTIONS)} under `live` in its metadata", found=unknown[0]
        )


def _quoted(value: Any, key: str, name: str) -> str:
    """Quote a value for the first line of a block, where a line break is written as a backslash and an n."""
    text = str(value)
    quote = "'" if '"' in text else '"'
    if quote in text or "\\" in text:
        raise NotebookError(
            f"{name}, {key}",
            expected="text without backslashes and with one kind of quotes",
            found=repr(text),
        )
    return f"{quote}{text.replace('\n', '\\n')}{quote}"

"""Reading a notebook, and what a reader may take away of it."""

import hashlib
import itertools
import json
import re

import nbformat
from nbformat import NotebookNode

from mkdocs_notebooks.errors import NotebookError

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n---[ \t]*(?:\n|\Z)", re.DOTALL)
HIDDEN = {"hide-input", "remove-cell", "set-up"}


def read(source: str) -> NotebookNode:
    """Parse the text of an `.ipynb` file. Raises NotebookError if it is none, or none in Python."""
    try:
        if json.loads(source)["nbformat"] != nbformat.v4.nbformat:
            raise ValueError("another version")  # noqa: TRY301
        notebook: NotebookNode = nbformat.v4.reads(source)  # type: ignore[no-untyped-call]
        nbformat.validate(notebook)
    except (ValueError, TypeError, LookupError, AttributeError, nbformat.ValidationError) as error:
        found = f"{type(error).__name__}, {str(error).strip().splitlines()[0]}"
        raise NotebookError("notebook", expected="a Jupyter notebook, version 4", found=found) from None
    language = notebook.metadata.get("kernelspec", {}).get("language", "python")
    if language != "python":
        raise NotebookError("notebook", expected="one in Python", found=f"one in {language}")
    return notebook


def code_cells(notebook: NotebookNode) -> list[tuple[str, NotebookNode]]:
    """List the code cells that say something, each with its name on the page: cell 1, or set-up 1 if hidden."""
    counts = {"cell": itertools.count(1), "set-up": itertools.count(1)}
    spoken = (cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip())
    kinds = ((cell, "set-up" if is_hidden(cell) else "cell") for cell in spoken)
    return [(f"{kind} {next(counts[kind])}", cell) for cell, kind in kinds]


def names(notebook: NotebookNode, *words: str) -> bool:
    """Whether any code has one of the words."""
    wanted = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b")
    return any(wanted.search(cell.source) for _, cell in code_cells(notebook))


def is_hidden(cell: NotebookNode) -> bool:
    """Whether a cell runs before all others and is not shown."""
    return bool(HIDDEN & set(cell.metadata.get("tags", [])))


def download(notebook: NotebookNode) -> str:
    """Write the notebook without outputs and what only the site understands: equal for equal cells."""
    cells = []
    for number, cell in enumerate(notebook.cells, 1):
        copy = {
            "id": f"cell-{number}",
            "cell_type": cell.cell_type,
            "metadata": cell.metadata,
            "source": _plain(cell.source) if cell.cell_type == "markdown" else cell.source,
        }
        if cell.cell_type == "code":
            copy |= {"execution_count": None, "outputs": []}
        cells.append(copy)
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    whole = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _plain(text: str) -> str:
    """Leave out what only the site understands: front matter, and lines that give a paragraph a class."""
    return re.sub(r"\n\{[^{}\n]*\}(?=\n|\Z)", "", FRONT_MATTER.sub("", text))


def code_digest(notebook: NotebookNode) -> str:
    """The sha256 of all code and of the marks that decide how it runs."""
    cells = [(cell.source, sorted(cell.metadata.get("tags", []))) for _, cell in code_cells(notebook)]
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()

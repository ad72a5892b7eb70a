"""Reading a notebook, and its download."""

import json

import nbformat
import pytest

from mkdocs_notebooks.errors import NotebookError
from mkdocs_notebooks.notebook import code_cells, code_digest, download, names, read
from tests.mkdocs_notebooks.notebooks import code, notebook, text

SOURCE = notebook(text("# Sums"), code("x = 1"), code("  \n"), code("y = 2", "hide-input"), code("x + 1"))


def test_a_code_cell_has_the_name_that_the_page_gives_it() -> None:
    named = [(name, cell.source) for name, cell in code_cells(read(SOURCE))]
    assert named == [("cell 1", "x = 1"), ("set-up 1", "y = 2"), ("cell 2", "x + 1")]


def test_a_download_is_a_notebook_without_outputs() -> None:
    text_of_it = download(read(SOURCE))
    parsed = nbformat.reads(text_of_it, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(parsed)
    assert [cell.source for cell in parsed.cells] == ["# Sums", "x = 1", "  \n", "y = 2", "x + 1"]
    assert {cell.execution_count for cell in parsed.cells[1:]} == {None}
    assert "old" not in text_of_it
    assert parsed.metadata.kernelspec.name == "python3"


def test_equal_cells_give_equal_downloads_whoever_ran_them() -> None:
    other = json.loads(SOURCE)
    other["metadata"] = {"kernelspec": {"name": "theirs", "display_name": "Theirs", "language": "python"}}
    other["cells"][1] |= {"execution_count": 9, "outputs": [], "id": "zzz"}
    assert download(read(json.dumps(other))) == download(read(SOURCE))


def test_a_download_keeps_no_marks_that_only_the_site_reads() -> None:
    source = notebook(text("---\ntitle: T\n---\n# T\n\nA lead.\n{ .lead }\n\nSet {a, b}, and\n$x^{2}$."))
    (cell,) = json.loads(download(read(source)))["cells"]
    assert cell["source"] == "# T\n\nA lead.\n\nSet {a, b}, and\n$x^{2}$."


def test_code_counts_and_text_does_not() -> None:
    digest = code_digest(read(SOURCE))
    assert code_digest(read(SOURCE.replace("# Sums", "# Other"))) == digest
    assert code_digest(read(SOURCE.replace("x + 1", "x + 2"))) != digest
    assert code_digest(read(SOURCE.replace("hide-input", "readonly"))) != digest


def test_only_code_names_what_it_uses() -> None:
    source = read(notebook(text("# demos"), code("import demos_more"), code("from demos.shop import PRICE")))
    assert names(source, "demos", "fetched")
    assert not names(source, "fetched")
    assert not names(read(notebook(text("# demos"), code("import demos_more"))), "demos")


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("# Not JSON", "notebook: expected a Jupyter notebook, version 4; found"),
        ('{"cells": 3, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}', "expected a Jupyter notebook"),
        ("[]", "expected a Jupyter notebook"),
        (notebook(text("# R"), language="R"), "notebook: expected one in Python; found one in R"),
    ],
)
def test_what_is_no_notebook_is_said_in_one_line(source: str, says: str) -> None:
    with pytest.raises(NotebookError) as caught:
        read(source)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)

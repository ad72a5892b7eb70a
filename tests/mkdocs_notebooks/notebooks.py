"""Notebooks made by hand, for the tests."""

import json
from typing import Any


def text(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source, "id": "t"}


def code(source: str, *tags: str, live: dict[str, Any] | None = None) -> dict[str, Any]:
    metadata = ({"tags": list(tags)} if tags else {}) | ({"live": live} if live is not None else {})
    ran = {"output_type": "stream", "name": "stdout", "text": "old\n"}
    return {"cell_type": "code", "metadata": metadata, "source": source, "id": "c", "execution_count": 7,
            "outputs": [ran]}  # fmt: skip


def notebook(*cells: dict[str, Any], language: str = "python") -> str:
    """The text of an `.ipynb` file, as Jupyter leaves it: with outputs, and with the id of each cell."""
    numbered = [cell | {"id": f"{cell['id']}{i}"} for i, cell in enumerate(cells)]
    spec = {"name": "mine", "display_name": "Mine", "language": language}
    return json.dumps({"cells": numbered, "metadata": {"kernelspec": spec}, "nbformat": 4, "nbformat_minor": 5})

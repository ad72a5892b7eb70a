"""The model, where it was fetched; tests that use it are slow, and `make test-all` fetches it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tools.minilm.fetch import MissingError, folder
from tools.minilm.source import Source, read


@pytest.fixture(scope="session")
def source() -> Source:
    try:
        return read(folder())
    except MissingError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def golden() -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads(Path(__file__).with_name("golden.json").read_text("utf-8"))["cases"]
    return loaded

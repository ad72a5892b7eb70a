from pathlib import Path

import pytest

from mkdocs_typeset.cache import cache_folder

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def cache() -> Path:
    """The user's own: its names hash all inputs, code included, so Mermaid draws each diagram once."""
    return cache_folder()


@pytest.fixture(scope="session")
def node_modules() -> Path:
    return ROOT / "node_modules"

"""pytest plugin: the tests marked slow come last, so that the quick ones fail first."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort by the mark; the order is otherwise kept."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)

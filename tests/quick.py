"""Which of many equal cases run at every commit."""

from collections.abc import Iterable
from typing import Any

import pytest


def first_quick(cases: Iterable[object], quick: int, ids: Iterable[str] | None = None) -> list[Any]:
    """Mark all but the first cases slow. A case is one value or a tuple of them; its name is its `ids`' one."""
    names = list(ids) if ids is not None else None
    marked = []
    for i, case in enumerate(cases):
        values = case if isinstance(case, tuple) else (case,)
        marks = [pytest.mark.slow] if i >= quick else []
        marked.append(pytest.param(*values, marks=marks, id=names[i] if names else None))
    return marked

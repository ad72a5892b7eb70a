"""Names that can stand where a reader types."""

import builtins
import re
from collections.abc import Mapping
from typing import Any

LIMIT = 200
_TYPED = re.compile(r"((?:\w+\.)*)(\w*)$")


def completions(namespace: Mapping[str, Any], typed: str) -> list[str]:
    """Complete what was typed, from a session's names, Python's own and, after a dot, an object's.

    Nothing is called and no property is read. Names with an underscore come when one is typed.

    >>> completions({"total": 1, "_hidden": 2}, "x = to")
    ['total']
    >>> completions({"text": "a"}, "text.upp")
    ['upper']
    """
    found = _TYPED.search(typed)
    if found is None or (not found[1] and not found[2]) or typed[: found.start()].endswith("."):
        return []
    names = _attributes(namespace, found[1].split(".")[:-1]) if found[1] else {*namespace, *dir(builtins)}
    fitting = sorted(n for n in names if n.startswith(found[2]) and (found[2].startswith("_") or n[0] != "_"))
    return fitting[:LIMIT]


def _attributes(namespace: Mapping[str, Any], chain: list[str]) -> set[str]:
    try:
        value = namespace[chain[0]] if chain[0] in namespace else getattr(builtins, chain[0])
        for name in chain[1:]:
            if isinstance(getattr(type(value), name, None), property):
                return set()
            value = getattr(value, name)
        return set(dir(value))
    except Exception:  # an object may do anything when it is asked for an attribute
        return set()

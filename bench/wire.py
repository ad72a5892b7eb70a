"""What a page costs on the wire, by kind."""

import re
from collections import Counter
from collections.abc import Iterable

from bench.serving import Sent

# The first that matches counts. What lies with the runtime and has no kind of its own is the memory snapshot's.
KINDS = {
    "fonts": r"\.woff2$",
    "wheels": r"\.whl$",
    "stdlib": r"/python_stdlib",
    "runtime": r"/pyodide[^/]*/(pyodide[^/]*)$",
    "theme": r"^/assets/(stylesheets|javascripts|images|_mkdocstrings)|^/search/|favicon",
    "demos": r"/live-demo-[^/]*/[^/]*\.json",
    "own JS and CSS": r"\.(m?js|css)(\.gz)?$",
    "snapshot": r"/pyodide[^/]*/",
    "page": r"",
}
READABLE = ("page", "theme", "own JS and CSS")  # fonts aside


def kind(path: str) -> str:
    """The kind of file that a path names.

    >>> kind("/assets/pyodide-80f9/pyodide.asm.wasm"), kind("/lab/"), kind("/assets/live-demo-82/boot.js")
    ('runtime', 'page', 'own JS and CSS')
    """
    return next(name for name, pattern in KINDS.items() if re.search(pattern, path))


def by_kind(sent: Iterable[Sent]) -> dict[str, int]:
    """Bytes by kind, in the order of the table above, and their sum."""
    sizes = Counter[str]()
    for answer in sent:
        sizes[kind(answer.path)] += answer.size
    return {name: sizes[name] for name in KINDS if sizes[name]} | {"all": sizes.total()}

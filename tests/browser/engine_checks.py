"""What was found in which engine, and the result file that the page Trust reads.

A run writes it only with RECORD_ENGINES=1, and only when each check ran in all three engines:

    RECORD_ENGINES=1 make test-all
"""

import datetime
import functools
import json
import os
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from mkdocs_pyodide.lock import read_lock
from tools.engines import ENGINES

RESULT = Path(__file__).parent / "results/engines.json"
HOLDS, FAILS, NOT_THERE = "holds", "fails", "not there"


@dataclass
class Checks:
    """Outcomes by check and engine, while tests run."""

    script: str
    names: list[str] = field(default_factory=list)
    found: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    versions: dict[str, str] = field(default_factory=dict)

    def __call__(self, name: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Give a test the name of its check; its argument `reader` says in which engine it runs."""
        self.names.append(name)

        def named(test: Callable[..., None]) -> Callable[..., None]:
            @functools.wraps(test)
            def run(**given: object) -> None:
                engine = str(getattr(given["reader"], "name"))  # noqa: B009  any reader has one
                outcome = FAILS
                try:
                    test(**given)
                    outcome = HOLDS
                except pytest.skip.Exception:
                    outcome = NOT_THERE
                    raise
                finally:  # of a test with several cases, the worst
                    before = self.found[name].get(engine, HOLDS)
                    self.found[name][engine] = max(before, outcome, key=(HOLDS, NOT_THERE, FAILS).index)

            return run

        return named

    def record(self) -> None:
        """Write the result file, where that is wanted.

        Raises
        ------
        AssertionError
            If it is wanted and a check has not run in each engine: half a table would look like a whole one.
        """
        if os.environ.get("RECORD_ENGINES") != "1":
            return
        missing = [(name, e) for name in self.names for e in ENGINES if e not in self.found[name]]
        assert not missing, f"expected every check to run in {', '.join(ENGINES)} / found none of {missing}"
        result = {
            "script": self.script,
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "versions": {"pyodide": read_lock().pyodide, **{e: self.versions[e] for e in ENGINES}},
            "checks": {name: {e: self.found[name][e] for e in ENGINES} for name in self.names},
        }
        RESULT.parent.mkdir(exist_ok=True)
        RESULT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")

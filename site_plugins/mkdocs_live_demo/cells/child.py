"""Runs cells, in a process of its own: a job comes in as JSON, a line goes out for each cell.

Its stdout and stderr are not the cells': those write where `live_code` tells them.
"""

import json
import os
import sys
from importlib.machinery import ModuleSpec
from typing import Any

from live_code import browser

NOT_IN_A_BROWSER = frozenset(
    {"_curses", "_curses_panel", "_dbm", "_gdbm", "_multiprocessing", "_posixshmem", "_tkinter", "curses", "dbm"}
    | {"ensurepip", "grp", "idlelib", "msvcrt", "nt", "pwd", "readline", "resource", "syslog", "tkinter", "turtle"}
    | {"turtledemo", "venv", "winreg", "winsound"}
)
"""Part of the standard library, but not of Pyodide's."""


class Refuse:
    """The first finder: it says of what the site does not ship what the browser will say."""

    def __init__(self, importable: frozenset[str]) -> None:
        self.importable = importable

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Raise for what is not there."""
        if name.partition(".")[0] not in self.importable:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def main() -> None:
    """Run the job."""
    job: dict[str, Any] = json.load(sys.stdin)
    sys.path[:0] = job["path"]
    sys.meta_path.insert(0, Refuse(frozenset(job["importable"])))
    with os.fdopen(job["answers"], "w", encoding="utf-8") as answers:
        for session, name, code, echo in job["cells"]:
            said: list[Any] = []
            result = browser.run(session, name, code, said.append, echo)
            answers.write(f"[[{','.join(said)}],{result}]\n")
            answers.flush()


if __name__ == "__main__":
    main()

"""What the cells of a session share: variables, sources, a folder of files."""

import contextlib
import contextvars
import itertools
import linecache
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

_numbers = itertools.count(1)


class Session:
    """A session. Its folder is made when the first cell runs."""

    def __init__(self) -> None:
        self.module = ModuleType("__main__")
        self.module.__dict__["__builtins__"] = __builtins__
        self.sources: set[str] = set()
        self.context = contextvars.copy_context()  # how numpy prints, what it does with NaN, decimal's precision
        self._folder: Path | None = None
        self._here = Path()

    @property
    def namespace(self) -> dict[str, Any]:
        """The variables."""
        return self.module.__dict__

    def remember(self, name: str, code: str) -> None:
        """Keep a cell's source, so that errors can show its lines."""
        self.sources.add(name)
        linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """Make this session's module `__main__` and its folder the current one."""
        if self._folder is None:
            self._folder = Path(f"session-{next(_numbers)}").absolute()
            self._here = self._folder
        self._here.mkdir(parents=True, exist_ok=True)  # the last cell may have removed it
        main, before = sys.modules["__main__"], Path.cwd()
        # A warning that was shown in the last run is shown in this one as well.
        self.namespace.pop("__warningregistry__", None)
        sys.modules["__main__"] = self.module
        os.chdir(self._here)
        try:
            yield
        finally:
            with contextlib.suppress(OSError):  # it may have removed the folder it was in
                self._here = Path.cwd()
            os.chdir(before)
            sys.modules["__main__"] = main

    def close(self) -> None:
        """Remove the folder and the sources."""
        for name in self.sources:
            linecache.cache.pop(name, None)
        if self._folder is None:
            return
        with contextlib.suppress(OSError):  # the cell may have taken it away, or its rights
            for place, folders, files in self._folder.walk(top_down=False):  # shutil would load six compressors
                for file in files:
                    (place / file).unlink()
                for folder in folders:
                    (place / folder).rmdir()
            self._folder.rmdir()

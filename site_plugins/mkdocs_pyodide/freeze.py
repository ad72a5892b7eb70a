"""Runs inside Pyodide, under Node: brings Python to where a page's start brings it, and tidies up."""

import contextlib
import gc
import importlib
import os
import sys
import zipimport


def freeze(home: str, modules: list[str]) -> None:
    """Import modules, some from the folder `home`; leave nothing that tells where and when this was done."""
    sys.path.insert(0, home)
    sys.path_importer_cache.clear()  # there are new files; `importlib.invalidate_caches` would import more
    for name in modules:
        with contextlib.suppress(ImportError):  # a part that lacks something says so to whoever asks for it
            importlib.import_module(name)
    sys.path.remove(home)
    sys.path.remove("")  # every start puts it there
    sys.path_importer_cache.clear()
    zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]
    del os.environ["PYTHONHASHSEED"]
    if "random" in sys.modules:
        sys.modules["random"].seed(0)
    gc.collect()

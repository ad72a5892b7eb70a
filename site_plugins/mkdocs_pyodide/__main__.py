"""`python -m mkdocs_pyodide fetch`: fill the cache. `… check`: say whether it is whole."""

import argparse
import os
import sys
from collections.abc import Sequence

from mkdocs_pyodide.cache import CACHE_VARIABLE, SOURCE_VARIABLE, RuntimeFilesError, cache_folder, check
from mkdocs_pyodide.fetch import fetch
from mkdocs_pyodide.lock import RuntimeLock, read_lock
from mkdocs_pyodide.sources import sources_in_order


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0, or 1 after one line that says what is wrong."""
    options = _parser().parse_args(arguments)
    lock = read_lock()
    try:
        return _fetch(lock, options) if options.command == "fetch" else _check(lock, options)
    except (RuntimeFilesError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; files that were complete are kept", file=sys.stderr)
        return 130


def _fetch(lock: RuntimeLock, options: argparse.Namespace) -> int:
    fetch(cache_folder(lock, options.cache), lock, sources_in_order(lock, options.source))
    return 0


def _check(lock: RuntimeLock, options: argparse.Namespace) -> int:
    folder = cache_folder(lock, options.cache)
    check(folder, lock)
    print(f"Pyodide {lock.pyodide}: all {len(lock.files)} files in {folder} are right")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m mkdocs_pyodide", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    fetch = commands.add_parser("fetch", help="download what the cache lacks")
    fetch.add_argument(
        "--source",
        default=os.environ.get(SOURCE_VARIABLE) or None,
        metavar="FOLDER_OR_URL",
        help=f"ask here first (default: ${SOURCE_VARIABLE})",
    )
    for command in (fetch, commands.add_parser("check", help="verify every file's sha256")):
        command.add_argument(
            "--cache", metavar="DIR", help=f"cache folder (default: ${CACHE_VARIABLE}, or the system's)"
        )
    return parser


if __name__ == "__main__":
    raise SystemExit(main())

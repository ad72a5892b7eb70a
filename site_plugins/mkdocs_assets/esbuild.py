"""esbuild from npm, which joins and minifies scripts and style sheets."""

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from mkdocs_assets.errors import AssetError

# npm installs the program of this system alone, and without its install script it lies here.
_PROGRAMS = ("@esbuild/*/bin/esbuild", "@esbuild/*/esbuild.exe")


def esbuild(root: Path, arguments: Sequence[str], stdin: bytes | None = None) -> bytes | None:
    """Run esbuild in a folder; return what it prints, or None where npm has not installed it.

    Parameters
    ----------
    root
        The folder that ``node_modules`` lies in. Paths in the arguments are seen from there; sources that lie
        elsewhere find their packages there as well.
    arguments
        As on esbuild's command line: ``["--bundle", "js/site.js", "--minify"]``. Its log goes elsewhere.
    stdin
        The source, where no argument names a file.

    Raises
    ------
    AssetError
        The source is wrong, an import leads nowhere, or esbuild could not run. Warnings count as errors.

    Examples
    --------
    >>> esbuild(Path("/nowhere"), ["--minify"], b"let a = 1 + 1;") is None
    True
    """
    program = next((found for name in _PROGRAMS for found in (root / "node_modules").glob(name)), None)
    if program is None:
        return None
    # A tsconfig.json in a folder above, which esbuild would look for, must not change what is made.
    command = [str(program), *arguments, "--log-level=warning", "--color=false", "--tsconfig-raw={}"]
    environ = os.environ | {"NODE_PATH": str((root / "node_modules").resolve())}
    try:
        done = subprocess.run(  # noqa: S603
            command, cwd=root, env=environ, input=stdin or b"", capture_output=True, check=False
        )
    except OSError as error:
        raise _error("a program that starts", str(error), "remove node_modules and run `npm ci` again") from None
    said = done.stderr.decode(errors="replace")
    if done.returncode or "[WARNING]" in said:
        raise _error("source that it takes without a word", _first(said), "mend the line that it names")
    return done.stdout


def minified(root: Path, script: bytes) -> bytes:
    """A script made small; as it is where npm has not installed esbuild. Raises AssetError as `esbuild` does.

    Examples
    --------
    >>> minified(Path("/nowhere"), b"let a = 1 + 1;")
    b'let a = 1 + 1;'
    """
    made = esbuild(root, ["--loader=js", "--minify", "--charset=utf8"], script)
    return script if made is None else made


def _first(said: str) -> str:
    r"""The first complaint and its place, in one line.

    Examples
    --------
    >>> _first('✘ [ERROR] Unexpected "}"\n\n    css/site.css:3:0:\n      3 │ }\n')
    'Unexpected "}" in css/site.css:3:0'
    """
    found = re.search(r"\[(?:ERROR|WARNING)\] (.*)(?:\n\s*\n\s+(\S+:\d+:\d+):)?", said)
    if not found:
        return said.strip().partition("\n")[0] or "no message"
    what, where = found.groups()
    return f"{what} in {where}" if where else what


def _error(expected: str, found: str, hint: str) -> AssetError:
    return AssetError("esbuild", expected=expected, found=found, hint=hint)

"""Print the path of a Chromium or Chrome that starts, for the tests; get one if there is none.

Tried in this order: BROWSER_PATH, an installed browser, Playwright's own, downloading Playwright's own, and
as root on Debian its package. What it does goes to stderr, the path alone to stdout.
"""

import contextlib
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

PATIENCE = 20.0  # seconds in which a download must show some progress
NAMES = ("google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome")
PLACES = (
    "/opt/google/chrome/chrome",
    "/snap/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
LOG = Path(".make/browser.log")


class BrowserError(Exception):
    """No usable browser. The message is one line for the person at the terminal."""


def find(environ: dict[str, str]) -> str:
    """Return the path of a browser that starts.

    Raises
    ------
    BrowserError
        If BROWSER_PATH is wrong, or no browser is installed and none can be got.
    """
    named = environ.get("BROWSER_PATH")
    if named:
        if starts(named):
            return named
        raise BrowserError(
            f"find_browser: expected a browser at BROWSER_PATH / found that {named} does not start / "
            "hint leave BROWSER_PATH out to have one found"
        )
    sources: tuple[Callable[[], Iterator[str]], ...] = (installed, playwrights, downloaded, debians)
    for source in sources:
        for path in source():
            if starts(path):
                return path
    raise BrowserError(
        f"find_browser: expected Chromium or Google Chrome / found none that starts, see {LOG} / "
        "hint install one, or set BROWSER_PATH=/path/to/it"
    )


def starts(path: str) -> bool:
    """Tell whether `path --version` answers: a stub, or one with missing libraries, does not."""
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, timeout=30, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0


def installed() -> Iterator[str]:
    """Yield the browsers on PATH and in the usual places."""
    yield from (path for name in NAMES if (path := shutil.which(name)))
    yield from PLACES


def playwrights() -> Iterator[str]:
    """Yield where Playwright keeps the Chromium of its own version."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  (half a second, rarely needed)

    with sync_playwright() as playwright:
        yield playwright.chromium.executable_path


def downloaded() -> Iterator[str]:
    """Let Playwright download its Chromium; give it up when nothing comes."""
    tell("no browser is installed: downloading Playwright's Chromium")
    command = [sys.executable, "-m", "playwright", "install", "chromium", "--no-shell"]
    with tempfile.TemporaryDirectory() as folder:
        unpacked = [Path(path).parents[2] for path in playwrights()]  # …/chromium-1234/chrome-linux/chrome
        came = progresses(command, Path(folder), unpacked, PATIENCE)
    if came:
        yield from playwrights()
    else:
        tell("Playwright's Chromium can't be downloaded here")


def progresses(command: list[str], temporary: Path, others: list[Path], patience: float) -> bool:
    """Run a download; stop it when neither `temporary`, its TMPDIR, nor `others` grow for `patience` seconds.

    Returns whether it succeeded. Output is no sign of progress: it also tells of retries, and those can take
    minutes where nothing can be reached.
    """
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("ab") as log:
        process = subprocess.Popen(  # noqa: S603  (a fixed command of ours)
            command,
            env={**os.environ, "TMPDIR": str(temporary)},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # a group of its own, so that its children end with it
        )
    most, since = 0, time.monotonic()
    try:
        while process.poll() is None:
            size = sum(map(_size, [temporary, *others]))
            if size > most:
                most, since = size, time.monotonic()
            elif time.monotonic() - since > patience:
                return False
            time.sleep(0.2)
        return process.returncode == 0
    finally:
        for sign in (signal.SIGTERM, signal.SIGKILL):  # politely first: it holds a lock file
            with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
                os.killpg(process.pid, sign)
                process.wait(5)


def _size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):  # it may go while we look
            total += path.lstat().st_size
    return total


def debians() -> Iterator[str]:
    """Install Debian's package, if this is Debian and we may."""
    if os.geteuid() != 0 or not shutil.which("apt-get") or _system() != "debian":
        return
    tell("root on Debian: apt-get install chromium (a minute or two)")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("ab") as log:
        for command in ("apt-get update", "apt-get install --yes chromium"):
            subprocess.run(  # noqa: S603
                command.split(), env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False
            )
    yield "/usr/bin/chromium"


def tell(what: str) -> None:
    """Say on stderr what is being done."""
    print(f"browser: {what}", file=sys.stderr, flush=True)


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["ID"]
    except OSError:
        return ""


if __name__ == "__main__":
    try:
        print(find(dict(os.environ)))
    except BrowserError as error:
        sys.exit(str(error))

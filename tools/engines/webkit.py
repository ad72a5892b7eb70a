"""WebKit as WebKitGTK ships it: MiniBrowser, driven by WebKitWebDriver over HTTP, on an X server of its own."""

import json
import os
import shutil
import socket
import subprocess
import time
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from tools.engines.webdriver import PATIENCE, Driver, EngineError, MissingEngineError, as_callback, value_of

PLACES = ("/usr/lib", "/usr/libexec")


class WebKit(Driver):
    """MiniBrowser; the page has about 1280 x 900. Driven, it keeps no cache of files on disk."""

    name = "webkit"

    def __init__(self, profile: Path) -> None:
        driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
        found = (path for place in PLACES for path in Path(place).glob("**/webkit2gtk-4.*/MiniBrowser"))
        program = os.environ.get("MINIBROWSER_PATH") or next(map(str, found), None)
        if not driver or not screen or not program:
            raise MissingEngineError(
                "expected WebKitWebDriver, MiniBrowser and Xvfb / found that one is missing / "
                "hint apt-get install webkit2gtk-driver xvfb"
            )
        self.profile = profile
        profile.mkdir(parents=True, exist_ok=True)
        self._screen, display = _screen(screen)
        port = _free_port()
        self._at = f"http://127.0.0.1:{port}/session"
        self._process = subprocess.Popen(  # noqa: S603
            [driver, f"--port={port}"],
            env=os.environ | _environment(profile, display),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        options = {"binary": program, "args": ["--automation"]}
        wanted = {
            "pageLoadStrategy": "none",
            "timeouts": {"script": int(PATIENCE * 1000)},
            "webkitgtk:browserOptions": options,
        }
        try:
            session = self._started({"capabilities": {"alwaysMatch": wanted}})
        except BaseException:
            self._end()
            raise
        self._at += "/" + session["sessionId"]
        self.version = session["capabilities"]["browserVersion"]
        self._send("POST", "/window/rect", {"width": 1280, "height": 970})  # the page has 1280 x 900 of it

    def begin(self, url: str) -> None:
        """Ask for a page and return at once."""
        self._send("POST", "/url", {"url": url})

    def run(self, script: str, *arguments: object) -> Any:
        """Return what the body of an async function returns in the page."""
        return value_of(self._send("POST", "/execute/async", {"script": as_callback(script), "args": arguments}))

    def close(self) -> None:
        """End the browser."""
        try:
            self._send("DELETE", "")
        finally:
            self._end()

    def _end(self) -> None:
        for process in (self._process, self._screen):
            process.terminate()
        for process in (self._process, self._screen):
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)

    def _started(self, capabilities: dict[str, Any]) -> Any:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self._send("POST", "", capabilities)
            except URLError:  # not listening yet
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise
                time.sleep(0.05)

    def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._at + path, data, {"Content-Type": "application/json"}, method=method)  # noqa: S310
        try:
            with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                return json.load(answer)["value"]
        except HTTPError as error:
            told = json.load(error)["value"]
            raise EngineError(f"{path or 'session'}: {told.get('error')}: {told.get('message')}") from error
        except TimeoutError as error:
            raise EngineError(f"{path or 'session'}: no answer within {PATIENCE:.0f} s") from error


def _environment(profile: Path, display: str) -> dict[str, str]:
    """A home of its own; and as root, or in a container, it needs to be told that its sandbox can't work."""
    folders = {"HOME": "", "XDG_CACHE_HOME": "cache", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config"}
    paths = {name: str(profile / folder) for name, folder in folders.items()}
    careless = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
    quiet = {"NO_AT_BRIDGE": "1", "GTK_A11Y": "none", "GDK_BACKEND": "x11", "DISPLAY": display}
    return paths | careless | quiet


def _screen(program: str) -> tuple[subprocess.Popen[str], str]:
    """An X server without a screen, and its name."""
    command = [program, "-displayfd", "1", "-screen", "0", "1280x1000x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # noqa: S603
    with process.stdout or nullcontext() as stream:
        return process, ":" + (stream.readline().strip() if stream else "")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

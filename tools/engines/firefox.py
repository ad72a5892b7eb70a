"""Firefox by Marionette, the protocol that is built into it: length-prefixed JSON over a local socket."""

import json
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from tools.engines.webdriver import PATIENCE, Driver, EngineError, MissingEngineError, as_callback, value_of

NAMES = ("firefox-esr", "firefox")
# 0 lets the system choose; the port is then written to a file in the profile.
PREFERENCES = """
user_pref("marionette.port", 0);
user_pref("app.update.auto", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("privacy.reduceTimerPrecision", false);
"""


class Firefox(Driver):
    """Firefox without a window; the page has 1280 x 900."""

    name = "firefox"

    def __init__(self, profile: Path) -> None:
        program = os.environ.get("FIREFOX_PATH") or next(filter(None, map(shutil.which, NAMES)), None)
        if program is None:
            raise MissingEngineError(
                "expected Firefox / found none / hint apt-get install firefox-esr, or set FIREFOX_PATH"
            )
        self.profile = profile
        profile.mkdir(parents=True, exist_ok=True)
        (profile / "user.js").write_text(PREFERENCES, encoding="utf-8")
        self._port = profile / "MarionetteActivePort"
        self._port.unlink(missing_ok=True)
        command = [program, "--marionette", "--headless", "--width", "1280", "--height", "986", "--no-remote"]
        self._process = subprocess.Popen(  # noqa: S603
            [*command, "--profile", str(profile)],
            env=os.environ | {"HOME": str(profile), "MOZ_CRASHREPORTER_DISABLE": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._last = 0
        try:
            self._socket = self._connected()
            self._bytes = self._socket.makefile("rb")
            self._receive()  # who it is
            wanted = {"pageLoadStrategy": "none", "timeouts": {"script": int(PATIENCE * 1000)}}
            session = self._send("WebDriver:NewSession", wanted)  # not below `alwaysMatch`, as it is over HTTP
            self.version = session["capabilities"]["browserVersion"]
        except BaseException:
            self._end()
            raise

    def begin(self, url: str) -> None:
        """Ask for a page and return at once."""
        self._send("WebDriver:Navigate", {"url": url})

    def run(self, script: str, *arguments: object) -> Any:
        """Return what the body of an async function returns in the page."""
        # Not by the page's `eval`, which its policy may forbid. Marionette's sandbox has the page's window behind
        # it: its globals and modules are the page's own.
        told = {"script": as_callback(script), "args": arguments, "newSandbox": False, "sandbox": None}
        return value_of(self._send("WebDriver:ExecuteAsyncScript", told)["value"])

    def close(self) -> None:
        """End the browser."""
        self._end()

    def _end(self) -> None:
        if hasattr(self, "_socket"):
            self._bytes.close()
            self._socket.close()
        self._process.kill()
        self._process.wait()

    def _connected(self) -> socket.socket:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            text = self._port.read_text(encoding="ascii") if self._port.exists() else ""
            if text:
                return socket.create_connection(("127.0.0.1", int(text)), PATIENCE)
            time.sleep(0.05)
        raise EngineError("expected Firefox to open its Marionette port / found that it did not")

    def _send(self, command: str, parameters: dict[str, Any]) -> Any:
        self._last += 1
        message = json.dumps([0, self._last, command, parameters]).encode()
        try:
            self._socket.sendall(b"%d:%s" % (len(message), message))
            _, _, error, result = self._receive()
        except OSError as broken:
            raise EngineError(f"{command}: no answer from Firefox: {broken}") from broken
        if error:
            raise EngineError(f"{command}: {error['error']}: {error['message']}")
        return result

    def _receive(self) -> Any:
        length = b""
        while (byte := self._bytes.read(1)) != b":":
            if not byte:
                raise EngineError("expected an answer from Firefox / found that it has ended")
            length += byte
        return json.loads(self._bytes.read(int(length)))

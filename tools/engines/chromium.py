"""Chromium by its DevTools protocol: JSON messages, each ended by a zero byte, over two pipes.

Nothing else listens. Playwright observes a page's network, and the renderer then keeps what it has fetched (up to
100 MB) and tells of every request; no reader's browser does.
"""

import json
import os
import select
import subprocess
import time
from pathlib import Path
from typing import Any, BinaryIO, cast

from tools.engines.webdriver import PATIENCE, Driver, EngineError, MissingEngineError
from tools.find_browser import BrowserError, find

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--hide-scrollbars",
    "--window-size=1280,900",
    "--remote-debugging-pipe",
]
# It reads from 3 and writes to 4.
PIPES = 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null'
START = 30.0  # seconds


class Chromium(Driver):
    """Chromium without a window, 1280 x 900."""

    name = "chromium"

    def __init__(self, profile: Path) -> None:
        try:
            program = find(dict(os.environ))
        except BrowserError as error:
            raise MissingEngineError(str(error)) from error
        self.profile = profile
        command = ["sh", "-c", PIPES, "sh", program, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
        self._process = subprocess.Popen(  # noqa: S603
            command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._to, self._from = cast("BinaryIO", self._process.stdin), cast("BinaryIO", self._process.stdout)
        self._buffer = b""
        self._last = 0
        self._session = ""
        self._attached: list[str] = []
        try:
            self.version = self._send("Browser.getVersion", {}, START)["product"].partition("/")[2]
            self._session = self._send("Target.attachToTarget", {"targetId": self._window(), "flatten": True})[
                "sessionId"
            ]
        except BaseException:
            self.close()
            raise

    def _window(self) -> str:
        until = time.monotonic() + START
        while time.monotonic() < until:
            for target in self._send("Target.getTargets", {})["targetInfos"]:
                if target["type"] == "page":
                    return str(target["targetId"])
            time.sleep(0.05)
        raise EngineError("expected a window / found none in half a minute")

    def begin(self, url: str) -> None:
        """Ask for a page and return at once."""
        if error := self._send("Page.navigate", {"url": url}).get("errorText"):
            raise EngineError(f"{url}: {error}")

    def run(self, script: str, *arguments: object) -> Any:
        """Return what the body of an async function returns in the page."""
        expression = f"(async function () {{ {script}\n }}).apply(null, {json.dumps(arguments)})"
        told = {"expression": expression, "awaitPromise": True, "returnByValue": True, "userGesture": True}
        found = self._send("Runtime.evaluate", told)
        if thrown := found.get("exceptionDetails"):
            raise EngineError(thrown.get("exception", {}).get("description", thrown["text"]))
        return found["result"].get("value")

    def collect(self) -> None:
        """Collect the rubbish of the page and its workers: what it has not cleared away yet, it does not hold."""
        page = self._session
        attach = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": True}
        self._attached.clear()
        self._send("Target.setAutoAttach", attach)
        for session in [page, *self._attached]:
            self._session = session
            self._send("HeapProfiler.collectGarbage", {})
        self._session = page
        self._send("Target.setAutoAttach", attach | {"autoAttach": False})

    def close(self) -> None:
        """End the browser."""
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._to.close()
        self._from.close()

    def _send(self, method: str, parameters: dict[str, Any], patience: float = PATIENCE) -> dict[str, Any]:
        """The answer to one command; events in between are passed over."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._to.write(json.dumps(message).encode() + b"\0")
        until = time.monotonic() + patience
        while (answer := self._message(until)).get("id") != self._last:
            if answer.get("method") == "Target.attachedToTarget":
                self._attached.append(answer["params"]["sessionId"])
        if "error" in answer:
            raise EngineError(f"{method}: {answer['error']['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def _message(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            if not select.select([self._from], [], [], max(0.0, until - time.monotonic()))[0]:
                raise EngineError("expected an answer of Chromium / found none in time")
            piece = self._from.read(1 << 16)
            if not piece:
                raise EngineError("expected an answer of Chromium / found that it has ended")
            self._buffer += piece
        text, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        return message

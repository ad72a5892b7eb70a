"""Chromium by Playwright."""

import os
import subprocess
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, sync_playwright

from tools.engines.webdriver import Driver, EngineError, MissingEngineError
from tools.find_browser import BrowserError, find

FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"]


class Chromium(Driver):
    """Chromium without a window, 1280 x 900."""

    name = "chromium"

    def __init__(self, profile: Path) -> None:
        try:
            self.program = find(dict(os.environ))
        except BrowserError as error:
            raise MissingEngineError(str(error)) from error
        self.profile = profile
        self._playwright = sync_playwright().start()
        try:
            self._context = self._playwright.chromium.launch_persistent_context(
                profile,
                executable_path=self.program,
                args=FLAGS,
                viewport={"width": 1280, "height": 900},
            )
        except BaseException:
            self._playwright.stop()
            raise
        self.page = self._context.pages[0]
        self.page.set_default_timeout(120_000)
        said = subprocess.run([self.program, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603
        self.version = next(word for word in said.split() if word[0].isdigit())

    def begin(self, url: str) -> None:
        """Ask for a page and return at once."""
        try:
            self.page.goto(url, wait_until="commit")
        except Error as error:
            raise EngineError(str(error)) from error

    def run(self, script: str, *arguments: object) -> Any:
        """Return what the body of an async function returns in the page."""
        try:
            return self.page.evaluate(
                f"(args) => (async function () {{ {script}\n }}).apply(null, args)", arguments
            )
        except Error as error:
            raise EngineError(str(error)) from error

    def close(self) -> None:
        """End the browser."""
        self._context.close()
        self._playwright.stop()

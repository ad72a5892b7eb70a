"""Chromium by Playwright."""

import os
import subprocess
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize, sync_playwright

from tools.engines.webdriver import Driver, EngineError, MissingEngineError
from tools.find_browser import BrowserError, find

FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"]
VIEWPORT: ViewportSize = {"width": 1280, "height": 900}


class Tab(Driver):
    """A page of a Chromium that Playwright has started already: a process can have one Playwright only."""

    name = "chromium"

    def __init__(self, browser: Browser, profile: Path) -> None:
        self.profile = profile  # stays empty: Playwright keeps what a context needs elsewhere
        self.version = browser.version
        self._open(browser.new_context(viewport=VIEWPORT))

    def _open(self, context: BrowserContext) -> None:
        self._context = context
        self.page: Page = context.pages[0] if context.pages else context.new_page()
        self.page.set_default_timeout(120_000)

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
        """Close the page and forget what it kept."""
        self._context.close()


class Chromium(Tab):
    """Chromium without a window, 1280 x 900."""

    def __init__(self, profile: Path) -> None:
        try:
            self.program = find(dict(os.environ))
        except BrowserError as error:
            raise MissingEngineError(str(error)) from error
        self.profile = profile
        self._playwright = sync_playwright().start()
        try:
            self._open(
                self._playwright.chromium.launch_persistent_context(
                    profile, executable_path=self.program, args=FLAGS, viewport=VIEWPORT
                )
            )
        except BaseException:
            self._playwright.stop()
            raise
        said = subprocess.run([self.program, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603
        self.version = next(word for word in said.split() if word[0].isdigit())

    def close(self) -> None:
        """End the browser."""
        super().close()
        self._playwright.stop()

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, expect

from tests.browser.demo_page import DemoPage, until
from tests.browser.server import SiteServer

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
SCREEN: dict[str, object] = {
    "viewport": {"width": 1280, "height": 900},
    "permissions": ["clipboard-read", "clipboard-write"],
    # A server that misbehaves on purpose must be asked. Tests of what is kept allow it.
    "service_workers": "block",
}

# The theme's script waits for the first result.
THEME = "'document$' in window || !document.querySelector('script[src*=\"/javascripts/bundle.\"]')"
BLOCKED = "Service Worker registration blocked by Playwright"
expect.set_options(timeout=20_000)  # ms: a shared machine takes its time; what holds is seen at once
SAVE_DATA = "Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) })"


def build(source: Path, target: Path, url: str, *options: str) -> None:
    """Build a site as its Makefile or author would; warnings are errors."""
    environ = os.environ | {"SITE_URL": url, "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target), *options]
    done = subprocess.run(command, cwd=source, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteServer]:
    """The project's site, built for the address at which it is served."""
    server = SiteServer(tmp_path_factory.mktemp("site"))
    build(ROOT, server.folder, server.url)
    yield server
    server.close()


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteServer]:
    """A site that has nothing to do with attention, under a path of its own."""
    server = SiteServer(tmp_path_factory.mktemp("plain"), "/any/sub/path/")
    build(FIXTURES / "plain_site", server.folder, server.url)
    yield server
    server.close()


@pytest.fixture(scope="session")
def cells(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteServer]:
    """A site of live cells, with the editor that a site gets where npm has installed it."""
    source = shutil.copytree(FIXTURES / "cells_site", tmp_path_factory.mktemp("cells") / "source")
    (source / "node_modules").symlink_to(ROOT / "node_modules")
    server = SiteServer(source.with_name("site"))
    build(source, server.folder, server.url)
    yield server
    server.close()


@pytest.fixture(autouse=True)
def _mended(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    for name in ("site", "plain", "cells"):
        if name in request.fixturenames:
            request.getfixturevalue(name).mend()


class Visitor:
    """Opens pages; complains of console errors and of requests to other hosts.

    Pages share one context, so that all but the first find the runtime in the browser's cache, as a returning
    reader does. A visit with options of its own is a first visit.
    """

    def __init__(self, browser: Browser, returning: BrowserContext) -> None:
        self.browser, self.returning = browser, returning
        self.opened: list[Page | BrowserContext] = []
        self.complaints: list[str] = []
        self.expected: list[str] = []

    def visit(self, url: str, *, ready: bool = True, python: bool = True, **options: object) -> DemoPage:
        """Open a page; with `ready`, wait until its first demo runs on Python.

        With `python=False` the reader asks to save data, so Python starts only when a demo is touched: tests of
        what the page itself does need not wait for it.
        """
        context = self.browser.new_context(**(SCREEN | options)) if options else self.returning  # type: ignore[arg-type]
        page = context.new_page()
        self.opened.append(context if options else page)
        self._listen(page)
        if not python:
            page.add_init_script(SAVE_DATA)
        page.goto(url)
        shown = DemoPage(page)
        if ready and python:
            shown.wait("ready")
            until(page, THEME)
        return shown

    def _listen(self, page: Page) -> None:
        def error(raised: Error) -> None:
            self.complaints.append(f"page error: {raised} {raised.stack}")

        def said(message: ConsoleMessage) -> None:
            if message.type in {"error", "warning"} and message.text != BLOCKED:
                self.complaints.append(f"{message.type}: {message.text}")

        def asked(request: Request) -> None:
            if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:", "file:")):
                self.complaints.append(f"request: {request.url}")

        page.on("pageerror", error)
        page.on("console", said)
        page.on("request", asked)

    def expect_console(self) -> None:
        """Errors in the console belong to the test: the browser's own line for a 404, Pyodide's last words."""
        self.expected += ["error: ", "warning: ", "page error: Failed to fetch", "page error: Network error"]

    def close(self) -> list[str]:
        """Close all pages; what was complained of and not expected."""
        for opened in self.opened:
            with contextlib.suppress(Error):
                opened.close()
        return [c for c in self.complaints if not c.startswith(tuple(self.expected))]


@pytest.fixture(scope="session")
def returning(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(**SCREEN)  # type: ignore[arg-type]
    yield context
    context.close()


@pytest.fixture
def visitor(chromium: Browser, returning: BrowserContext) -> Iterator[Visitor]:
    made = Visitor(chromium, returning)
    yield made
    assert made.close() == []

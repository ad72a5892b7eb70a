import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tools.find_browser import find


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for the whole run: only one Playwright can be at work in a process."""
    flags = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(dict(os.environ)), args=flags)
        yield browser
        browser.close()

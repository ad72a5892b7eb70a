import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

try:
    from hypothesis import settings
except ImportError:  # in Pyodide, where the tests run that need it not
    pass
else:
    settings.register_profile("no-deadline", deadline=None)  # how long a test takes is for nobody to fail on
    settings.load_profile("no-deadline")


@pytest.fixture(scope="session")
def chromium() -> "Iterator[Browser]":
    """One browser for the whole run: only one Playwright can be at work in a process."""
    # Imported here, since the same tests also run in Pyodide, where there is neither.
    from playwright.sync_api import sync_playwright

    from tools.find_browser import find

    flags = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(dict(os.environ)), args=flags)
        yield browser
        browser.close()

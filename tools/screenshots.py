"""Take pictures of home and lab, wide and narrow, light and dark, asked and open: `python -m tools.screenshots`.

They go to screenshots/, which git ignores, to be looked at beside the pictures of the look.
"""

import os
import subprocess
import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tools.find_browser import find
from tools.quiet_handler import QuietHandler

FOLDER = Path("screenshots")
WIDTHS = (1280, 390)
SCHEMES = ("light", "dark")


class _Files(QuietHandler, SimpleHTTPRequestHandler):
    """Files of a folder."""


def main() -> None:
    """Build the site for an address of its own, serve it, take the pictures."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as site:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=site))
        url = f"http://127.0.0.1:{server.server_address[1]}/"
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", site]
        subprocess.run(command, env=os.environ | {"SITE_URL": url}, check=True)  # noqa: S603
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find(dict(os.environ)), args=["--no-sandbox"])
            for width in WIDTHS:
                for scheme in SCHEMES:
                    _visit(browser, url, width, scheme)
            browser.close()
        server.shutdown()
        server.server_close()


def _visit(browser: Browser, url: str, width: int, scheme: str) -> None:
    name = f"{scheme}-{width}.png"
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for path, label in (("", "home"), ("lab/", "lab-asked")):
        page.goto(url + path)
        page.locator('live-demo[data-state="ready"]').first.wait_for(timeout=60_000)
        page.screenshot(path=FOLDER / f"{label}-{name}", full_page=True)
    page.get_by_role("radio", name="animal").check()
    page.get_by_role("button", name="Reveal").click()
    page.get_by_text("1 of 1 right").wait_for()
    page.wait_for_timeout(500)  # the bars rise
    page.screenshot(path=FOLDER / f"lab-open-{name}", full_page=True)
    page.close()


if __name__ == "__main__":
    main()

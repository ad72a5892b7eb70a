"""Sites whose pages note what their policy stops, and copies of them at addresses where nothing is kept yet."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.conftest import build
from tests.browser.server import SiteServer

WATCH = """addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
  sessionStorage.violations = `${sessionStorage.violations ?? ""}${effectiveDirective} ${blockedURI}\\n`;
});
"""


@contextmanager
def watched(source: Path, server: SiteServer) -> Iterator[SiteServer]:
    """Build a site for a server; each page loads, before all else, a script that notes violations of its policy."""
    build(source, server.folder, server.url)
    (server.folder / "watch.js").write_text(WATCH)
    policy = '<meta http-equiv="Content-Security-Policy"'
    for page in server.folder.rglob("*.html"):
        html = page.read_text("utf-8")
        assert html.count(policy) == 1, f"expected a policy in every page / found none in {page}"
        end = html.index(">", html.index(policy)) + 1
        page.write_text(f'{html[:end]}<script src="{server.prefix}watch.js"></script>{html[end:]}', "utf-8")
    try:
        yield server
    finally:
        server.close()


@contextmanager
def elsewhere(site: SiteServer, tmp_path: Path) -> Iterator[SiteServer]:
    """The same files at an origin where nothing has been kept yet."""
    folder = shutil.copytree(site.folder, tmp_path / "site", copy_function=_linked)
    server = SiteServer(folder, site.prefix)
    try:
        yield server
    finally:
        server.close()


def _linked(source: str, target: str) -> None:
    Path(target).hardlink_to(source)

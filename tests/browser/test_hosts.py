"""The site on hosts of many kinds and under many paths: pages, demos, cells, navigation, policy, offline."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hosts
from tests.browser.cell_page import CellsPage
from tests.browser.conftest import FIXTURES, ROOT, Visitor, build
from tests.browser.demo_page import DemoPage, until
from tests.browser.hosts import Host
from tests.browser.server import SiteServer
from tools.nginx import find as find_nginx

pytestmark = pytest.mark.slow

ALLOWED: dict[str, Any] = {"service_workers": "allow", "viewport": {"width": 1280, "height": 900}}
KEPT = "async () => (await Promise.all((await caches.keys()).map(async name => (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat()"
HAS_PYTHON = f"async () => (await ({KEPT})()).some(url => /pyodide.asm.wasm(.gz)?$/.test(url))"
SMUGGLED = """() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = 1";
    document.body.append(script);
}"""
TRUST = (ROOT / "docs/trust.md").read_text("utf-8")
(SERVED,) = re.findall(r"^python3 -m http\.server .*$", TRUST, re.MULTILINE)
(UNZIPPED,) = re.findall(r"^python3 -m zipfile .*$", TRUST, re.MULTILINE)
without_nginx = pytest.mark.skipif(
    find_nginx() is None, reason="nginx is not installed: apt-get install nginx-light"
)


class Opens(Protocol):
    """Makes a host of an empty folder."""

    def __call__(self, folder: Path) -> AbstractContextManager[Host]: ...


def http_server(folder: Path) -> AbstractContextManager[Host]:
    """Python's own, as the page says."""
    return hosts.command(SERVED, folder, folder.parent)


HOSTS: dict[str, tuple[Opens, tuple[str, ...]]] = {
    "root": (hosts.own_server, ()),
    "sub-path": (partial(hosts.own_server, prefix="/sub/path/"), ()),
    "space-and-umlaut": (partial(hosts.own_server, prefix=hosts.WITH_SPACE), ()),
    "no-directory-urls": (partial(hosts.own_server, prefix="/sub/"), ("--no-directory-urls",)),
    "no-types": (partial(hosts.own_server, typeless=(".wasm", ".gz", ".zip", ".bin", ".json")), ()),
    "http.server": (http_server, ()),
    "nginx": (hosts.through_nginx, ()),
}


@pytest.fixture(params=[pytest.param(name, marks=without_nginx if name == "nginx" else ()) for name in HOSTS])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Host]:
    """The site of the fixtures, built for a host."""
    opens, options = HOSTS[request.param]
    folder = tmp_path / "site"
    folder.mkdir()
    with opens(folder) as made:
        build(FIXTURES / "plain_site", folder, made.url, *options)
        yield made


def moves(shown: DemoPage) -> None:
    demo = shown.demo("counter")
    demo.wait("ready")
    demo.slider("Times").fill("3")
    demo.settle()
    expect(demo.sentence).to_have_text("6 vowels")


def runs(page: Page) -> None:
    cell = CellsPage(page).cell(1)
    cell.write("print(6 * 7)")
    cell.run()
    expect(cell.output).to_have_text("42\n")


def holds_its_policy(visitor: Visitor, page: Page) -> None:
    """Nothing of the page's own was refused; what is smuggled in does not run."""
    assert visitor.complaints == []
    visitor.expect_console()
    page.evaluate(SMUGGLED)
    assert page.evaluate("window.ran") is None


def kept_offline(shown: DemoPage, host: Host) -> None:
    """What was read is there when the host is not."""
    until(shown.page, HAS_PYTHON)
    until(shown.page, f"async () => (await ({KEPT})()).includes(location.origin + location.pathname)")
    host.close()
    shown.page.reload()
    moves(shown)


def test_all_that_a_page_can_do_works_on_every_host(visitor: Visitor, host: Host) -> None:
    shown = visitor.visit(host.url, **ALLOWED)
    page = shown.page
    until(page, "navigator.serviceWorker.ready.then(() => true)")
    moves(shown)
    page.evaluate("window.stayed = true")
    page.get_by_role("navigation", name="Navigation").get_by_role("link", name="Code").click()
    expect(page.get_by_role("heading", level=1, name="Code")).to_be_visible()
    runs(page)
    assert page.evaluate("window.stayed") is True
    assert page.url.startswith(host.url)
    page.go_back()
    moves(shown)
    assert page.evaluate("window.stayed") is True
    holds_its_policy(visitor, page)
    kept_offline(shown, host)


def reads_moves_and_runs(visitor: Visitor, root: str, *, instant: bool) -> None:
    """The project's own pages: the lab, and by a click a lesson whose cells run."""
    shown = visitor.visit(f"{root}lab/", locale="en-GB")
    page, lab = shown.page, shown.demo("attention-lab")
    lab.button("it → street").click()
    lab.settle()
    expect(lab.sentence).to_contain_text("street")
    page.evaluate("window.stayed = true")
    page.get_by_role("link", name="Notebooks", exact=True).first.click()
    page.get_by_role("link", name="Attention in twelve lines").last.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("twelve lines")
    runs(page)
    assert page.url.startswith(root)
    assert page.evaluate("window.stayed === true") is instant


@without_nginx
def test_the_project_s_own_site_behind_nginx_under_a_path_with_a_space_and_an_umlaut(
    visitor: Visitor, tmp_path: Path
) -> None:
    with hosts.through_nginx(tmp_path) as host:
        root = host.url + hosts.WITH_SPACE.removeprefix("/")
        build(ROOT, tmp_path / unquote(hosts.WITH_SPACE).strip("/"), root)
        reads_moves_and_runs(visitor, root, instant=True)


def test_the_project_s_own_site_as_a_zip_that_one_line_serves(
    visitor: Visitor, site: SiteServer, tmp_path: Path
) -> None:
    """It was built for another address, so each page is loaded in full."""
    with hosts.zipped(UNZIPPED, site.folder, tmp_path) as host:
        reads_moves_and_runs(visitor, host.url, instant=False)

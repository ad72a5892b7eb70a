"""What was read once can be read again without a network; versions don't mix; all of it can be cleared."""

import shutil
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.demo_page import DemoPage, until
from tests.browser.server import SiteServer

KEPT = "async () => (await Promise.all((await caches.keys()).map(async name => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"
HAS_PYTHON = f"async () => (await ({KEPT})()).some(path => /pyodide.asm.wasm(.gz)?$/.test(path))"
ALLOWED: dict[str, Any] = {"service_workers": "allow", "viewport": {"width": 1280, "height": 900}}


@pytest.fixture
def own(site: SiteServer, tmp_path: Path) -> Iterator[SiteServer]:
    """A copy of the site with a server of its own, which a test may change and take away."""
    folder = shutil.copytree(site.folder, tmp_path / "site", copy_function=_linked)
    server = SiteServer(folder)
    yield server
    server.close()


def _linked(source: str, target: str) -> None:
    Path(target).hardlink_to(source)


def newer(site: SiteServer, name: str, old: str, new: str) -> None:
    """Deploy another version: all pages say so, and one has another text."""
    for page in site.folder.rglob("*.html"):
        text = page.read_text("utf-8")
        if page == site.folder / name:
            assert old in text
            text = text.replace(old, new)
        page.unlink()
        page.write_text(text.replace('name="site-version" content="', 'name="site-version" content="new'), "utf-8")


def kept(page: Page, path: str) -> None:
    until(page, f"async () => (await ({KEPT})()).includes({path!r})")


def test_a_page_that_was_read_once_is_there_without_a_network_and_its_demos_run(
    visitor: Visitor, own: SiteServer
) -> None:
    visitor.expect_console()
    shown = visitor.visit(f"{own.url}lab/", **ALLOWED)
    page = shown.page
    kept(page, "/lab/")
    until(page, HAS_PYTHON)
    page.wait_for_timeout(1000)
    own.close()
    page.reload()
    shown.wait("ready")
    shown.first.button("it → street").click()
    shown.first.settle()
    expect(shown.first.sentence).to_contain_text("street")
    assert page.evaluate("performance.getEntriesByName('live-demo:python')[0].detail.route") == "snapshot"


@pytest.mark.slow
def test_a_page_that_was_not_read_says_so_and_names_those_that_were(visitor: Visitor, own: SiteServer) -> None:
    visitor.expect_console()
    page = visitor.visit(f"{own.url}glossary/", ready=False, **ALLOWED).page
    kept(page, "/glossary/")
    own.close()
    page.goto(f"{own.url}papers/")
    expect(page.get_by_role("heading", name="This page was not kept")).to_be_visible()
    page.get_by_role("link", name="glossary/").click()
    expect(page.get_by_role("heading", level=1, name="Glossary")).to_be_visible()


def test_a_new_version_is_shown_at_the_next_load(visitor: Visitor, own: SiteServer) -> None:
    visitor.expect_console()  # on a busy machine the browser warns of fonts that it has not used yet
    page = visitor.visit(f"{own.url}glossary/", ready=False, **ALLOWED).page
    kept(page, "/glossary/")
    newer(own, "glossary/index.html", "<h1", '<h1 data-new="1"')
    page.reload()
    expect(page.locator("h1[data-new]")).to_be_visible()


def test_instant_navigation_never_goes_from_one_version_into_another(visitor: Visitor, site: SiteServer) -> None:
    """The theme would put the new page into the old one, with the old one's scripts."""
    page = visitor.visit(f"{site.url}glossary/", ready=False).page
    page.evaluate("window.before = true")
    page.route("**/papers/", lambda route: route.fulfill(body=_papers(site), content_type="text/html"))
    page.get_by_role("link", name="Next:").click()
    expect(page.get_by_role("heading", level=1, name="Papers")).to_be_visible()
    until(page, "window.before === undefined")
    assert page.locator("meta[name=site-version]").get_attribute("content") == "another"


@pytest.mark.slow
def test_a_page_whose_files_are_gone_with_a_new_version_is_loaded_anew(visitor: Visitor, own: SiteServer) -> None:
    visitor.expect_console()
    shown = visitor.visit(f"{own.url}lab/", python=False, locale="en-GB")
    newer(own, "lab/index.html", "<h1", '<h1 data-new="1"')
    own.faults = {"/bundle.json": HTTPStatus.NOT_FOUND}
    shown.first.slider("Query x").fill("-2")
    expect(shown.page.locator("h1[data-new]")).to_be_visible(timeout=60_000)


def _papers(site: SiteServer) -> str:
    text = (site.folder / "papers/index.html").read_text("utf-8")
    at = text.index('name="site-version" content="') + len('name="site-version" content="')
    return text[:at] + "another" + text[at + 12 :]


def test_the_whole_site_can_be_saved_and_cleared(visitor: Visitor, own: SiteServer) -> None:
    visitor.expect_console()
    page = visitor.visit(f"{own.url}storage/", ready=False, **ALLOWED).page
    expect(page.locator("offline-copy")).to_contain_text(" MB")  # before anything is fetched
    page.get_by_role("button", name="Save the whole site").click()
    expect(page.locator("offline-copy")).to_contain_text("files are saved. The site works", timeout=120_000)
    kept(page, "/storage/")
    page.reload()
    expect(page.locator("kept-data")).to_contain_text("files of this site")
    own.close()
    shown = DemoPage(page)
    page.goto(f"{own.url}deep-dive/")  # never read
    shown.first.button("Stop")
    page.goto(f"{own.url}lab/?attention-lab.x=0.4")
    shown.wait("ready")
    page.goto(f"{own.url}storage/")
    page.get_by_role("button", name="Clear all of it").click()
    expect(page.locator("kept-data")).to_contain_text("All of it is gone")
    assert page.evaluate("caches.keys()") == []
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0


@pytest.mark.slow
def test_saving_can_be_stopped_and_keeps_what_arrived(visitor: Visitor, own: SiteServer) -> None:
    visitor.expect_console()
    own.delay = lambda path: 2.0 if path.endswith(".wasm") else 0.0
    page = visitor.visit(f"{own.url}storage/", ready=False, **ALLOWED).page
    page.get_by_role("button", name="Save the whole site").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Save the whole site")).to_be_visible()


@pytest.mark.slow
def test_a_file_that_is_not_what_was_published_is_not_saved(visitor: Visitor, own: SiteServer) -> None:
    visitor.expect_console()
    (page_file,) = [own.folder / "faq" / "index.html"]
    data = page_file.read_bytes()
    page_file.unlink()
    page_file.write_bytes(data.replace(b"<h1", b"<h2", 1))
    page = visitor.visit(f"{own.url}storage/", ready=False, **ALLOWED).page
    page.get_by_role("button", name="Save the whole site").click()
    expect(page.locator("offline-copy")).to_contain_text("Not all of it could be saved", timeout=120_000)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    assert "/faq/" not in page.evaluate(KEPT)

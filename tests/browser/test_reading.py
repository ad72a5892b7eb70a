"""What helps a reader along: definitions on hover and focus, ticks, search, the 404 page, previous and next."""

import json
import re
import threading
from http import HTTPStatus

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import THEME, Visitor
from tests.browser.demo_page import until
from tests.browser.server import SiteServer
from tests.quick import first_quick

VECTORS = "Vectors and the dot product"


def test_a_term_is_defined_on_focus(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(f"{site.url}deep-dive/", python=False).page
    term = page.locator("a.term").first
    term.focus()
    tip = page.locator(".md-tooltip2--active")
    expect(tip).to_be_visible()
    assert len(tip.inner_text()) > 20


def known(page: Page) -> Locator:
    """The nodes of the graphs that say so. Playwright gives no role to links in SVG."""
    return page.locator(".graph a[aria-label$=': you know this']")


def tick(page: Page) -> None:
    page.get_by_role("checkbox", name=f"I know: {VECTORS}").check()


def test_a_tick_holds_on_every_page_and_marks_the_graph(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(site.url, python=False, viewport={"width": 1280, "height": 900}).page
    node = known(page)
    expect(node).to_have_count(0)
    tick(page)
    expect(node).to_have_count(1)
    page.get_by_role("link", name="Deep dive", exact=True).first.click()  # instant navigation
    page.wait_for_url("**/deep-dive/")
    expect(page.get_by_role("checkbox", name=f"I know: {VECTORS}")).to_be_checked()
    page.reload()
    box = page.get_by_role("checkbox", name=f"I know: {VECTORS}")
    expect(box).to_be_checked()
    page.get_by_role("button", name="Forget my ticks").click()
    expect(box).not_to_be_checked()
    expect(page.get_by_role("button", name="Forget my ticks")).to_be_hidden()
    assert page.evaluate("Object.keys(localStorage).filter((key) => key === 'known')") == []


@pytest.mark.slow
def test_ticks_work_where_nothing_may_be_stored(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit("about:blank", ready=False, viewport={"width": 1280, "height": 900}).page
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
    )
    page.goto(site.url)
    tick(page)
    box = page.get_by_role("checkbox", name=f"I know: {VECTORS}")
    expect(box).to_be_checked()
    until(page, THEME)  # it announces the page, and ticks are read anew
    expect(box).to_be_checked()
    expect(known(page)).to_have_count(1)


BLOCKED = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
    configurable: true, get() { throw new DOMException("blocked", "SecurityError"); } });"""


@pytest.mark.slow
def test_a_reader_who_blocks_cookies_can_search_and_tick(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit("about:blank", ready=False, viewport={"width": 1280, "height": 900}).page
    page.add_init_script(BLOCKED)
    page.goto(site.url)
    until(page, THEME)
    page.keyboard.press("f")
    page.keyboard.type("padding")
    expect(page.locator(".md-search-result__link").first).to_be_visible()
    page.keyboard.press("Escape")
    tick(page)
    expect(known(page)).to_have_count(1)


@pytest.mark.parametrize("kept", first_quick(["[1, {}, null]", "", "[", '{"a": 1}', "null"], 1))
def test_ticks_that_cannot_be_read_are_begun_anew(kept: str, visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit("about:blank", ready=False, viewport={"width": 1280, "height": 900}).page
    page.add_init_script(f"if (location.protocol === 'http:') localStorage.setItem('known', {json.dumps(kept)})")
    page.goto(site.url)
    tick(page)
    expect(known(page)).to_have_count(1)


def test_search_finds_and_opens_a_page(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(f"{site.url}glossary/", python=False).page
    page.keyboard.press("f")
    page.keyboard.type("padding")
    expect(page.locator(".md-search-result__link").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("(?!.*/glossary/$)"))
    expect(page.get_by_role("main")).to_contain_text(re.compile("padding", re.IGNORECASE))


def test_the_search_comes_when_a_reader_comes_near_it(visitor: Visitor, site: SiteServer) -> None:
    came = threading.Event()
    site.asked.clear()
    page = visitor.visit(f"{site.url}glossary/", python=False, viewport={"width": 1280, "height": 900}).page
    page.wait_for_load_state("networkidle")
    asked = [path for path in site.asked if "search" in path]
    worker, settings = sorted(asked)
    assert re.fullmatch(r"/search/search-worker-[0-9a-f]{12}\.js", worker)
    assert settings == "/search/search_index.json"
    assert sum((site.folder / path[1:]).stat().st_size for path in asked) < 1500

    def notice(path: str) -> float:
        if "/documents-" in path:
            came.set()
        return 0.0

    site.delay = notice
    page.keyboard.press("f")
    assert came.wait(10)  # before a letter is typed
    expect(page.get_by_role("textbox", name="Search")).to_have_value("")


def test_search_works_after_instant_navigation(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(f"{site.url}lab/", python=False, viewport={"width": 1280, "height": 900}).page
    # The theme follows links by itself once it has the sitemap.
    until(page, "performance.getEntriesByType('resource').some((r) => r.name.endsWith('/sitemap.xml'))")
    page.evaluate("window.stayed = true")
    page.get_by_role("link", name="Home", exact=True).first.click()
    expect(page.get_by_role("heading", name="Attention lets each word", level=1)).to_be_focused()
    assert page.evaluate("window.stayed")
    page.wait_for_timeout(500)  # 60 ms after a page has come the theme closes its search; no reader is that quick
    page.get_by_role("textbox", name="Search").fill("padding")
    page.keyboard.press("End")  # the theme reads the field when a key is let go
    page.locator(".md-search-result__link").first.click()
    expect(page.get_by_role("main")).to_contain_text(re.compile("padding", re.IGNORECASE))


def test_a_search_that_failed_to_load_is_tried_again(visitor: Visitor, site: SiteServer) -> None:
    visitor.expect_console()
    page = visitor.visit(f"{site.url}glossary/", python=False, viewport={"width": 1280, "height": 900}).page
    (documents,) = (site.folder / "search").glob("documents-*.json")
    site.faults = {documents.name: HTTPStatus.SERVICE_UNAVAILABLE}
    came, again = threading.Event(), threading.Event()

    def notice(path: str) -> float:
        if "/documents-" in path:
            if came.is_set():
                site.faults = {}
                again.set()
            came.set()
        return 0.0

    site.delay = notice
    page.keyboard.press("f")
    assert came.wait(10)
    for letter in "padding":
        page.keyboard.press(letter)
        again.wait(0.5)  # a letter may come before the failure
    expect(page.locator(".md-search-result__link").first).to_be_visible()


def test_the_404_page_knows_what_was_meant(visitor: Visitor, site: SiteServer) -> None:
    visitor.expect_console()
    page = visitor.visit(f"{site.url}maths/tile-and-cash/", ready=False).page
    expect(page.get_by_role("heading", name="There is no page here")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("/maths/tile-and-cash/")
    page.locator("[data-near]").get_by_role("link").first.click()
    page.wait_for_url("**/math/tiles-and-cache/")


def test_the_404_page_reads_a_broken_escape_as_it_stands(visitor: Visitor, site: SiteServer) -> None:
    visitor.expect_console()
    page = visitor.visit(f"{site.url}math/%E0%A4%A/tiles%20and-cash%", ready=False).page
    expect(page.locator("[data-near]").get_by_role("link").first).to_have_attribute(
        "href", re.compile("math/tiles-and-cache/$")
    )


def test_the_404_page_without_scripts_lists_all_pages(visitor: Visitor, site: SiteServer) -> None:
    visitor.expect_console()
    page = visitor.visit(f"{site.url}no/such/page", ready=False, java_script_enabled=False).page
    page.locator("[data-all-pages]").get_by_role("link", name="The attention lab", exact=True).click()
    page.wait_for_url(f"{site.url}lab/")


def test_next_leads_on_in_the_order_of_the_menu(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(site.url, python=False).page
    for name in ("when-to-use", "deep-dive", "math"):
        onward = page.get_by_role("link", name=re.compile("^Next:"))
        left = onward.get_attribute("href") or ""
        onward.click()
        page.wait_for_url(re.compile(f"/{name}/(#.*)?$"))  # the theme adds the section in sight
        expect(onward).not_to_have_attribute("href", left)  # the address changes before the page does

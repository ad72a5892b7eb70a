"""While a page loads nothing in it moves, however late its scripts and the faces of its text are."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import SAVE_DATA, Visitor
from tests.browser.demo_page import until
from tests.browser.server import SiteServer
from tests.quick import first_quick

SHIFTS = """window.moved = [];
new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
        window.moved.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.textContent)]);
    }
}).observe({ type: "layout-shift", buffered: true });"""
TEXT = ("inter-wght-normal.woff2", "source-serif-4-wght-normal.woff2", "source-serif-4-wght-italic.woff2")


def moved(page: Page) -> list[object]:
    """What has moved once all fonts are there and the page has been drawn again."""
    until(page, "document.documentElement.classList.contains('js')")
    until(page, "document.fonts.status === 'loaded'")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return list(page.evaluate("window.moved"))


@pytest.mark.parametrize("path", ["deep-dive/", pytest.param("trust/", marks=pytest.mark.slow)])
@pytest.mark.parametrize("width", first_quick([390, 1280], 1))
def test_late_scripts_and_text_faces_move_nothing(
    visitor: Visitor, site: SiteServer, path: str, width: int
) -> None:
    # Much later than the page is first drawn: what comes within the next tenth of a second is still put in.
    site.delay = lambda asked: 3.0 if asked.endswith(TEXT) else 0.5 if asked.endswith(".js") else 0.0
    page = visitor.visit("about:blank", ready=False, viewport={"width": width, "height": 900}).page
    # The face of formulas is swapped in whenever it comes, which on a busy machine is after the first frame.
    visitor.expect_console()
    page.route("**/stix-*.woff2", lambda route: route.abort())
    page.add_init_script(SHIFTS + SAVE_DATA)
    page.goto(site.url + path)
    assert moved(page) == []


LOADED = """(name) => [...document.fonts]
    .some((face) => face.status === "loaded" && face.family.replaceAll('"', "") + " " + face.style === name)"""


@pytest.mark.slow
def test_a_page_loads_the_faces_of_the_next_one_and_moves_nothing(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit("about:blank", ready=False, viewport={"width": 1280, "height": 900}).page
    page.add_init_script(SHIFTS)
    site.delay = lambda asked: 3.0 if asked.endswith(TEXT[:2]) else 0.0
    page.goto(f"{site.url}reference/")  # neither italics nor formulas
    for name in ("STIX Two Math normal", "Source Serif 4 italic"):
        until(page, LOADED, name)
    assert moved(page) == []

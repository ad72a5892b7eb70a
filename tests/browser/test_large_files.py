"""A large file is fetched when the reader has agreed, kept for the next visit, and can be removed."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Visitor
from tests.browser.demo_page import STARTING, Demo, DemoPage
from tests.browser.server import SiteServer, Spoilt
from tests.browser.words_demo import choose, words

NAME = "words/large-32caa3539508.txt"
SAYS = "3000 lines, the last is entry 2999"
LABEL = "Fetch 0.0 MB"
NO_CACHE = (
    "Object.defineProperty(globalThis, 'caches', { get: () => { throw new DOMException('no', 'SecurityError') } })"
)
SPOIL = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (request.url.includes("/large-")) await cache.put(request, new Response("entry 1\\n"));
  }
}"""


def fetches(plain: SiteServer) -> int:
    return sum(path.endswith(NAME) for path in plain.asked)


def visited(visitor: Visitor, plain: SiteServer, width: int = 1280) -> Demo:
    """The demo as a new reader finds it, who has chosen the large file."""
    size = {"width": width, "height": 900}
    demo = words(visitor.visit(plain.url + "more/", ready=False, viewport=size))
    choose(demo, "large")
    return demo


def again(page: Page) -> Demo:
    """The same page at the next visit. The address still has the choice."""
    expect(page).to_have_url(re.compile("words.file=large"))
    page.reload()
    page.get_by_text("Third tab").click()
    return DemoPage(page).demo("words")


def line(demo: Demo) -> str:
    return demo.root.get_by_role("status").filter(has_text="This needs").inner_text()


def test_nothing_is_fetched_before_the_reader_agrees(visitor: Visitor, plain: SiteServer) -> None:
    before = fetches(plain)
    demo = visited(visitor, plain)
    assert line(demo) == (f"This needs a long list. It is kept in this browser until you remove it. {LABEL}")
    assert demo.root.get_by_role("link", name="remove it").get_attribute("href") == plain.url + "kept/"
    expect(demo.sentence).to_have_text("2 lines, the last is two")  # the last result stays
    assert demo.state() == "asking"
    assert fetches(plain) == before
    choose(demo, "short")
    expect(demo.button(LABEL)).to_have_count(0)
    assert demo.state() == "ready"
    assert fetches(plain) == before


def test_what_was_agreed_to_is_fetched_with_progress_and_by_keyboard(visitor: Visitor, plain: SiteServer) -> None:
    before = fetches(plain)
    demo = visited(visitor, plain)
    plain.pace = {NAME: 16_000}
    demo.button(LABEL).press("Enter")
    expect(demo.root.locator(".ld-status")).to_contain_text("Fetching a long list")
    expect(demo.root.locator(".ld-status-part")).to_have_text("50 %")
    demo.settle()
    expect(demo.sentence).to_have_text(SAYS)
    assert fetches(plain) == before + 1
    assert demo.root.evaluate("demo => demo.contains(document.activeElement)")
    choose(demo, "short")
    choose(demo, "large")
    expect(demo.sentence).to_have_text(SAYS)
    assert fetches(plain) == before + 1


@pytest.mark.slow
def test_what_is_kept_serves_the_next_visit_and_can_be_removed(visitor: Visitor, plain: SiteServer) -> None:
    demo = visited(visitor, plain)
    demo.button(LABEL).click()
    demo.settle()
    before = fetches(plain)
    page = demo.root.page
    page.route(f"**/{NAME}", lambda route: route.abort())
    demo = again(page)
    expect(demo.sentence).to_have_text(SAYS, timeout=STARTING)
    assert fetches(plain) == before

    page.goto(plain.url + "kept/")
    row = page.get_by_role("row", name="large.txt")
    expect(row).to_contain_text("0.0 MB")
    page.get_by_role("button", name="Remove large.txt").click()
    gone = page.get_by_text("large.txt is removed.")
    expect(gone).to_be_focused()
    expect(row).to_have_count(0)
    page.goto(plain.url + "more/?words.file=large")
    page.get_by_text("Third tab").click()
    expect(DemoPage(page).demo("words").button(LABEL)).to_be_visible(timeout=STARTING)


@pytest.mark.slow
def test_clear_all_removes_it_as_well(visitor: Visitor, plain: SiteServer) -> None:
    demo = visited(visitor, plain)
    demo.button(LABEL).click()
    demo.settle()
    page = demo.root.page
    page.goto(plain.url + "kept/")
    page.get_by_role("button", name="Clear all of it").click()
    expect(page.locator("kept-data")).to_contain_text("All of it is gone")
    assert page.evaluate("caches.keys()") == []


@pytest.mark.slow
def test_a_spoilt_copy_is_thrown_away_and_asked_for_anew(visitor: Visitor, plain: SiteServer) -> None:
    demo = visited(visitor, plain)
    demo.button(LABEL).click()
    demo.settle()
    before = fetches(plain)
    demo.root.page.evaluate(SPOIL)
    demo = again(demo.root.page)
    expect(demo.button(LABEL)).to_be_visible(timeout=STARTING)
    demo.button(LABEL).click()
    demo.settle()
    expect(demo.sentence).to_have_text(SAYS)
    assert fetches(plain) == before + 1


@pytest.mark.slow
@pytest.mark.parametrize("how", [Spoilt.SHORT, Spoilt.FLIPPED])
def test_what_arrives_spoilt_is_neither_used_nor_kept(visitor: Visitor, plain: SiteServer, how: Spoilt) -> None:
    demo = visited(visitor, plain)
    visitor.expect_console()
    plain.spoilt = {NAME: how}
    demo.button(LABEL).click()
    demo.settle()
    expect(demo.alert).to_contain_text("words/large.txt: expected 31890 bytes")
    plain.spoilt = {}
    demo = again(demo.root.page)
    expect(demo.button(LABEL)).to_be_visible(timeout=STARTING)
    demo.button(LABEL).click()
    demo.settle()
    expect(demo.sentence).to_have_text(SAYS)


@pytest.mark.slow
def test_without_cache_storage_it_serves_this_visit(visitor: Visitor, plain: SiteServer) -> None:
    demo = words(visitor.visit(plain.url + "more/", ready=False, locale="en-GB"))
    page = demo.root.page
    (worker,) = page.workers
    worker.evaluate(NO_CACHE)
    choose(demo, "large")
    demo.button(LABEL).click()
    demo.settle()
    expect(demo.sentence).to_have_text(SAYS)
    choose(demo, "short")
    choose(demo, "large")
    expect(demo.sentence).to_have_text(SAYS)
    assert page.evaluate("caches.keys()") == []


@pytest.mark.slow
def test_stop_takes_back_what_was_agreed(visitor: Visitor, plain: SiteServer) -> None:
    demo = visited(visitor, plain)
    plain.pace = {NAME: 4_000}
    demo.button(LABEL).click()
    demo.button("Stop").click()
    demo.wait("stopped")
    plain.pace = {}
    choose(demo, "short")
    before = fetches(plain)
    choose(demo, "large")
    expect(demo.button(LABEL)).to_be_visible()
    assert fetches(plain) == before


@pytest.mark.slow
def test_a_cell_asks_and_runs_again_when_the_reader_agrees(visitor: Visitor, plain: SiteServer) -> None:
    before = fetches(plain)
    page = visitor.visit(plain.url + "kept/", ready=False, locale="en-GB").page
    cell = page.locator("live-code")
    cell.get_by_role("button", name="Run").click()
    agree = cell.get_by_role("button", name=f"{LABEL} and run again")
    expect(agree).to_be_visible(timeout=STARTING)
    expect(cell).to_contain_text("words/large.txt: 0.0 MB are fetched only when you say so, below.")
    assert fetches(plain) == before
    agree.click()
    expect(cell.locator("[data-output]")).to_have_text("entry 2999")
    assert fetches(plain) == before + 1
    page.reload()
    cell.get_by_role("button", name="Run").click()
    expect(cell).to_have_attribute("data-state", "ready", timeout=STARTING)
    expect(agree).to_have_count(0)
    assert fetches(plain) == before + 1


@pytest.mark.slow
def test_saving_the_whole_site_leaves_it_out_and_says_so(visitor: Visitor, plain: SiteServer) -> None:
    before = fetches(plain)
    context: BrowserContext = visitor.browser.new_context(service_workers="allow")
    page = context.new_page()
    page.goto(plain.url + "kept/")
    expect(page.locator("offline-copy")).to_contain_text(
        "What demos fetch only when you say so there, 0.0 MB in all, is not counted."
    )
    page.get_by_role("button", name="Save the whole site").click()
    expect(page.locator("offline-copy")).to_contain_text("The site works without a network.", timeout=120_000)
    assert fetches(plain) == before
    page.goto(plain.url + "more/?words.file=large")  # through the service worker, which keeps no second copy
    page.get_by_text("Third tab").click()
    demo = DemoPage(page).demo("words")
    expect(demo.button(LABEL)).to_be_visible(timeout=STARTING)
    demo.button(LABEL).click()
    expect(demo.sentence).to_have_text(SAYS)
    kept = "async () => Promise.all((await caches.keys()).map(async name => [name.split(' ')[0], (await (await caches.open(name)).keys()).filter(({ url }) => url.includes('/large-')).length]))"
    assert dict(page.evaluate(kept)) == {"site": 0, "fetched": 1}
    context.close()


@pytest.mark.slow
def test_the_line_fits_a_phone(visitor: Visitor, plain: SiteServer) -> None:
    demo = visited(visitor, plain, width=390)
    box = demo.button(LABEL).bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert demo.root.evaluate("() => document.documentElement.scrollWidth") <= 390

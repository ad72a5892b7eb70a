"""Readers are not told which way Python came: the kept memory, or the files when anything is wrong with it."""

from http import HTTPStatus

import pytest
from playwright.sync_api import Worker, expect

from bench.serving import Server
from tests.browser.conftest import Visitor
from tests.browser.demo_page import DemoPage, until
from tests.browser.server import SiteServer, Spoilt
from tests.quick import first_quick

ROUTE = "performance.getEntriesByName('live-demo:python').map(mark => ({ route: mark.detail.route, why: mark.detail.why }))"
RESTART = """async () => {
    const script = document.querySelector('script[src$="live-demo.js"]');
    (await import(script.src)).runtime.restart();
}"""
LIBRARY = "numpy._core._multiarray_umath.wasm"


def seen_states(shown: DemoPage) -> None:
    """Remember every state of the first demo, and every message beside it."""
    shown.page.evaluate("""() => {
        const demo = document.querySelector("live-demo");
        window.seen = [demo.dataset.state];
        const note = () => seen.push(demo.dataset.state, ...[...demo.querySelectorAll('[role="alert"]')].map(e => e.innerText));
        new MutationObserver(note).observe(demo, { subtree: true, childList: true, attributeFilter: ["data-state"] });
    }""")


def visit(visitor: Visitor, server: SiteServer, page: str) -> tuple[DemoPage, list[Worker]]:
    """Make a first visit, as far as Python's first results; with the workers that it took."""
    shown = visitor.visit("about:blank", ready=False, locale="en-GB")
    workers: list[Worker] = []

    def appeared(worker: Worker) -> None:
        if "/live-demo-" in worker.url:  # search has one as well
            workers.append(worker)

    shown.page.on("worker", appeared)
    shown.page.goto(server.url + page, wait_until="domcontentloaded")
    seen_states(shown)
    shown.wait("ready")
    return shown, workers


def test_a_page_starts_from_the_kept_memory(visitor: Visitor, site: SiteServer) -> None:
    before = len(site.asked)  # other tests have asked for more
    shown, workers = visit(visitor, site, "lab/")
    assert shown.page.evaluate(ROUTE) == [{"route": "snapshot", "why": ""}]
    assert len(workers) == 1
    assert not [path for path in site.asked[before:] if path.endswith(("/python_stdlib.zip", "/pyodide.mjs"))]


@pytest.mark.parametrize(
    ("missing", "short"),
    first_quick([("", "snapshot.bin"), (LIBRARY, ""), ("snapshot.js", "")], 1),
)
def test_a_broken_memory_costs_nothing_but_time(
    visitor: Visitor, site: SiteServer, missing: str, short: str
) -> None:
    """The lab moves from "animal" to "street" on either way; the words and numbers are CPython's."""
    site.faults = {missing: HTTPStatus.NOT_FOUND} if missing else {}
    site.spoilt = {short: Spoilt.SHORT} if short else {}
    visitor.expect_console()  # the browser's own line for a 404
    shown, workers = visit(visitor, site, "lab/")
    (answer,) = shown.page.evaluate(ROUTE)
    assert answer["route"] == "files"
    assert (missing or short) in answer["why"]
    assert len(workers) == 1
    states = set(shown.page.evaluate("[...new Set(seen)].filter(text => text)"))
    assert states <= {"static", "starting", "updating", "ready"}
    before = shown.first.view.inner_html()
    shown.first.button("it → street").click()
    shown.first.settle()
    assert shown.first.view.inner_html() != before


@pytest.mark.slow
def test_what_the_memory_lacks_is_waited_for_in_sight(visitor: Visitor, plain: SiteServer) -> None:
    plain.delay = lambda path: 3.0 if path.endswith("-full.zip") else 0.0
    shown = visitor.visit(plain.url + "more/", ready=False, locale="en-GB")
    shown.page.get_by_text("Second tab").click()
    demo = shown.demo("mean")
    demo.wait("ready")
    assert shown.page.evaluate(ROUTE)[0]["route"] == "snapshot"
    demo.root.get_by_role("slider", name="N").fill("3")
    expect(demo.root).to_contain_text("Fetching")
    demo.settle()
    expect(demo.sentence).to_have_text("mean 2")
    demo.root.get_by_role("slider", name="N").fill("8")
    demo.settle()
    expect(demo.sentence).to_have_text("half 4.0, inverse 0.12")


@pytest.mark.slow
def test_what_a_host_sends_plain_is_fetched_compressed(visitor: Visitor, site: SiteServer) -> None:
    before = len(site.asked)
    shown, _ = visit(visitor, site, "lab/")
    assert shown.page.evaluate(ROUTE) == [{"route": "snapshot", "why": ""}]
    assert f"{LIBRARY}.gz" in [path.rpartition("/")[2] for path in site.asked[before:]]


@pytest.mark.slow
def test_a_host_that_compresses_is_asked_once(visitor: Visitor, site: SiteServer) -> None:
    with Server({"/": site.folder}) as host:
        shown = visitor.visit(f"{host.url}lab/")
        assert shown.page.evaluate(ROUTE) == [{"route": "snapshot", "why": ""}]
        asked = [sent.path.rpartition("/")[2] for sent in host.sent]
    assert LIBRARY in asked
    assert not [name for name in asked if name.endswith(".gz")]


@pytest.mark.slow
def test_a_restart_takes_over_what_the_last_worker_compiled_and_unpacked(
    visitor: Visitor, site: SiteServer
) -> None:
    shown, workers = visit(visitor, site, "lab/")
    shown.page.wait_for_timeout(500)
    before = len(site.asked)
    for started in (2, 3):  # what was handed over comes back
        shown.page.evaluate(RESTART)
        until(shown.page, f"performance.getEntriesByName('live-demo:python').length === {started}")
        shown.page.wait_for_timeout(500)
    again = [path.rpartition("/")[2] for path in site.asked[before:]]
    assert not [name for name in again if name.endswith((".wasm", "snapshot.bin"))], again
    assert len(workers) == 3
    assert [mark["route"] for mark in shown.page.evaluate(ROUTE)] == 3 * ["snapshot"]

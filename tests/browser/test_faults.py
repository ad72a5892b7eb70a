"""What goes wrong on the way to a reader: the page stays readable, says what happened, and offers a way back."""

from http import HTTPStatus
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.demo_page import Demo
from tests.browser.server import SiteServer, Spoilt
from tests.quick import first_quick

FIRST_VISIT: dict[str, Any] = {"locale": "en-GB"}
MISSING = HTTPStatus.NOT_FOUND
FAULTS: list[HTTPStatus | Spoilt] = [MISSING, Spoilt.SHORT, Spoilt.FLIPPED, Spoilt.HTML, Spoilt.CUT]
NEEDED = ["pyodide.asm.wasm", "pyodide.asm.js", "pyodide.js", "pyodide-lock.json", "bundle.json"]
OF_THE_SNAPSHOT = ["snapshot.bin", "snapshot.json", "snapshot.js"]
ROUTE = "performance.getEntriesByName('live-demo:python').flatMap(({ detail }) => [detail.route, detail.why])"


def named(cases: list[tuple[str, HTTPStatus | Spoilt]], quick: int) -> list[Any]:
    return first_quick(cases, quick, ids=[f"{name}-{fault.name.lower()}" for name, fault in cases])


def works(demo: Demo) -> None:
    demo.root.get_by_role("slider", name="Times").fill("3")
    demo.settle()
    expect(demo.sentence).to_have_text("6 vowels")


def readable(demo: Demo) -> None:
    """What the build computed is still there."""
    expect(demo.root.get_by_role("cell", name="plain", exact=True)).to_be_visible()
    expect(demo.sentence).to_have_text("2 vowels")


def fails_and_comes_back(demo: Demo, said: str, plain: SiteServer) -> None:
    """A message, a page to read, and a way back once the server is as it should be."""
    demo.wait("error")
    expect(demo.alert).to_contain_text(said)
    readable(demo)
    plain.mend()
    demo.button("Try again").press("Enter")  # a click would miss it, should what is above it still move
    demo.wait("ready")
    works(demo)


@pytest.mark.parametrize(
    ("name", "fault"),
    named([(name, fault) for fault in (FAULTS[2], FAULTS[3], *FAULTS[:2], FAULTS[4]) for name in NEEDED], 1),
)
def test_a_file_that_every_start_needs(
    visitor: Visitor, plain: SiteServer, name: str, fault: HTTPStatus | Spoilt
) -> None:
    plain.spoil(name, fault)
    visitor.expect_console()
    demo = visitor.visit(plain.url, ready=False, **FIRST_VISIT).demo("counter")
    fails_and_comes_back(demo, f"Python did not start. {name}", plain)


@pytest.mark.parametrize(
    ("name", "fault"), named([(name, fault) for fault in FAULTS[::-1] for name in OF_THE_SNAPSHOT], 1)
)
def test_a_file_of_the_snapshot_costs_nothing_but_time(
    visitor: Visitor, plain: SiteServer, name: str, fault: HTTPStatus | Spoilt
) -> None:
    plain.spoil(name, fault)
    visitor.expect_console()
    shown = visitor.visit(plain.url, **FIRST_VISIT)
    works(shown.demo("counter"))
    route, why = shown.page.evaluate(ROUTE)
    assert route == "files"
    assert why.startswith(name)


@pytest.mark.parametrize("fault", first_quick(FAULTS, 0))
def test_the_library_where_there_is_no_snapshot(
    visitor: Visitor, plain: SiteServer, fault: HTTPStatus | Spoilt
) -> None:
    plain.faults = {"snapshot.json": MISSING}
    plain.spoil("python_stdlib.zip", fault)
    visitor.expect_console()
    demo = visitor.visit(plain.url, ready=False, **FIRST_VISIT).demo("counter")
    fails_and_comes_back(demo, "python_stdlib.zip", plain)


@pytest.mark.slow
def test_a_slow_file_leaves_the_page_as_it_is(visitor: Visitor, plain: SiteServer) -> None:
    plain.pace = {"pyodide.asm.wasm": 10_000}
    shown = visitor.visit(plain.url, ready=False, **FIRST_VISIT)
    demo = shown.demo("counter")
    demo.wait("starting")
    readable(demo)
    shown.page.get_by_role("link", name="More").first.press("Enter")
    expect(shown.page.get_by_role("heading", level=1, name="More")).to_be_visible()


WITHOUT_WORKERS = "delete window.Worker"
REFUSED = "window.Worker = class { constructor() { throw new DOMException('no', 'SecurityError'); } }"
FULL = """for (const name of ["localStorage", "sessionStorage"]) {
    const full = () => { throw new DOMException("full", "QuotaExceededError"); };
    Storage.prototype.setItem = full;
}"""


@pytest.mark.parametrize("script", first_quick([WITHOUT_WORKERS, REFUSED], 1))
def test_a_browser_without_workers_shows_the_page_and_says_why_nothing_moves(
    visitor: Visitor, plain: SiteServer, script: str
) -> None:
    visitor.expect_console()
    shown = visitor.visit("about:blank", ready=False, **FIRST_VISIT)
    shown.page.add_init_script(script)
    shown.page.goto(plain.url)
    demo = shown.demo("counter")
    demo.wait("error")
    expect(demo.alert).to_contain_text("Python did not start. This browser lets the page start no worker")
    readable(demo)


@pytest.mark.slow
def test_full_stores_and_a_wrong_clock_change_nothing(visitor: Visitor, plain: SiteServer) -> None:
    visitor.expect_console()
    shown = visitor.visit("about:blank", ready=False, **FIRST_VISIT)
    shown.page.add_init_script(FULL + "Date.now = () => 0;")
    shown.page.goto(plain.url)
    shown.wait("ready")
    works(shown.demo("counter"))


def test_a_connection_lost_before_the_first_demo_comes_back(visitor: Visitor, plain: SiteServer) -> None:
    visitor.expect_console()
    shown = visitor.visit(plain.url, python=False, **FIRST_VISIT)
    shown.page.context.set_offline(True)
    demo = shown.demo("counter")
    demo.root.get_by_role("slider", name="Times").fill("2")
    demo.wait("error")
    expect(demo.alert).to_contain_text("Is the connection there?")
    shown.page.context.set_offline(False)
    demo.button("Try again").click()
    demo.wait("ready")
    works(demo)


@pytest.mark.slow
def test_a_tab_that_was_frozen_goes_on(visitor: Visitor, plain: SiteServer) -> None:
    shown = visitor.visit(plain.url)
    session = shown.page.context.new_cdp_session(shown.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    session.send("Page.setWebLifecycleState", {"state": "active"})
    works(shown.demo("counter"))


@pytest.mark.slow
def test_two_tabs_have_a_python_each(visitor: Visitor, plain: SiteServer) -> None:
    first, second = visitor.visit(plain.url), visitor.visit(plain.url)
    works(second.demo("counter"))
    works(first.demo("counter"))

"""What a browser may refuse or lose, and scripts that do not arrive: something readable, a word, and a way back."""

from http import HTTPStatus
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.cell_page import CellsPage
from tests.browser.conftest import Visitor
from tests.browser.demo_page import Demo, DemoPage
from tests.browser.server import SiteServer, Spoilt
from tests.quick import first_quick

FIRST_VISIT: dict[str, Any] = {"locale": "en-GB"}
SWITCHED_OFF = "delete globalThis.WebAssembly;"
REFUSED = """WebAssembly.Memory = class {
    constructor() { throw new RangeError("WebAssembly.Memory(): could not allocate memory"); }
};"""
FULL = """const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (module, imports) => {
    if (imports?.env) throw new RangeError("WebAssembly.instantiate(): Out of memory");
    return instantiate.call(WebAssembly, module, imports);
};"""
LITTLE = "The browser has too little memory for it. Closing other tabs may help."
DENIED = """for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"]) {
    Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
}"""
# The page hears nothing of the end of a worker that a browser has ended.
REACHED = """window.workers = [];
window.Worker = class extends Worker { constructor(...given) { super(...given); workers.push(this); } };"""
ENDED = "workers.forEach((worker) => worker.terminate())"


def opened(visitor: Visitor, url: str, script: str = "") -> Page:
    page = visitor.visit("about:blank", ready=False, **FIRST_VISIT).page
    page.add_init_script(script)
    page.goto(url)
    return page


def works(demo: Demo) -> None:
    demo.root.get_by_role("slider", name="Times").fill("3")
    demo.settle()
    expect(demo.sentence).to_have_text("6 vowels")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "said"),
    first_quick([(SWITCHED_OFF, "Python needs WebAssembly"), (REFUSED, LITTLE), (FULL, LITTLE)], 2),
)
def test_a_worker_that_is_refused_webassembly_or_memory_says_so(
    visitor: Visitor, plain: SiteServer, script: str, said: str
) -> None:
    def refuse(route: Route) -> None:
        route.fulfill(body=script + route.fetch().text(), content_type="text/javascript")

    visitor.expect_console()
    page = visitor.visit("about:blank", ready=False, **FIRST_VISIT).page
    page.route("**/live-demo-*/worker.js*", refuse)
    page.goto(plain.url)
    demo = DemoPage(page).demo("counter")
    demo.wait("error")
    expect(demo.alert).to_contain_text(f"Python did not start. {said}")
    expect(demo.sentence).to_have_text("2 vowels")
    page.unroute_all()
    demo.button("Try again").click()
    demo.wait("ready")
    works(demo)


@pytest.mark.slow
def test_stop_is_the_way_back_from_a_worker_that_died_at_work(visitor: Visitor, plain: SiteServer) -> None:
    page = opened(visitor, f"{plain.url}more/?mean.n=5", REACHED)
    page.get_by_text("Second tab").click()
    busy, other = DemoPage(page).demo("mean"), DemoPage(page).demo("counter", 0)
    expect(busy.button("Stop")).to_be_visible(timeout=30_000)
    page.evaluate(ENDED)
    busy.button("Stop").click()
    busy.wait("stopped")
    works(other)
    busy.slider("N").fill("8")
    busy.settle()
    expect(busy.sentence).to_have_text("half 4.0, inverse 0.12")


@pytest.mark.slow
def test_a_cell_whose_worker_died_keeps_code_and_output(visitor: Visitor, plain: SiteServer) -> None:
    cell = CellsPage(opened(visitor, f"{plain.url}code/", REACHED)).cell(1)
    cell.run()
    cell.write("for n in range(1 << 40):\n    pass")
    cell.button("Run").click()
    cell.running()
    cell.page.evaluate(ENDED)
    cell.button("Stop").click()
    cell.wait("stopped")
    expect(cell.note).to_contain_text("Stop ended Python")
    expect(cell.output).to_contain_text("crow heron robin wren")
    expect(cell.editor).to_have_value("for n in range(1 << 40):\n    pass")
    cell.write("print(6 * 7)")
    cell.run()
    expect(cell.output).to_have_text("42\n")


def test_a_cell_keeps_what_was_typed_while_python_does_not_start(visitor: Visitor, plain: SiteServer) -> None:
    plain.spoilt = {"pyodide.asm.wasm": Spoilt.HTML}
    visitor.expect_console()
    cell = CellsPage(opened(visitor, f"{plain.url}code/")).cell(1)
    cell.write("print(6 * 7)")
    cell.run("error")
    expect(cell.note).to_contain_text("Python did not start. pyodide.asm.wasm.gz: expected")
    expect(cell.output).to_contain_text("crow heron robin wren")
    plain.mend()
    cell.button("Try again").click()
    cell.wait("ready")
    expect(cell.output).to_have_text("42\n")
    expect(cell.editor).to_have_value("print(6 * 7)")


@pytest.mark.parametrize(
    "fault", first_quick([Spoilt.FLIPPED, HTTPStatus.NOT_FOUND, Spoilt.SHORT, Spoilt.HTML, Spoilt.CUT], 1)
)
def test_cells_whose_script_did_not_come_are_readable_and_all_come_alive_at_one_press(
    visitor: Visitor, plain: SiteServer, fault: HTTPStatus | Spoilt
) -> None:
    plain.spoil("/code/cell.js", fault)
    visitor.expect_console()
    cells = CellsPage(opened(visitor, f"{plain.url}code/"))
    first, second = cells.cell(1), cells.cell(2)
    for cell in (first, second):
        expect(cell.root.get_by_text("What runs this cell could not be loaded.")).to_be_visible()
        expect(cell.button("Run")).to_be_disabled()
    expect(first.output).to_contain_text("crow heron robin wren")
    plain.mend()
    first.button("Try again").click()
    expect(second.root.get_by_text("could not be loaded")).to_have_count(0)
    first.run()
    second.run()
    expect(second.output).to_have_text("2")


def test_a_page_whose_script_did_not_come_names_a_way_back(visitor: Visitor, plain: SiteServer) -> None:
    plain.faults = {"/live-demo.js": HTTPStatus.NOT_FOUND}
    visitor.expect_console()
    demo = DemoPage(opened(visitor, f"{plain.url}?counter.times=2")).demo("counter")
    again = demo.root.get_by_role("link", name="Load the page again")
    expect(again).to_be_visible()
    expect(demo.sentence).to_have_text("2 vowels")
    expect(demo.slider("Times")).to_be_disabled()
    plain.mend()
    again.click()
    demo.wait("ready")
    expect(demo.sentence).to_have_text("4 vowels")  # as the address says


@pytest.mark.parametrize("fault", first_quick([Spoilt.FLIPPED, HTTPStatus.NOT_FOUND, Spoilt.CUT], 1))
def test_what_saves_a_figure_and_did_not_come_is_told(
    visitor: Visitor, plain: SiteServer, fault: HTTPStatus | Spoilt
) -> None:
    plain.spoil("/export.js", fault)
    visitor.expect_console()
    demo = DemoPage(opened(visitor, plain.url)).demo("counter")
    demo.button("CSV").click()
    expect(demo.note).to_have_text(
        "What saves this figure could not be loaded. Is the connection there? Press the button again."
    )
    plain.mend()
    with demo.root.page.expect_download() as download:
        demo.button("CSV").click()
    assert download.value.suggested_filename == "counter.csv"
    expect(demo.note).to_be_empty()


@pytest.mark.slow
def test_stores_that_are_denied_change_nothing(visitor: Visitor, plain: SiteServer) -> None:
    visitor.expected.append("page error: denied")  # the theme's own, which would remember a choice
    demo = DemoPage(opened(visitor, plain.url, DENIED)).demo("counter")
    demo.wait("ready")
    works(demo)


@pytest.mark.slow
def test_a_tab_that_is_frozen_while_python_starts_goes_on(visitor: Visitor, plain: SiteServer) -> None:
    plain.delay = lambda path: 1.0 if path.endswith(".wasm.gz") else 0.0
    page = opened(visitor, plain.url)
    demo = DemoPage(page).demo("counter")
    demo.wait("starting")
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    session.send("Page.setWebLifecycleState", {"state": "active"})
    demo.wait("ready")
    works(demo)

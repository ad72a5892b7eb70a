"""A worker that Python would end, or that ended without a word, is noticed; there is a way back."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.cell_page import STARTING, CellsPage
from tests.browser.conftest import Visitor
from tests.browser.demo_page import DemoPage
from tests.browser.server import SiteServer
from tests.quick import first_quick

# The page hears nothing of the end of a worker that a browser has ended.
REACHED = """window.workers = [];
window.Worker = class extends Worker { constructor(...given) { super(...given); workers.push(this); } };"""
ENDED = "workers.forEach((worker) => worker.terminate())"
NOTICED = 30_000  # ms; a page notices in ten seconds of its own


@pytest.fixture
def page(visitor: Visitor, cells: SiteServer) -> Page:
    page = visitor.visit("about:blank", ready=False, locale="en-GB").page
    page.add_init_script(REACHED)
    page.goto(f"{cells.url}closing/")
    return page


@pytest.mark.parametrize("code", first_quick(["import js\njs.close()", "from js import self\nself.close()"], 1))
def test_a_cell_cannot_end_the_worker_from_inside(page: Page, code: str) -> None:
    first, second = (CellsPage(page).cell(n) for n in (1, 2))
    first.run()
    second.write(code)
    second.run("error")
    expect(second.output).to_contain_text(
        "close() cannot work in a page: it would end Python for all that is on it. Instead, press Restart."
    )
    second.write("print(kept)")
    second.run()
    expect(second.output).to_have_text("7\n")


@pytest.mark.slow
def test_a_demo_cannot_either_and_its_error_offers_a_restart(page: Page) -> None:
    demo = DemoPage(page).demo("closing")
    demo.wait("ready")
    demo.slider("N").fill("9")
    demo.wait("error")
    expect(demo.alert).to_contain_text("close() would end Python for all that is on the page.")
    page.evaluate("before = workers.at(-1)")
    demo.button("Restart").press("Enter")
    expect(demo.alert).to_have_count(0)
    demo.wait("error")  # it does the same again
    assert page.evaluate("workers.at(-1) !== before"), "in another Python"
    demo.slider("N").fill("3")
    demo.wait("ready")
    expect(demo.sentence).to_have_text("3 is open")


@pytest.mark.slow
def test_a_restart_brings_a_demo_back_that_a_cell_has_spoilt(page: Page) -> None:
    demo, cell = DemoPage(page).demo("closing"), CellsPage(page).cell(1)
    demo.wait("ready")
    cell.write("import math\nmath.floor = None")
    cell.run()
    demo.slider("N").fill("4")
    demo.wait("error")
    demo.button("Restart").click()
    demo.wait("ready")
    expect(demo.sentence).to_have_text("4 is open")


@pytest.mark.slow
def test_a_cell_notices_that_the_worker_is_gone(page: Page) -> None:
    first, second = (CellsPage(page).cell(n) for n in (1, 2))
    first.run()
    page.evaluate(ENDED)
    second.button("Run").click()
    expect(second.note).to_contain_text("Python stopped working. The browser has ended it", timeout=NOTICED)
    expect(second.root).to_have_attribute("data-state", "error")
    expect(first.root.get_by_text("Variables gone: run again")).to_be_visible()
    second.button("Try again").click()
    second.button("Run the cells above").click()
    second.wait("ready")
    expect(second.output).to_have_text("7\n")


@pytest.mark.slow
def test_a_demo_notices_it_as_well(page: Page) -> None:
    demo = DemoPage(page).demo("closing")
    demo.wait("ready")
    page.evaluate(ENDED)
    demo.slider("N").fill("5")
    expect(demo.alert).to_contain_text("Python stopped working. The browser has ended it", timeout=NOTICED)
    demo.button("Try again").click()
    demo.wait("ready")
    expect(demo.sentence).to_have_text("5 is open")


def test_a_long_run_is_not_taken_for_a_dead_worker(page: Page) -> None:
    cells = CellsPage(page)
    cells.cell(1).run()
    page.clock.install()
    cells.cell(1).write("print('on')\nwhile True: pass")
    cells.cell(1).button("Run").click()
    page.clock.run_for(600)
    expect(cells.cell(1).output).to_have_text("on\n")  # the worker has heard, however slow the machine
    DemoPage(page).demo("closing").slider("N").fill("6")
    page.clock.run_for(60_000)
    expect(cells.cell(1).root).to_have_attribute("data-state", "updating")
    cells.cell(1).button("Stop").click()
    cells.cell(1).wait("stopped")
    expect(DemoPage(page).demo("closing").sentence).to_have_text("6 is open", timeout=STARTING)


LATE = """import js
from pyodide.ffi import create_proxy
js.setTimeout(create_proxy(lambda: 1 / 0), 1)
js.postMessage(None)
y = 5"""


@pytest.mark.slow
def test_an_error_after_the_cells_end_leaves_python_and_its_variables(visitor: Visitor, cells: SiteServer) -> None:
    visitor.expect_console()
    page = visitor.visit(f"{cells.url}closing/", ready=False, locale="en-GB").page
    cell = CellsPage(page).cell(1)
    cell.write(LATE)
    with page.expect_console_message(lambda message: "ZeroDivisionError" in message.text):
        cell.run()
    cell.write("print(y)")
    cell.run()
    expect(cell.output).to_have_text("5\n")

"""Stop ends what nothing else ends, and the page stays at hand meanwhile."""

import pytest
from playwright.sync_api import expect

from tests.browser.cell_page import BLIND, LONG, LOUD, STARTING, CellsPage
from tests.browser.conftest import Visitor
from tests.browser.server import SiteServer
from tests.quick import first_quick

# The time from the press of Stop until the cell says that it has stopped.
TIMED = """cell => new Promise((resolve) => {
    const begun = performance.now();
    const seen = () => cell.dataset.state === "stopped" && resolve(performance.now() - begun);
    new MutationObserver(seen).observe(cell, { attributes: true });
    cell.querySelector("[data-act=stop]").click();
})"""
CAPPED = 100_000  # characters of output


@pytest.fixture
def page(visitor: Visitor, cells: SiteServer) -> CellsPage:
    return CellsPage(visitor.visit(cells.url, ready=False).page)


@pytest.mark.parametrize("code", first_quick([BLIND, LOUD, LONG], 1, ids=["blind", "loud", "long"]))
def test_stop_ends_a_loop_within_a_second_and_code_runs_again(page: CellsPage, code: str) -> None:
    page.cell(1).run()
    cell = page.cell(3)
    cell.write(code)
    cell.button("Run").click()
    cell.running()
    assert cell.root.evaluate(TIMED) < 1000
    expect(cell.note).to_contain_text("Stop ended Python, and with it this page’s variables.")
    expect(page.cell(1).root.get_by_text("Variables gone: run again")).to_be_visible()
    expect(cell.editor).to_contain_text("while True:")
    cell.write("print(6 * 7)")
    cell.run()
    expect(cell.output).to_have_text("42\n")
    assert page.has_one_python()


@pytest.mark.slow
def test_a_double_click_on_stop_does_not_run_again(page: CellsPage) -> None:
    cell = page.cell(3)
    cell.write(BLIND)
    cell.button("Run").click()
    cell.running()
    cell.button("Stop").dblclick()
    cell.wait("stopped")
    page.page.wait_for_timeout(600)
    expect(cell.root).to_have_attribute("data-state", "stopped")
    cell.button("Run").click()
    cell.running()


@pytest.mark.slow
def test_what_an_earlier_run_gave_is_not_taken_for_this_ones(page: CellsPage) -> None:
    cell = page.cell(3)
    cell.write("1 / 0")
    cell.run("error")
    cell.write(BLIND)
    cell.button("Run").click()
    cell.running()
    expect(cell.output).to_have_css("outline-style", "dashed")
    cell.button("Stop").click()
    cell.wait("stopped")
    expect(cell.output).to_contain_text("From before this run:")
    expect(cell.output).to_have_css("outline-style", "none")
    cell.write("print(1)")
    cell.run()
    expect(cell.output).to_have_text("1\n")


@pytest.mark.slow
def test_restart_says_that_it_was_restart(page: CellsPage) -> None:
    page.cell(2).write(BLIND)
    page.button("Run all").click()
    page.cell(2).running()
    page.button("Restart").click()
    page.cell(2).wait("stopped")
    expect(page.cell(2).note).to_contain_text("Restart ended Python, and with it this page’s variables.")
    expect(page.page.locator(".lc-said")).to_contain_text("Python starts anew.")
    expect(page.page.locator(".lc-said")).not_to_contain_text("Stopped at")


def test_after_stop_the_cells_above_can_be_run(page: CellsPage) -> None:
    page.cell(1).run()
    page.cell(2).write("while len(a) == 2:\nb = 1")
    page.cell(2).button("Run").click()
    page.cell(2).running()
    page.cell(2).button("Stop").click()
    page.cell(2).wait("stopped")
    page.cell(2).write("sum(a)")
    page.cell(2).button("Run the cells above").click()
    page.cell(2).wait("ready")
    expect(page.cell(2).output).to_have_text("7.0")
    expect(page.cell(1).root).to_have_attribute("data-state", "ready")


@pytest.mark.slow
def test_endless_output_is_cut_with_a_note_and_the_page_stays_at_hand(page: CellsPage) -> None:
    page.cell(1).run()
    cell = page.cell(3)
    cell.write(LOUD)
    page.page.evaluate(
        """() => {
            window.longest = 0;
            const note = (list) => list.getEntries().forEach((e) => (window.longest = Math.max(window.longest, e.duration)));
            new PerformanceObserver(note).observe({ type: "longtask" });
        }"""
    )
    cell.button("Run").click()
    expect(cell.output).to_contain_text("The output is cut off here", timeout=STARTING)
    page.cell(2).button("Edit").click()  # while it goes on
    expect(page.cell(2).editor).to_be_focused()
    page.page.keyboard.type("x = 1")
    expect(page.cell(2).editor).to_contain_text("x = 1length")
    expect(cell.root).to_have_attribute("data-state", "updating")
    assert page.page.evaluate("longest") < 1000, "before, with all lines laid out, it took 4.7 s"
    text = cell.output.locator("pre").text_content() or ""
    assert CAPPED - 100 < len(text) <= CAPPED
    assert set(text) == {"x", "\n"}
    cell.button("Stop").click()
    cell.wait("stopped")
    expect(cell.output.get_by_text("Output: 50,000 lines")).to_be_visible()


@pytest.mark.slow
def test_a_demo_keeps_its_value_when_a_cell_is_stopped(visitor: Visitor, cells: SiteServer) -> None:
    page = CellsPage(visitor.visit(cells.url + "other/", ready=False).page)
    demo = page.page.locator("live-demo")
    demo.get_by_role("slider", name="N").fill("7")
    expect(demo.get_by_text("twice 7 is 14")).to_be_visible(timeout=STARTING)
    page.cell(1).write(BLIND)
    page.cell(1).button("Run").click()
    page.cell(1).running()
    demo.get_by_role("slider", name="N").fill("8")  # it has to wait
    page.cell(1).button("Stop").click()
    expect(demo.get_by_text("twice 8 is 16")).to_be_visible(timeout=STARTING)
    expect(page.cell(1).root).to_have_attribute("data-state", "stopped")


@pytest.mark.slow
def test_a_run_that_waits_for_another_can_be_given_up(page: CellsPage) -> None:
    page.cell(3).write(BLIND)
    page.cell(3).button("Run").click()
    page.cell(3).running()
    page.cell(1).button("Run").click()
    expect(page.cell(1).root.get_by_text("Waiting")).to_be_visible()
    page.cell(1).button("Stop").click()
    page.cell(1).wait("stopped")
    expect(page.cell(3).root).to_have_attribute("data-state", "updating")
    expect(page.cell(1).note).to_be_empty()  # no variables were lost
    page.cell(1).button("Run").click()
    page.cell(3).button("Stop").click()
    page.cell(3).wait("stopped")
    page.cell(1).wait("stopped")  # it counted on what ran before it

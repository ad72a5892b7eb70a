"""What goes wrong in a cell, or on its way, is said where it belongs."""

import pytest
from playwright.sync_api import expect

from tests.browser.cell_page import CellsPage
from tests.browser.conftest import Visitor
from tests.browser.server import SiteServer, Spoilt
from tests.quick import first_quick


@pytest.fixture
def page(visitor: Visitor, cells: SiteServer) -> CellsPage:
    shown = CellsPage(visitor.visit(cells.url, ready=False).page)
    expect(shown.button("Run all")).to_be_enabled()
    return shown


def test_the_line_of_an_error_is_marked_with_words(page: CellsPage) -> None:
    cell = page.cell(3)
    cell.write("x = 1\nx / 0\ny = 2")
    cell.run("error")
    expect(cell.output).to_contain_text("ZeroDivisionError: division by zero")
    expect(cell.root.get_by_role("status").filter(has_text="Error in line 2")).to_be_visible()
    expect(cell.editor).to_have_attribute("aria-invalid", "true")
    expect(cell.editor).to_have_accessible_description("Error in line 2")
    bad = cell.editor.locator(".lc-bad-line")
    assert bad.text_content() == "x / 0", "what is drawn beside it is no text of the editor"
    assert bad.evaluate("e => getComputedStyle(e, '::after').content") == '"Error in this line"'
    cell.editor.focus()
    page.page.keyboard.press("End")
    page.page.keyboard.type(" ")
    expect(cell.editor).to_have_attribute("aria-invalid", "false")
    expect(cell.editor).to_have_accessible_description("")


@pytest.mark.slow
def test_a_cell_that_was_not_edited_marks_its_line_too(page: CellsPage) -> None:
    page.cell(2).run("error")
    marked = "[...CSS.highlights.get('lc-error')].map((range) => range.toString())"
    assert page.page.evaluate(marked) == ["length = math.hypot(*a)"]
    page.cell(2).button("Run the cells above").click()
    page.cell(2).wait("ready")
    assert page.page.evaluate(marked) == []


@pytest.mark.slow
def test_the_mark_of_an_error_never_gets_into_the_code(page: CellsPage) -> None:
    cell, keyboard = page.cell(3), page.page.keyboard
    page.cell(1).run()
    for turn in range(12):  # the mark comes before, while and after everything is selected
        cell.write("x = 1\nx.foo()")
        keyboard.press("ControlOrMeta+Enter")
        page.page.wait_for_timeout(20 * turn)
        keyboard.press("ControlOrMeta+a")
        keyboard.type("x=1")
        expect(cell.root.get_by_text("Edited, not run yet")).to_be_visible()
        cell.button("Copy").click()
        assert page.page.evaluate("navigator.clipboard.readText()") == "x=1"


@pytest.mark.slow
def test_the_status_is_that_of_the_code_which_stands_there(page: CellsPage) -> None:
    cell = page.cell(3)
    page.cell(1).run()
    cell.write('import time\nprint("old")\ntime.sleep(5)')
    cell.button("Run").click()
    cell.running()
    cell.button("Reset").click()
    expect(cell.button("Run")).to_be_visible()
    expect(cell.output).to_have_text("old\n")
    expect(cell.root.get_by_text("The page’s own code")).to_be_visible()
    expect(cell.root).to_have_attribute("data-state", "static")


@pytest.mark.parametrize("fault", first_quick([Spoilt.FLIPPED, Spoilt.CUT], 1))
def test_an_editor_that_did_not_come_may_be_asked_for_again(
    visitor: Visitor, cells: SiteServer, fault: Spoilt
) -> None:
    visitor.expect_console()
    first = visitor.visit(cells.url, ready=False, locale="en-GB").page  # nothing is in its cache
    cell = CellsPage(first).cell(3)
    cells.spoil("/code/editor.js", fault)
    cell.button("Edit").click()
    expect(cell.note).to_contain_text("The editor could not be loaded. Is the connection there?")
    cells.mend()
    again = first.context.new_page()
    again.goto(cells.url)
    later = CellsPage(again).cell(3)
    later.button("Edit").click()  # the browser may have kept what was spoilt
    expect(later.editor).to_be_focused()
    cell.button("Try again").click()
    expect(cell.editor).to_be_focused()
    expect(cell.note).to_be_empty()


@pytest.mark.slow
def test_without_a_connection_the_cell_says_so_and_goes_on_when_it_is_back(
    visitor: Visitor, cells: SiteServer
) -> None:
    visitor.expect_console()
    # Nothing is in its cache, and a reader who saves data fetches nothing ahead.
    page = CellsPage(visitor.visit(cells.url + "twelve/", python=False, locale="en-GB").page)
    cell, network = page.cell(1), page.page.context
    expect(page.button("Run all")).to_be_enabled()
    network.set_offline(True)
    cell.run("error")
    expect(cell.note).to_contain_text("Python did not start.")
    expect(cell.note).to_contain_text("Is the connection there?")
    expect(cell.root.get_by_role("status").filter(has_text="Python did not start").first).to_be_visible()
    network.set_offline(False)
    cell.button("Try again").click()
    cell.wait("ready")
    cell.write("import decimal")
    network.set_offline(True)
    cell.run("error")
    expect(cell.output).to_contain_text("decimal could not be fetched: the server could not be reached.")
    network.set_offline(False)
    cell.write("import decimal\ndecimal.Decimal(3)")
    cell.run()
    expect(cell.output).to_contain_text("Decimal('3')")

"""Cells for those who use a keyboard, a screen reader, no script, or a site without npm."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.cell_page import STARTING, CellsPage
from tests.browser.conftest import FIXTURES, Visitor, build
from tests.browser.server import SiteServer


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the button of a name has the focus."""
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == name:
            return
    raise AssertionError(f"no {name!r} within 30 presses")


def test_a_cell_by_keyboard_alone(visitor: Visitor, cells: SiteServer) -> None:
    shown = CellsPage(visitor.visit(cells.url, ready=False).page)
    page, cell = shown.page, shown.cell(1)
    expect(shown.button("Run all")).to_be_visible()
    cell.root.get_by_role("region", name="Code of cell 1").focus()
    tab_to(page, "Edit")
    page.keyboard.press("Enter")
    expect(cell.editor).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("if 1:\nfor n in [5]:\nprint(n)")
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    expect(cell.editor).to_be_focused()
    expect(cell.editor.locator(".cm-line").last).to_have_text("            print(n)")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Escape")
    page.wait_for_timeout(2500)  # however slow the reader is between the two keys
    page.keyboard.press("Tab")
    expect(cell.button("Run")).to_be_focused()
    page.keyboard.press("Enter")
    cell.wait("ready")
    expect(cell.output).to_have_text("5\n")
    expect(cell.button("Run")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(cell.editor).to_be_focused()


def test_stop_takes_the_focus_of_run_and_gives_it_back(visitor: Visitor, cells: SiteServer) -> None:
    cell = CellsPage(visitor.visit(cells.url, ready=False).page).cell(1)
    cell.write("while True:\npass")
    cell.button("Run").focus()
    cell.page.keyboard.press("Enter")
    cell.running()
    expect(cell.button("Stop")).to_be_focused()
    cell.page.keyboard.press("Enter")
    cell.wait("stopped")
    expect(cell.button("Run")).to_be_focused()


def test_what_a_screen_reader_hears_of_a_cell(visitor: Visitor, cells: SiteServer) -> None:
    cell = CellsPage(visitor.visit(cells.url, ready=False).page).cell(2)
    cell.button("Edit").click()
    expect(cell.editor).to_be_focused()
    expect(cell.root).to_match_aria_snapshot(
        """
        - group "Cell 2":
          - paragraph: Cell 2
          - textbox "Code of cell 2. Tab indents; Escape, then Tab leaves."
          - button "Run"
          - button "Copy"
          - button "Copy link"
          - paragraph:
            - status: Computed with the page
          - log "Output of cell 2": length 5.0 10.0
        """
    )
    expect(cell.editor).to_contain_text("length = math")
    assert cell.root.locator(".cm-gutters").get_attribute("aria-hidden") == "true"


def test_without_scripts_code_and_output_are_there_and_nothing_pretends(
    visitor: Visitor, cells: SiteServer
) -> None:
    page = visitor.visit(cells.url, ready=False, java_script_enabled=False).page
    shown = CellsPage(page)
    expect(shown.cell(2).code).to_be_visible()
    expect(shown.cell(2).output).to_contain_text("length 5.0")
    expect(shown.cell(2).button("Run")).to_be_hidden()


@pytest.mark.slow
def test_a_site_without_npm_has_a_plain_editor(visitor: Visitor, cells: SiteServer) -> None:
    target = cells.folder / "unbundled"
    build(FIXTURES / "cells_site", target, cells.url + "unbundled/")
    shown = CellsPage(visitor.visit(cells.url + "unbundled/", ready=False).page)
    cell = shown.cell(3)
    cell.button("Edit").click()
    area = cell.root.get_by_role("textbox", name="Code of cell 3")
    assert area.evaluate("e => e.tagName") == "TEXTAREA"
    area.fill("1 / 0")
    area.press("ControlOrMeta+Enter")
    expect(cell.root).to_have_attribute("data-state", "error", timeout=STARTING)
    expect(area).to_have_attribute("aria-invalid", "true")
    assert area.evaluate("e => e.value.slice(e.selectionStart, e.selectionEnd)") == "1 / 0"
    area.fill("print(2)")
    cell.run()
    expect(cell.output).to_have_text("2\n")
    assert not any("codemirror" in path for path in cells.asked)

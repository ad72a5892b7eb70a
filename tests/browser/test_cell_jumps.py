"""A jump within a page fetches nothing, so that what the reader has made stays."""

import pytest
from playwright.sync_api import expect

from tests.browser.cell_page import CellsPage
from tests.browser.conftest import Visitor
from tests.browser.demo_page import DemoPage, until
from tests.browser.server import SiteServer


@pytest.fixture
def page(visitor: Visitor, cells: SiteServer) -> CellsPage:
    """A page that was opened by its address, with code that a reader has run."""
    shown = CellsPage(visitor.visit(cells.url, ready=False).page)
    shown.cell(1).write('print("mine")')
    shown.cell(1).run()
    return shown


def test_the_first_jump_keeps_code_output_and_variables(page: CellsPage, cells: SiteServer) -> None:
    cells.asked.clear()
    page.page.get_by_role("article").get_by_role("link", name="Further down").first.click()
    expect(page.page).to_have_url(cells.url + "#further-down")
    expect(page.page.get_by_role("heading", name="Further down")).to_be_in_viewport()
    page.page.go_back()
    page.page.evaluate("location.hash = 'further-down'")  # as an address that is typed
    expect(page.page.get_by_role("heading", name="Further down")).to_be_in_viewport()
    page.page.wait_for_load_state("networkidle")
    assert cells.url.removeprefix(cells.origin) not in cells.asked
    expect(page.cell(1).output).to_have_text("mine\n")
    expect(page.cell(1).editor).to_contain_text("mine")


def test_a_link_to_the_page_itself_leads_to_its_top(page: CellsPage, cells: SiteServer) -> None:
    page.page.evaluate("scrollTo(0, 300)")
    cells.asked.clear()
    page.page.evaluate(
        "document.querySelector('article').insertAdjacentHTML('beforeend', '<a href=\".\">This page</a>')"
    )
    page.page.get_by_role("link", name="This page").click()
    expect(page.page.get_by_role("heading", name="Cells", exact=True)).to_be_in_viewport()
    page.page.wait_for_load_state("networkidle")
    assert cells.url.removeprefix(cells.origin) not in cells.asked
    expect(page.cell(1).output).to_have_text("mine\n")


def test_other_pages_still_come_without_a_load_and_back_shows_the_first(page: CellsPage) -> None:
    article = page.page.get_by_role("article")
    page.page.evaluate("window.marker = 1")
    article.get_by_role("link", name="Further down").first.click()
    until(page.page, "history.state?.y > 0")  # the theme notes where a page stands a tenth of a second later
    article.get_by_role("link", name="Another page").click()
    expect(page.page.get_by_role("heading", name="Another page")).to_be_visible()
    until(page.page, "history.state?.y === 0")  # or it would note this place for the page that Back leads to
    page.page.go_back()
    expect(page.page.get_by_role("heading", name="Further down")).to_be_in_viewport()
    assert page.page.evaluate("window.marker") == 1


def test_a_demos_values_survive_a_jump(visitor: Visitor, cells: SiteServer) -> None:
    page = visitor.visit(cells.url + "other/").page
    slider = DemoPage(page).demo("double").slider("N")
    slider.fill("7")
    expect(page).to_have_url(cells.url + "other/?double.n=7")
    cells.asked.clear()
    page.evaluate(
        "document.querySelector('article').insertAdjacentHTML('beforeend', '<a href=\"#end\" id=\"end\">End</a>')"
    )
    page.get_by_role("link", name="End").click()
    expect(page).to_have_url(cells.url + "other/?double.n=7#end")
    page.wait_for_load_state("networkidle")
    assert "/other/" not in cells.asked
    expect(slider).to_have_value("7")

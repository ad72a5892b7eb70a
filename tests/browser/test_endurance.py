"""A long visit in one tab: to and fro by the site's own links, with a move on each page. bench/endurance.py goes on."""

import pytest
from playwright.sync_api import expect

from tests.browser.cell_page import CellsPage
from tests.browser.conftest import Visitor
from tests.browser.server import SiteServer

NAVIGATIONS = 40
pytestmark = pytest.mark.slow


def test_forty_pages_with_demos_leave_one_worker_and_no_complaint(visitor: Visitor, plain: SiteServer) -> None:
    shown = visitor.visit(plain.url)
    page, demo = shown.page, shown.demo("counter")
    page.evaluate("window.stayed = true")
    for turn in range(NAVIGATIONS):
        times = turn % 5 + 1
        demo.wait("ready")
        demo.slider("Times").fill(str(times))
        demo.settle()
        expect(demo.sentence).to_have_text(f"{2 * times} vowels")
        assert CellsPage(page).pythons() == 1
        name = ("More", "Plain")[turn % 2]
        page.get_by_role("navigation", name="Navigation").get_by_role("link", name=name, exact=True).first.click()
        expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
    assert page.evaluate("window.stayed") is True
    # the visitor complains of anything in the console

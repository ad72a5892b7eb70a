"""Landmarks, dialogs and scrolling regions of the theme, for those who move by them."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.server import SiteServer
from tests.browser.test_access import PHONE

NAMELESS = """() => {
    const named = (e) => e.getAttribute("aria-label") || document.getElementById(e.getAttribute("aria-labelledby"))?.innerText.trim();
    const all = (css) => [...document.querySelectorAll(css)].filter((e) => e.getAttribute("role") !== "presentation");
    const names = all("nav").map(named);
    return [
        ...all("nav, [role=dialog], [role=progressbar], [role=region]").filter((e) => !named(e)).map((e) => e.outerHTML.slice(0, 80)),
        ...names.filter((name, at) => names.indexOf(name) < at),
    ];
}"""


@pytest.mark.parametrize("path", ["", "math/heads/", "reference/softmax/", "contributing/design/"])
def test_landmarks_and_dialogs_have_names_of_their_own(visitor: Visitor, site: SiteServer, path: str) -> None:
    page = visitor.visit(site.url + path, python=False).page
    assert page.evaluate(NAMELESS) == []
    expect(page.get_by_role("navigation", name="Mathematics", include_hidden=True)).to_have_count(1)


def test_a_table_that_scrolls_on_a_phone_can_be_reached(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(f"{site.url}contributing/design/", python=False, **PHONE).page
    scrolling = page.get_by_role("group", name="Table")
    expect(scrolling).not_to_have_count(0)
    beyond = "(all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.tabIndex)"
    reached = page.locator(".md-typeset__scrollwrap").evaluate_all(beyond)
    assert reached == [0] * scrolling.count()
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(scrolling).to_have_count(0)

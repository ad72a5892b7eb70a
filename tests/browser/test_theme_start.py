"""The theme's script starts on a page that is shown already: it must not have all of it styled or laid out anew."""

from http import HTTPStatus
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import THEME, Visitor
from tests.browser.demo_page import until
from tests.browser.server import SiteServer
from tests.quick import first_quick

OWN: dict[str, Any] = {"locale": "en-GB"}
DARK_HEADER = "rgb(21, 23, 26)"  # #15171a of tokens.css
KEEP = "addEventListener('DOMContentLoaded', () => { globalThis.sheets = [...document.styleSheets]; })"


def test_no_style_sheet_is_read_twice(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit("about:blank", ready=False, **OWN).page
    page.add_init_script(KEEP)
    page.goto(site.url + "lab/")
    until(page, THEME)
    until(page, "!document.querySelector('link[rel=stylesheet][href^=\".\"]')")  # its links are absolute now
    assert page.evaluate("sheets.length") >= 3
    assert page.evaluate("[...document.styleSheets].every((sheet, n) => sheet === sheets[n])")


@pytest.mark.parametrize(("path", "python"), first_quick([("lab/", True), ("lab/", False), ("", True)], 1))
def test_a_theme_that_comes_late_still_goes_over_the_page(
    visitor: Visitor, site: SiteServer, path: str, python: bool
) -> None:
    page = visitor.visit(site.url + path, python=python, viewport={"width": 1280, "height": 900}, **OWN).page
    until(page, THEME)
    page.get_by_role("contentinfo").scroll_into_view_if_needed()
    expect(page.locator(".md-header--shadow")).to_be_visible()


def test_no_hidden_source_is_laid_out(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(site.url + "math/", python=False, **OWN).page
    until(page, THEME)
    until(page, "document.querySelector('pre[id^=__code_]')")  # it has gone over the page's code
    assert page.locator("details.ld-source").count() >= 1
    assert page.locator("details.ld-source pre[id]").count() == 0


@pytest.mark.slow
def test_a_source_is_copied_whole(visitor: Visitor, site: SiteServer) -> None:
    lab = visitor.visit(site.url + "lab/", python=False, permissions=["clipboard-read", "clipboard-write"]).demo(
        "attention-lab"
    )
    lab.root.get_by_text("View source").click()
    lab.button("Copy source").click()
    lab.button("Copied").click()
    lab.root.get_by_role("button", name="Copy source").wait_for()
    page = lab.root.page
    text = page.evaluate("navigator.clipboard.readText()")
    assert "def view(" in text
    assert text == lab.root.get_by_role("region", name="Source: ").inner_text()


def scheme(page: Page) -> Locator:
    return page.locator("body[data-md-color-scheme=slate]")


def test_a_dark_page_needs_no_module_to_be_dark(visitor: Visitor, site: SiteServer) -> None:
    visitor.expect_console()
    site.faults = {".js": HTTPStatus.NOT_FOUND}
    page = visitor.visit(f"{site.url}storage/", python=False, ready=False, color_scheme="dark").page
    expect(scheme(page)).to_have_count(1)
    expect(page.get_by_title("Switch to light")).to_be_hidden()


def test_the_page_is_dark_as_the_system_is_until_the_reader_chooses(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit("about:blank", ready=False, color_scheme="dark").page
    page.goto(site.url + "storage/")
    expect(page.get_by_title("Switch to light")).to_be_visible()
    page.emulate_media(color_scheme="light")
    expect(scheme(page)).to_have_count(0)
    page.emulate_media(color_scheme="dark")
    expect(scheme(page)).to_have_count(1)
    expect(page.locator("meta[name=theme-color]")).to_have_attribute("content", DARK_HEADER)
    page.get_by_title("Switch to light").click()
    expect(scheme(page)).to_have_count(0)
    expect(page.get_by_role("radio", name="Switch to dark")).to_be_checked()
    page.emulate_media(color_scheme="light")
    page.emulate_media(color_scheme="dark")
    page.goto(site.url + "licences/")
    expect(page.get_by_title("Switch to dark")).to_be_visible()  # the choice holds, whatever the system says
    expect(scheme(page)).to_have_count(0)
    page.get_by_role("radio", name="Switch to dark").press("Enter")
    page.reload()
    expect(scheme(page)).to_have_count(1)

"""The theme's script starts on a page that is shown already: it must not have all of it styled or laid out anew."""

from typing import Any

from tests.browser.conftest import THEME, Visitor
from tests.browser.demo_page import until
from tests.browser.server import SiteServer

OWN: dict[str, Any] = {"locale": "en-GB"}
KEEP = "addEventListener('DOMContentLoaded', () => { globalThis.sheets = [...document.styleSheets]; })"


def test_no_style_sheet_is_read_twice(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit("about:blank", ready=False, **OWN).page
    page.add_init_script(KEEP)
    page.goto(site.url + "lab/")
    until(page, THEME)
    until(page, "!document.querySelector('link[rel=stylesheet][href^=\".\"]')")  # its links are absolute now
    assert page.evaluate("sheets.length") >= 3
    assert page.evaluate("[...document.styleSheets].every((sheet, n) => sheet === sheets[n])")


def test_no_hidden_source_is_laid_out(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(site.url + "math/", python=False, **OWN).page
    until(page, THEME)
    until(page, "document.querySelector('pre[id^=__code_]')")  # it has gone over the page's code
    assert page.locator("details.ld-source").count() >= 1
    assert page.locator("details.ld-source pre[id]").count() == 0


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

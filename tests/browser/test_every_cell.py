"""Each cell of each page runs in the browser, and gives what CPython gave when the page was built."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.cell_page import CellsPage
from tests.browser.conftest import Visitor
from tests.browser.demo_page import until
from tests.browser.server import SiteServer

# Text, and of tables each cell with its colour. Attributes differ: the page's script divides long text into blocks.
OUTPUTS = """() => Object.fromEntries(
    [...document.querySelectorAll("live-code:not([data-setup])")].map((cell) => [
        cell.dataset.key,
        [...cell.querySelector("[data-output]").children].map((item) => ({
            kind: item.className,
            text: item.textContent,
            cells: [...item.querySelectorAll("caption, th, td")].map((td) =>
                [td.localName, td.className, td.getAttribute("style"), td.textContent]),
            drawn: [...item.querySelectorAll("img, svg")].map((image) => image.outerHTML),
        })),
    ]),
)"""
EMPTY = "() => { for (const output of document.querySelectorAll('[data-output]')) output.replaceChildren(); }"
STATES = "[...document.querySelectorAll('live-code:not([data-setup])')].map((cell) => cell.dataset.state)"


def with_cells(folder: Path) -> list[str]:
    """The addresses of a built site's pages that have cells."""
    found = [f for f in sorted(folder.rglob("index.html")) if "<live-code " in f.read_text(encoding="utf-8")]
    return [f.relative_to(folder).as_posix().removesuffix("index.html") for f in found]


def differences(page: Page) -> list[tuple[str, Any, Any]]:
    """The cells whose output in the browser is not the build's, with both; all cells have run after it."""
    built = page.evaluate(OUTPUTS)
    page.evaluate(EMPTY)  # what stands there afterwards is of this run
    CellsPage(page).button("Run all").click()
    until(page, f"{STATES}.every((state) => state === 'ready') || {STATES}.includes('error')")
    assert set(page.evaluate(STATES)) == {"ready"}
    shown = page.evaluate(OUTPUTS)
    assert shown.keys() == built.keys()
    return [(key, built[key], shown[key]) for key in built if built[key] != shown[key]]


@pytest.mark.slow
def test_cells_give_in_the_browser_what_they_gave_at_build(visitor: Visitor, site: SiteServer) -> None:
    pages = with_cells(site.folder)
    assert len(pages) > 12, "the reference and the notebooks"
    found = {}
    for address in pages:
        page = visitor.visit(site.url + address, ready=False).page
        if wrong := differences(page):
            found[address] = wrong
        page.close()
    assert found == {}

"""axe finds nothing on any page: light and dark, wide and narrow, as it comes and with all demos live and revealed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.axe import LEFT_OUT, LeftOut, findings, left_out
from tests.browser.conftest import THEME, Visitor
from tests.browser.demo_page import Demo, until
from tests.browser.server import SiteServer
from tests.browser.test_every_demo import PAGES, address

OWN: dict[str, Any] = {"reduced_motion": "reduce", "viewport": {"width": 1280, "height": 900}}
SCHEMES = {"light": "default", "dark": "slate"}
CHOOSE = """(scheme) => {
    const option = document.querySelector(`input[data-md-color-scheme="${scheme}"]`);
    if (!option.checked) option.click();
}"""
# The theme lets code that scrolls be reached by keyboard, a moment after the window has changed.
REACHED = """() => [...document.querySelectorAll("pre > code")].every((code) =>
    code.scrollWidth <= code.clientWidth || code.closest("[tabindex='0']") || !code.checkVisibility())"""


def looks(page: Page) -> Iterator[str]:
    """Show a page in both schemes and at both widths, one after the other."""
    until(page, THEME)
    for name, scheme in SCHEMES.items():
        page.evaluate(CHOOSE, scheme)
        until(page, f"document.body.dataset.mdColorScheme === '{scheme}'")
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            until(page, "document.fonts.status === 'loaded'")  # another face is wider
            until(page, REACHED)
            yield f"{name}, {width}"


def found(page: Page) -> tuple[list[Any], set[LeftOut]]:
    """What breaks a rule in any look of a page; what of it is left out."""
    faults, none = [], set()
    for look in looks(page):
        for finding in findings(page):
            why = left_out(finding)
            if why:
                none.add(why)
            else:
                faults.append((look, *finding))
    return faults, none


def addresses(folder: Path) -> list[str]:
    """All pages of a built site, and an address that has none."""
    return sorted(f.relative_to(folder).as_posix().removesuffix("index.html") for f in folder.rglob("*.html"))


@pytest.mark.parametrize("path", ["lab/", "storage/"])
def test_nothing_is_found(visitor: Visitor, site: SiteServer, path: str) -> None:
    assert found(visitor.visit(site.url + path, python=False, **OWN).page)[0] == []


@pytest.mark.slow
def test_nothing_is_found_on_any_page(visitor: Visitor, site: SiteServer) -> None:
    faults, none = {}, set()
    for path in addresses(site.folder):
        page = visitor.visit(site.url + path, python=False, **OWN).page
        faults[path], used = found(page)
        none |= used
        page.context.close()
    assert len(faults) > 30
    assert {path: what for path, what in faults.items() if what} == {}
    assert none == set(LEFT_OUT), "a reason that nothing needs"


@pytest.mark.slow
@pytest.mark.parametrize("source", PAGES, ids=[address(p) or "home" for p in PAGES])
def test_nothing_is_found_where_all_demos_run(visitor: Visitor, site: SiteServer, source: Path) -> None:
    page = visitor.visit(site.url + address(source), ready=False, **OWN).page
    for root in page.locator("live-demo").all():
        root.scroll_into_view_if_needed()
        Demo(root).wait("ready")
        for skip in root.get_by_role("button", name="Show without guessing").all():
            skip.click()
    page.evaluate("() => { for (const part of document.querySelectorAll('details')) part.open = true; }")
    assert found(page)[0] == []


def test_a_fault_is_found(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(f"{site.url}404.html", python=False, **OWN).page
    page.evaluate(
        "() => document.querySelector('h1').insertAdjacentHTML('afterend', '<img src=\"a.png\"><input>')"
    )
    visitor.expect_console()  # the image is not there
    assert {rule for _, rule, *_ in found(page)[0]} == {"image-alt", "label"}

"""Every page at 200 and 400 % zoom, in contrast themes, and for those who want no motion."""

from typing import Any

import pytest

from tests.browser.conftest import THEME, Visitor
from tests.browser.demo_page import until
from tests.browser.server import SiteServer
from tests.browser.test_axe import addresses
from tests.quick import first_quick

# A window of 1280 pixels, zoomed: the page has a half or a quarter of its width.
ZOOMS: list[tuple[int, dict[str, Any]]] = [
    (200, {"viewport": {"width": 640, "height": 450}}),
    (400, {"viewport": {"width": 320, "height": 256}}),
]
QUICK = ["lab/", "trust/"]

# What moves, with how long it takes: the theme's own parts included, which stand still for less.
MOVING = """() => [...document.querySelectorAll("*")].flatMap((e) => [e, "::before", "::after"].map((part) => {
    const style = getComputedStyle(e, part === e ? null : part);
    const runs = (of) => style[of].split(",").some((time) => parseFloat(time) > 0.01);
    return runs("transitionDuration") || (style.animationName !== "none" && runs("animationDuration"))
        ? `${e.localName}.${e.className} ${style.transitionDuration} ${style.animationName}` : "";
})).filter(Boolean)"""


def wide(visitor: Visitor, site: SiteServer, path: str, options: dict[str, Any]) -> int:
    """By how many pixels a page is wider than its window."""
    page = visitor.visit(site.url + path, python=False, **options).page
    beyond = int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
    page.context.close()
    return beyond


@pytest.mark.parametrize(("_percent", "options"), ZOOMS)
def test_a_zoomed_page_needs_no_scrolling_sideways(
    visitor: Visitor, site: SiteServer, _percent: int, options: dict[str, Any]
) -> None:
    assert {path: wide(visitor, site, path, options) for path in QUICK} == dict.fromkeys(QUICK, 0)


@pytest.mark.slow
@pytest.mark.parametrize(("_percent", "options"), ZOOMS)
def test_no_zoomed_page_needs_scrolling_sideways(
    visitor: Visitor, site: SiteServer, _percent: int, options: dict[str, Any]
) -> None:
    pages = addresses(site.folder)
    assert {path: wide(visitor, site, path, options) for path in pages} == dict.fromkeys(pages, 0)


CASES = ["lab/", "", "storage/", "deep-dive/", "notebooks/attention-in-twelve-lines/", "reference/softmax/"]


@pytest.mark.parametrize("path", first_quick(CASES, 1))
def test_nothing_moves_for_those_who_want_no_motion(visitor: Visitor, site: SiteServer, path: str) -> None:
    page = visitor.visit(site.url + path, python=False, reduced_motion="reduce").page
    until(page, THEME)
    assert page.evaluate(MOVING) == []


# Of each thing that can be pressed: whether a line or the system's own look tells it from text.
BARE = """() => [...document.querySelectorAll("article :is(button, input:not([type=hidden], [type=radio], [type=range]), select)")]
    .filter((e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((e) => {
        const style = getComputedStyle(e);
        const line = parseFloat(style.borderBottomWidth) > 0 || parseFloat(style.outlineWidth) > 0 && style.outlineStyle !== "none";
        return !line && style.textDecorationLine === "none" && style.appearance === "none" && !e.querySelector("svg, :scope > span");
    }).map((e) => e.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("path", first_quick(CASES, 1))
def test_what_can_be_pressed_shows_in_contrast_themes(visitor: Visitor, site: SiteServer, path: str) -> None:
    page = visitor.visit(site.url + path, python=False, forced_colors="active").page
    until(page, THEME)
    assert page.evaluate(BARE) == []


def test_the_track_of_a_slider_shows_in_contrast_themes(visitor: Visitor, site: SiteServer) -> None:
    shown = visitor.visit(f"{site.url}lab/", python=False, forced_colors="active", reduced_motion="reduce")
    slider = shown.first.slider("Query x")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box
    start: Any = {
        "x": box["x"] + 10,
        "y": box["y"],
        "width": box["width"] / 2,
        "height": box["height"],
    }  # no thumb
    with_slider = shown.page.screenshot(clip=start)
    slider.evaluate("e => { e.style.opacity = 0; }")
    assert shown.page.screenshot(clip=start) != with_slider

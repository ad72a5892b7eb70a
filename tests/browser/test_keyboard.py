"""Pages by keyboard alone: what Tab reaches and in which order, where the focus shows, and that it is never lost."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import THEME, Visitor
from tests.browser.demo_page import until
from tests.browser.server import SiteServer
from tests.quick import first_quick

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
NARROW: dict[str, Any] = WIDE | {"viewport": {"width": 390, "height": 844}}
TABS = [
    "Home",
    "When to use",
    "Deep dive",
    "Mathematics",
    "Lab",
    "Notebooks",
    "Questions",
    "Reference",
    "Contributing",
]
HEAD = ["Skip to content", "Transformer attention", "Switch to dark", "Search", *TABS]
SMALL = ["Skip to content", "Menu", "Switch to dark", "Search"]
WORDS = ["The", "animal", "didn’t", "cross", "the", "street", "because", "it", "was", "too", "tired"]
SAVE = "Save the whole site"
# What Tab reaches first, and what later, in this order.
WALKS: list[tuple[str, dict[str, Any], list[str], list[str]]] = [
    ("storage/", WIDE, HEAD, ["Offline and storage", "What is kept", "¶", SAVE]),
    ("", NARROW, SMALL, [*WORDS, "In sixty seconds", "The lab", "The mathematics"]),
    ("", WIDE, HEAD, [*WORDS, "In sixty seconds", "The lab", "The mathematics"]),
    (
        "lab/",
        WIDE,
        HEAD,
        ["it → animal", "The", "Reveal", "Query x", "Query y", "Temperature", "Copy link", "SVG"],
    ),
    (
        "lab/",
        NARROW,
        SMALL,
        ["it → animal", "The", "Reveal", "Query x", "Query y", "Temperature", "Copy link", "SVG"],
    ),
    ("deep-dive/", WIDE, HEAD, ["Masks", "Translation", "¶", "Copy link", "SVG", "PNG", "CSV"]),
    (
        "notebooks/attention-in-twelve-lines/",
        WIDE,
        HEAD,
        ["Twelve lines", "Code of cell 1", "Edit", "Run", "Copy"],
    ),
    ("notebooks/attention-in-twelve-lines/", NARROW, SMALL, ["Code of cell 1", "Edit", "Run", "Copy"]),
]

# Of the element that has the focus: its name, whether it lies on screen, and how it and what belongs to it look.
STOP = """() => {
    const e = document.activeElement;
    if (!e || e === document.body) return null;
    const shown = [e, ...e.querySelectorAll("*"), ...(e.labels ?? []), e.nextElementSibling, e.closest("label")].filter(Boolean);
    const boxes = shown.slice(0, 40).map((n) => n.getBoundingClientRect()).filter((r) => r.width > 1 && r.height > 1);
    const look = ["outlineStyle", "outlineWidth", "boxShadow", "backgroundColor", "borderTopColor", "stroke", "strokeWidth", "color", "caretColor"];
    window.stop = () => shown.slice(0, 40).map((n) => look.map((name) => getComputedStyle(n)[name]).join()).join(";");
    return {
        name: (e.getAttribute("aria-label") || e.innerText || e.textContent || e.labels?.[0]?.innerText || "").trim().split("\\n")[0],
        seen: boxes.some((r) => r.right > 0 && r.left < innerWidth && r.bottom > 0 && r.top < innerHeight),
        look: window.stop(),
        typed: e.matches("input[type=text], [contenteditable=true]"),
    };
}"""


def stops(page: Page, most: int = 400) -> list[str]:
    """Press Tab through a page; each stop must be seen, and look otherwise than without the focus."""
    names, unseen = [], []
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None:
            break
        names.append(stop["name"])
        page.evaluate("() => { window.held = document.activeElement; window.held.blur(); }")
        rests = page.evaluate("() => window.stop()")
        page.evaluate("() => window.held.focus()")
        if not stop["seen"] or (rests == stop["look"] and not stop["typed"]):
            unseen.append(stop["name"])
    assert unseen == []
    return names


@pytest.mark.parametrize(("path", "options", "first", "later"), first_quick(WALKS, 2))
def test_tab_reaches_what_it_should_and_the_focus_shows(
    visitor: Visitor, site: SiteServer, path: str, options: dict[str, Any], first: list[str], later: list[str]
) -> None:
    page = visitor.visit(site.url + path, python=False, **options).page
    until(page, THEME)
    reached = stops(page)
    assert reached[: len(first)] == first
    rest = iter(reached[len(first) :])
    assert [name for name in later if name not in rest] == [], reached


def test_the_first_stop_leads_past_the_navigation(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(f"{site.url}storage/", python=False, **WIDE).page
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('article') !== null")


@pytest.mark.parametrize("key", first_quick(["Enter", "ArrowDown"], 1))
def test_the_colours_are_switched_by_keys(visitor: Visitor, site: SiteServer, key: str) -> None:
    page = visitor.visit(f"{site.url}storage/", python=False, **WIDE, color_scheme="light").page
    until(page, THEME)
    page.get_by_role("radio", name="Switch to dark").focus()
    page.keyboard.press(key)
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    expect(page.get_by_role("radio", name="Switch to light")).to_be_focused()


def instant(visitor: Visitor, site: SiteServer, path: str, **options: Any) -> Page:
    """A page from which the next one is opened in place: the theme has read the list of pages."""
    page = visitor.visit("about:blank", ready=False, **options).page
    with page.expect_response("**/sitemap.xml") as read:
        page.goto(site.url + path)
    read.value.finished()
    until(page, THEME)
    page.evaluate("window.stayed = true")
    return page


def test_another_page_has_the_focus_on_its_heading(visitor: Visitor, site: SiteServer) -> None:
    page = instant(visitor, site, "storage/", **WIDE)
    page.get_by_role("link", name="Papers").first.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Papers")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('article') !== null")
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="Offline and storage")).to_be_focused()
    assert page.evaluate("window.stayed") is True


@pytest.mark.slow
def test_a_place_that_the_link_names_has_the_focus(visitor: Visitor, site: SiteServer) -> None:
    page = instant(visitor, site, "faq/", **WIDE)
    link = page.locator("article a[href*='/glossary/#']").first
    name = (link.get_attribute("href") or "").partition("#")[2]
    link.press("Enter")
    until(page, "name => document.activeElement.id === name", name)
    assert page.evaluate("window.stayed") is True


def test_the_menu_of_a_narrow_screen(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(f"{site.url}storage/", python=False, **NARROW).page
    until(page, THEME)
    menu, back = page.get_by_role("button", name="Menu"), page.get_by_role("button", name="Back from Questions")
    pages = page.get_by_role("button", name="Pages of Questions")
    expect(menu).to_have_attribute("aria-expanded", "false")
    menu.press("Enter")
    expect(menu).to_have_attribute("aria-expanded", "true")
    expect(back).to_be_focused()  # the page’s own section is open
    page.keyboard.press("Space")
    expect(pages).to_be_focused()
    expect(pages).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Pages of Notebooks")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Back from Notebooks")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Attention in twelve lines")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    expect(menu).to_have_attribute("aria-expanded", "false")
    expect(back).to_be_hidden()


@pytest.mark.slow
def test_a_menu_that_is_left_closes(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(f"{site.url}storage/", python=False, **NARROW).page
    until(page, THEME)
    menu = page.get_by_role("button", name="Menu")
    menu.press("Enter")
    expect(page.get_by_role("button", name="Back from Questions")).to_be_focused()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('article') !== null"):
            break
    assert page.evaluate("document.activeElement.closest('article') !== null")
    expect(menu).to_have_attribute("aria-expanded", "false")

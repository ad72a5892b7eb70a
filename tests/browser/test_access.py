"""For those who use a keyboard, a screen reader, a phone, dark mode."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.demo_page import Demo, until
from tests.browser.server import SiteServer
from tests.quick import first_quick

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def focused(page: Page) -> str:
    return str(
        page.evaluate(
            """() => {
                const e = document.activeElement;
                return e.closest("label")?.innerText.trim().split("\\n")[0] || e.innerText?.trim() || e.tagName;
            }"""
        )
    )


@pytest.mark.parametrize("width", [1280, 390])
def test_focus_goes_in_the_narrow_order_at_every_width(visitor: Visitor, site: SiteServer, width: int) -> None:
    shown = visitor.visit(site.url + "lab/", python=False, viewport={"width": width, "height": 900})
    shown.demo("attention-lab").button("it → animal").focus()
    order = [focused(shown.page)]
    for _ in range(11):
        shown.page.keyboard.press("Tab")
        order.append(focused(shown.page))
    assert order == [
        "it → animal", "it → street",
        "The", "Reveal", "Show without guessing",
        "Query x", "Query y", "Temperature",
        "Copy link", "SVG", "PNG", "CSV",
    ]  # fmt: skip


def test_the_lab_by_keyboard_alone(visitor: Visitor, site: SiteServer) -> None:
    shown = visitor.visit(site.url + "lab/")
    lab, keyboard = shown.demo("attention-lab"), shown.page.keyboard
    lab.root.get_by_role("radio", name="The").focus()
    keyboard.press("ArrowRight")
    expect(lab.root.get_by_role("radio", name="animal")).to_be_checked()
    keyboard.press("Enter")
    expect(lab.root.locator(".ld-verdict")).to_contain_text("Right.")
    lab.slider("Query x").focus()
    keyboard.press("Home")
    expect(lab.slider("Query x")).to_have_value("-2.2")
    lab.settle()
    expect(lab.sentence).to_contain_text("The 0.")
    ring = lab.slider("Query x").evaluate("e => getComputedStyle(e).boxShadow")
    assert ring != "none"


def test_nothing_tells_the_answer_before_the_reveal(visitor: Visitor, site: SiteServer) -> None:
    lab = visitor.visit(site.url + "lab/", python=False).demo("attention-lab")
    tree = lab.root.aria_snapshot()
    assert "134°" in tree  # the angles stay as a clue
    for number in ("0.64", "0.640", "0.22", "3.04", "2.15", "1.39"):
        assert number not in tree
    lab.button("Show without guessing").click()
    tree = lab.root.aria_snapshot()
    assert "0.640" in tree
    assert "animal 0.64, tired 0.22" in re.sub(r"strong: |- text: |\n\s*", "", tree) or "0.64, tired 0.22" in tree


def test_names_and_roles(visitor: Visitor, site: SiteServer) -> None:
    lab = visitor.visit(site.url + "lab/", python=False).demo("attention-lab")
    root = lab.root
    expect(
        root.get_by_role("group", name="How does one query share its attention among four keys?")
    ).to_be_visible()
    expect(root.get_by_role("img", name="The query arrow and four key arrows in the plane")).to_be_visible()
    expect(root.get_by_role("table", name="Scores and weights of the four keys")).to_be_visible()
    expect(root.get_by_role("group", name="Which key will get the most weight?")).to_be_visible()
    expect(root.get_by_role("group", name="Start from")).to_be_visible()
    assert root.locator(".ld-say").get_attribute("aria-live") == "polite"
    assert [r.get_attribute("value") for r in root.get_by_role("radio").all()] == [
        "The",
        "animal",
        "street",
        "tired",
    ]
    unnamed = root.evaluate(
        """e => [...e.querySelectorAll("button, input:not([type=hidden]), select, summary, svg[role]")]
            .filter((n) => n.checkVisibility() && !(n.innerText?.trim() || n.closest("label")?.innerText.trim() || n.getAttribute("aria-label") || n.title))
            .map((n) => n.outerHTML)"""
    )
    assert unnamed == []


def test_the_live_sentence_is_one_element_that_changes(visitor: Visitor, site: SiteServer) -> None:
    """A screen reader announces changes inside a live region, not a region that is put in anew."""
    lab = visitor.visit(site.url + "lab/").demo("attention-lab")
    lab.root.evaluate("e => { e.querySelector('.ld-say').marked = true; }")
    lab.slider("Query x").fill("-1")
    lab.settle()
    assert lab.root.evaluate("e => e.querySelector('.ld-say').marked") is True


@pytest.mark.parametrize("path", first_quick(["lab/", ""], 1))
def test_what_a_thumb_touches_is_44_pixels_high(visitor: Visitor, site: SiteServer, path: str) -> None:
    shown = visitor.visit(site.url + path, python=False, **PHONE)
    small = shown.page.evaluate(
        """() => [...document.querySelectorAll("live-demo :is(button, summary, input, select, .ld-pick, .ld-slider)")]
            .filter((e) => e.type !== "hidden" && e.type !== "radio" && e.checkVisibility())
            .map((e) => [e.innerText || e.name, e.getBoundingClientRect().height])
            .filter(([, height]) => height < 43.9)"""
    )
    assert small == []


@pytest.mark.parametrize("path", first_quick(["lab/", "", "contributing/add-a-demo/", "contributing/design/"], 1))
def test_no_page_scrolls_sideways_on_a_phone(visitor: Visitor, site: SiteServer, path: str) -> None:
    page = visitor.visit(site.url + path, python=False, **PHONE).page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def columns(lab: Demo) -> dict[str, dict[str, float]]:
    return dict(
        lab.root.evaluate(
            """e => Object.fromEntries(Object.entries({ask: ".ld-predict", pad: ".ld-plane-box", sliders: ".ld-controls",
                weights: ".ld-bars", table: ".ld-table", say: ".ld-say"})
                .map(([name, css]) => [name, e.querySelector(css).getBoundingClientRect().toJSON()]))"""
        )
    )


@pytest.mark.slow
def test_the_lab_folds_at_960_pixels(visitor: Visitor, site: SiteServer) -> None:
    wide = columns(
        visitor.visit(site.url + "lab/", python=False, viewport={"width": 960, "height": 900}).demo(
            "attention-lab"
        )
    )
    assert wide["pad"]["right"] < wide["ask"]["left"]
    assert wide["sliders"]["right"] < wide["table"]["left"]
    assert abs(wide["sliders"]["bottom"] - wide["table"]["bottom"]) < 8  # they end on one line
    narrow = columns(
        visitor.visit(site.url + "lab/", python=False, viewport={"width": 959, "height": 900}).demo(
            "attention-lab"
        )
    )
    tops = [narrow[name]["top"] for name in ("ask", "pad", "sliders", "weights", "table", "say")]
    assert tops == sorted(tops)


@pytest.mark.parametrize("width", first_quick([1280, 390], 1))
def test_no_state_changes_the_panels_height(visitor: Visitor, site: SiteServer, width: int) -> None:
    shown = visitor.visit(site.url + "lab/", python=False, viewport={"width": width, "height": 900})
    lab = shown.demo("attention-lab")
    heights = lab.root.evaluate(
        """e => {
            const heights = {};
            for (const state of ["static", "starting", "ready", "updating", "stopped"]) {
                e.status.show(state, 0.4);
                heights[state] = e.offsetHeight;
            }
            e.status.say("Working", 0.4);
            e.querySelector("[data-act=stop]").hidden = false;
            heights.working = e.offsetHeight;
            e.onRuntime({ phase: "failed", message: "A script could not be loaded." });
            heights.error = e.offsetHeight;
            return heights;
        }"""
    )
    error = heights.pop("error")
    assert len(set(heights.values())) == 1, heights
    assert error == heights["ready"] or width == 390  # a long error on a phone may add a line


@pytest.mark.slow
def test_revealing_does_not_change_the_height(visitor: Visitor, site: SiteServer) -> None:
    lab = visitor.visit(site.url + "lab/", python=False).demo("attention-lab")
    before = lab.root.evaluate("e => e.offsetHeight")
    lab.root.get_by_role("radio", name="animal").check()
    lab.button("Reveal").click()
    expect(lab.root.locator(".ld-verdict")).to_contain_text("Right.")
    assert lab.root.evaluate("e => e.offsetHeight") == before


@pytest.mark.slow
def test_dark_mode_needs_no_new_render(visitor: Visitor, site: SiteServer) -> None:
    shown = visitor.visit(site.url + "lab/", python=False, color_scheme="light")
    lab = shown.demo("attention-lab")
    lab.button("Show without guessing").click()
    read = "e => ({ view: e.querySelector('[data-view]').innerHTML, cell: getComputedStyle(e.querySelectorAll('.ld-cell')[1]).backgroundColor })"
    light = lab.root.evaluate(read)
    shown.page.get_by_title("Switch to dark").click()
    expect(shown.page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    until(
        shown.page,
        "c => getComputedStyle(document.querySelectorAll('live-demo .ld-cell')[1]).backgroundColor !== c",
        arg=light["cell"],
    )
    assert lab.root.evaluate(read)["view"] == light["view"]


def test_reduced_motion_stops_the_transitions(visitor: Visitor, site: SiteServer) -> None:
    lab = visitor.visit(site.url + "lab/", python=False, reduced_motion="reduce").demo("attention-lab")
    durations = lab.root.evaluate(
        "e => [...e.querySelectorAll('*')].map((n) => getComputedStyle(n).transitionDuration)"
    )
    assert set(durations) <= {"0s"}


@pytest.mark.slow
def test_the_uniform_line_is_drawn_above_the_bars(visitor: Visitor, site: SiteServer) -> None:
    lab = visitor.visit(site.url + "lab/", python=False).demo("attention-lab")
    lab.button("Show without guessing").click()
    lab.root.scroll_into_view_if_needed()
    top = lab.root.evaluate(
        """e => {
            const line = e.querySelector(".ld-plot .ld-base"), bar = e.querySelectorAll(".ld-bar")[1];
            return line.compareDocumentPosition(bar) & Node.DOCUMENT_POSITION_PRECEDING
                && getComputedStyle(line).borderTopStyle;
        }"""
    )
    assert top == "dashed"


@pytest.mark.parametrize("scheme", first_quick(["light", "dark"], 1))
def test_each_state_has_its_mark(visitor: Visitor, site: SiteServer, scheme: str) -> None:
    """Ring, ring, green dot, green dot, square, red diamond: told apart without the colour as well."""
    lab = visitor.visit(site.url + "lab/", python=False, color_scheme=scheme).demo("attention-lab")
    marks = lab.root.evaluate(
        """e => {
            const token = (name) => { const p = document.createElement("i"); e.append(p); p.style.color = `var(${name})`;
                const c = getComputedStyle(p).color; p.remove(); return c; };
            const names = { [token("--ld-good")]: "green", [token("--ld-bad")]: "red", [token("--ld-tick")]: "grey", "rgba(0, 0, 0, 0)": "ring" };
            return ["static", "starting", "ready", "updating", "stopped", "error"].map((state) => {
                e.status.show(state);
                const mark = getComputedStyle(e.querySelector(".ld-status-text"), "::before");
                const shape = mark.rotate !== "none" ? "diamond" : mark.borderTopLeftRadius === "50%" ? "circle" : "square";
                return `${names[mark.backgroundColor]} ${shape}`;
            });
        }"""
    )
    assert marks == ["ring circle", "ring circle", "green circle", "green circle", "grey square", "red diamond"]

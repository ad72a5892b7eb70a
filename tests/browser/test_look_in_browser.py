"""What the style sheets and exports do in contrast themes, on paper, at high zoom and in a spreadsheet."""

import pytest

from tests.browser.conftest import Visitor
from tests.browser.server import SiteServer


def test_contrast_themes_show_focus_and_choice(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(site.url + "lab/", python=False, forced_colors="active").page
    page.locator(".ld-pick input").first.focus()
    page.keyboard.press("ArrowRight")
    style = page.locator(".ld-pick input:checked + span").evaluate(
        "e => { const s = getComputedStyle(e); return [s.outlineStyle, s.outlineWidth, s.borderTopWidth]; }"
    )
    assert style == ["solid", "2px", "2px"]
    chip = page.locator('.ld-chip[aria-pressed="false"]').first
    assert chip.evaluate("e => getComputedStyle(e).borderTopWidth") == "1px"


@pytest.mark.parametrize("selector", ["h1", "article p", ".ld-frame .ld-say", ".ld-table td"])
def test_paper_is_light_in_dark_mode(visitor: Visitor, site: SiteServer, selector: str) -> None:
    page = visitor.visit(site.url + "lab/", python=False, color_scheme="dark").page
    colour = "(e) => getComputedStyle(e).color.match(/[0-9]+/g).slice(0, 3).map(Number)"
    text = page.locator(selector).first
    assert min(text.evaluate(colour)) > 150
    page.emulate_media(media="print", color_scheme="dark", reduced_motion="reduce")
    assert max(text.evaluate(colour)) < 110
    panel = "e => getComputedStyle(e).backgroundColor"
    assert page.locator(".ld-frame").first.evaluate(panel) == "rgb(255, 255, 255)"


def test_nothing_runs_together_at_400_percent(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(site.url + "lab/", python=False, viewport={"width": 320, "height": 640}).page
    spilt = page.evaluate(
        """() => [...document.querySelectorAll(".ld-pick span, .ld-table thead th")]
            .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""
    )
    assert spilt == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_spreadsheet_runs_no_text(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(site.url + "lab/", python=False).page
    csv = page.evaluate(
        """async () => {
            const src = performance.getEntriesByType("resource").find((r) => r.name.endsWith("/export.js")).name;
            const demo = document.createElement("div");
            demo.innerHTML = "<div data-view><table><tr></tr></table></div>";
            for (const t of ["=1+1", "+x", "@x", "\\t=2", "-1.38", "−1.38", "+2", "-x"]) demo.querySelector("tr").insertCell().textContent = t;
            document.body.append(demo);
            return (await import(src)).tablesCSV(demo);
        }"""
    )
    assert csv == "'=1+1,'+x,'@x,'=2,-1.38,-1.38,+2,'-x\r\n"

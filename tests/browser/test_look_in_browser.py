"""What the style sheets and exports do in contrast themes, on paper, at high zoom and in a spreadsheet."""

import csv

import html5lib
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


def test_a_saved_table_has_what_was_typed_into_the_figure(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(site.url + "math/", python=False).page
    with page.expect_download() as download:
        page.locator('live-demo[name="qkv-bench"] [data-act="csv"]').click()
    rows = list(csv.reader(download.value.path().read_text(encoding="utf-8").splitlines()))
    assert [row[0] for row in rows[:4]] == ["Q", "K", "V", "Order of the keys"]
    assert rows[0][1] == page.locator('input[name="q"]').input_value()


def test_a_saved_figure_has_pills_and_no_ellipses(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(site.url + "math/heads/", python=False).page
    with page.expect_download() as download:
        page.locator('live-demo[name="heads-reshape"] [data-act="svg"]').click()
    drawing = html5lib.parseFragment(
        download.value.path().read_text(encoding="utf-8"), namespaceHTMLElements=False
    )
    rects = [e.attrib for e in drawing.iter() if "rx" in e.attrib]
    assert max(float(r["rx"]) for r in rects) > 8
    assert all(float(r["rx"]) <= float(r["height"]) / 2 + 0.01 for r in rects)


def test_a_spreadsheet_runs_no_text(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(site.url + "lab/", python=False).page
    written = page.evaluate(
        """async () => {
            const src = document.querySelector("script[src$='/live-demo.js']").src.replace("live-demo.js", "export.js");
            const demo = document.createElement("div");
            demo.innerHTML = "<div data-view><table><tr></tr></table></div>";
            for (const t of ["=1+1", "+x", "@x", "\\t=2", "-1.38", "−1.38", "+2", "-x"]) demo.querySelector("tr").insertCell().textContent = t;
            document.body.append(demo);
            return (await import(src)).tablesCSV(demo);
        }"""
    )
    assert written == "'=1+1,'+x,'@x,'=2,-1.38,-1.38,+2,'-x\r\n"

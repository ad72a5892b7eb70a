"""The pages as they are read: without scripts, on paper, from disk, under a path, from click to click."""

import re
from http import HTTPStatus
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, build
from tests.browser.demo_page import STARTING, Demo
from tests.browser.server import SiteServer
from tests.quick import first_quick

MARK = "window.stayed = true"


@pytest.mark.slow  # it opens them all
def test_every_page_asks_its_own_host_only(visitor: Visitor, site: SiteServer) -> None:
    built = sorted(site.folder.rglob("*.html"))
    assert len(built) >= 5
    for file in built:
        path = file.relative_to(site.folder).as_posix().removesuffix("index.html")
        shown = visitor.visit(site.url + path, python=False)  # test_every_demo sees them with Python
        shown.page.wait_for_load_state("networkidle")
    # the visitor complains of any request that is not to 127.0.0.1


def test_the_html_names_no_other_host_to_load_from(site: SiteServer) -> None:
    for page in site.folder.rglob("*.html"):
        html = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|img|iframe|source)\b[^>]*\bsrc=[\"']?(https?:[^\"' >]+)", html)
        loaded += re.findall(
            r"<link\b[^>]*rel=[\"']?(?:stylesheet|preload|icon|preconnect)[^>]*href=[\"']?(https?:[^\"' >]+)", html
        )
        assert [u for u in loaded if not u.startswith(site.url)] == [], page


def test_without_javascript_all_is_there_and_nothing_pretends_to_work(visitor: Visitor, site: SiteServer) -> None:
    lab = visitor.visit(site.url + "lab/", ready=False, java_script_enabled=False).demo("attention-lab")
    expect(lab.sentence).to_have_text("animal 0.64, tired 0.22, street 0.11, The 0.03. Entropy 1.39 of 2 bits.")
    expect(lab.sentence).to_be_visible()
    expect(lab.root.get_by_role("cell", name="0.640")).to_be_visible()
    for role in ("slider", "radio"):
        for control in lab.root.get_by_role(role).all():
            expect(control).to_be_disabled()
    expect(lab.button("it → street")).to_be_disabled()
    expect(lab.root.get_by_text("The controls need scripts and a web server")).to_be_visible()
    expect(lab.button("Copy link")).to_be_hidden()
    lab.root.get_by_text("View source").click()
    expect(lab.root.get_by_text("def view(")).to_be_visible()


def test_on_paper_the_numbers_show_and_the_buttons_do_not(visitor: Visitor, site: SiteServer) -> None:
    shown = visitor.visit(site.url + "lab/", python=False)
    lab = shown.demo("attention-lab")
    expect(lab.root.get_by_role("cell", name="0.640")).to_be_hidden()  # asked, not yet revealed
    shown.page.emulate_media(media="print")
    expect(lab.root.get_by_role("cell", name="0.640")).to_be_visible()
    expect(lab.sentence).to_be_visible()
    for name in ("Reveal", "Copy link", "SVG"):
        expect(lab.button(name)).to_be_hidden()


def test_a_page_opened_from_disk_is_readable_and_says_what_is_missing(visitor: Visitor, site: SiteServer) -> None:
    visitor.expect_console()  # browsers say that they block modules from disk
    address = (site.folder / "lab" / "index.html").as_uri()
    lab = visitor.visit(address, ready=False, locale="en-GB").demo("attention-lab")
    expect(lab.root.get_by_text("opened from disk")).to_be_visible(timeout=8_000)
    expect(lab.sentence).to_be_visible()
    expect(lab.root.get_by_role("cell", name="0.640")).to_be_visible()
    expect(lab.slider("Query x")).to_be_disabled()
    background = lab.root.evaluate("e => getComputedStyle(e.querySelector('.ld-frame')).borderTopWidth")
    assert background == "1px"  # the styles arrived


@pytest.mark.slow
def test_a_source_that_is_opened_does_not_widen_the_page(visitor: Visitor, site: SiteServer) -> None:
    page = visitor.visit(site.url + "deep-dive/", python=False, viewport={"width": 390, "height": 844}).page
    for summary in page.get_by_text("View source").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def click_through(page: Page, demo: Demo) -> None:
    """From the lab to the home page by a click, back and forward; the lab works each time."""
    page.get_by_role("link", name="Home", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Attention lets each word")
    strip = Demo(page.locator("live-demo").first)
    strip.wait("ready")
    strip.button("animal 0.68").click()
    expect(strip.sentence).to_contain_text("animal gives 0.81 to marks outside")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The attention lab")
    demo.wait("ready")
    demo.slider("Query x").fill("-2")
    demo.settle()
    assert demo.revision() > 0
    page.go_forward()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Attention lets each word")


def test_instant_navigation_keeps_the_page_the_worker_and_the_demos(visitor: Visitor, site: SiteServer) -> None:
    shown = visitor.visit(site.url + "lab/")
    page, lab = shown.page, shown.demo("attention-lab")
    page.evaluate(MARK)
    click_through(page, lab)
    assert page.evaluate("window.stayed") is True
    assert len([w for w in page.workers if w.url.endswith("/worker.js")]) == 1  # the other is the search


@pytest.mark.slow
def test_full_loads_work_as_well(visitor: Visitor, site: SiteServer) -> None:
    site.faults = {"sitemap.xml": HTTPStatus.NOT_FOUND}  # instant navigation rests on it
    visitor.expect_console()
    shown = visitor.visit(site.url + "lab/", locale="en-GB")
    page, lab = shown.page, shown.demo("attention-lab")
    page.evaluate(MARK)
    click_through(page, lab)
    assert page.evaluate("window.stayed") is None


def test_it_works_under_any_path(visitor: Visitor, site: SiteServer) -> None:
    server = SiteServer(site.folder, "/any/sub/path/")  # built for another address altogether
    try:
        lab = visitor.visit(server.url + "lab/").demo("attention-lab")
        lab.button("Show without guessing").click()
        lab.slider("Query x").fill("-2")
        lab.settle()
        expect(lab.sentence).to_contain_text("The 0.")
        assert all(path.startswith("/any/sub/path/") or path == "/favicon.ico" for path in server.asked)
    finally:
        server.close()


def test_a_link_with_values_opens_with_them(visitor: Visitor, site: SiteServer) -> None:
    lab = visitor.visit(site.url + "lab/?attention-lab.x=-1.2&attention-lab.temperature=0.5").demo("attention-lab")
    expect(lab.slider("Query x")).to_have_value("-1.2")
    expect(lab.slider("Temperature")).to_have_value("0.5")
    lab.button("Show without guessing").click()
    lab.settle()
    expect(lab.sentence).to_contain_text("The 0.")
    expect(lab.note).to_have_text("")


@pytest.mark.parametrize(
    ("raw", "value", "note"),
    first_quick([
        ("9", "2.2", "Query x “9” was set to 2.2."),
        ("-1e3", "-2.2", "Query x “-1e3” was set to -2.2."),
        ("1.234", "1.2", "Query x “1.234” was set to 1.2."),
        ("1e309", "1.4", "Query x needs a number from -2.2 to 2.2, not “1e309”."),
        ("NaN", "1.4", "Query x needs a number from -2.2 to 2.2, not “NaN”."),
        ("Infinity", "1.4", "Query x needs a number from -2.2 to 2.2, not “Infinity”."),
        ("", "1.4", "Query x needs a number from -2.2 to 2.2, not an empty value."),
        ("true", "1.4", "Query x needs a number from -2.2 to 2.2, not “true”."),
        ("0x1", "1.4", "Query x needs a number from -2.2 to 2.2, not “0x1”."),
        ("%3Cimg%20src%3Dx%20onerror%3Dwindow.ran%3D1%3E", "1.4", "Query x needs a number from -2.2 to 2.2, not “<img src=x onerror=windo…”."),
    ], 4),
)  # fmt: skip
def test_a_value_in_the_link_that_does_not_fit(
    visitor: Visitor, site: SiteServer, raw: str, value: str, note: str
) -> None:
    shown = visitor.visit(f"{site.url}lab/?attention-lab.x={raw}", python=False)
    lab = shown.demo("attention-lab")
    expect(lab.slider("Query x")).to_have_value(value)
    expect(lab.note).to_have_text(note)
    expect(lab.note).to_be_visible()
    assert lab.note.locator("*").count() == 0
    assert shown.page.evaluate("window.ran") is None


def test_an_unknown_control_in_the_link_is_said(visitor: Visitor, site: SiteServer) -> None:
    lab = visitor.visit(
        f"{site.url}lab/?attention-lab.__proto__=1&attention-lab.z=2&other.x=3", python=False
    ).demo("attention-lab")
    expect(lab.note).to_have_text(
        "The link names a control that is not here: “__proto__”. The link names a control that is not here: “z”."
    )


@pytest.mark.slow
def test_the_copied_link_holds_every_value(visitor: Visitor, site: SiteServer) -> None:
    shown = visitor.visit(site.url + "lab/")
    lab = shown.demo("attention-lab")
    lab.slider("Query y").fill("-1.5")
    lab.button("Copy link").click()
    expect(lab.button("Copied")).to_be_visible()
    link = shown.page.evaluate("navigator.clipboard.readText()")
    assert link == f"{site.url}lab/?attention-lab.x=1.4&attention-lab.y=-1.5&attention-lab.temperature=1"
    shown.page.wait_for_url("**/lab/?attention-lab.y=-1.5")


def test_figure_and_table_can_be_saved(visitor: Visitor, site: SiteServer, tmp_path: Path) -> None:
    shown = visitor.visit(site.url + "lab/", python=False)
    lab = shown.demo("attention-lab")
    lab.button("Show without guessing").click()
    saved = {}
    for kind in ("SVG", "PNG", "CSV"):
        with shown.page.expect_download() as download:
            lab.button(kind).click()
        assert download.value.suggested_filename == f"attention-lab.{kind.lower()}"
        saved[kind] = tmp_path / kind
        download.value.save_as(saved[kind])
    svg = saved["SVG"].read_text(encoding="utf-8")
    assert svg.count("0.64") >= 2  # at the arrow and in the cell
    assert "foreignObject" not in svg
    assert not re.search(r"var\(|oklch\(|class=", svg)
    png = saved["PNG"].read_bytes()
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20]) > 1000  # twice the width on screen
    rows = saved["CSV"].read_bytes().decode().split("\r\n")
    assert rows[:4] == ["Query x,1.4", "Query y,0.6", "Temperature,1", ""]
    assert rows[4] == "key,angle,q · k,÷ √2 T,weight,vs 0.25"
    assert rows[5] == "The,134,-1.38,-0.98,0.028,0.11"
    assert "Drag the blue point" not in svg


@pytest.mark.slow  # a build of its own
def test_edges_of_a_build_for_another_address(tmp_path: Path, visitor: Visitor) -> None:
    """A site built for a sub-path navigates instantly there too."""
    server = SiteServer(tmp_path / "site", "/docs/attention/")
    try:
        build(Path(__file__).parents[2], server.folder, server.url)
        shown = visitor.visit(server.url + "lab/")
        shown.page.evaluate(MARK)
        click_through(shown.page, shown.demo("attention-lab"))
        assert shown.page.evaluate("window.stayed") is True
    finally:
        server.close()


@pytest.mark.slow
def test_a_guess_before_python_is_ready_is_answered_from_the_page(visitor: Visitor, site: SiteServer) -> None:
    site.delay = lambda path: 30.0 if path.endswith(".wasm") else 0.0
    lab = visitor.visit(site.url + "lab/", ready=False, locale="en-GB").demo("attention-lab")
    lab.root.get_by_role("radio", name="tired").check()
    lab.button("Reveal").click()
    says = "Not this time. animal gets 0.64, tired 0.22: the products are 3.04 and 1.56."
    expect(lab.root.locator(".ld-verdict")).to_have_text(says)
    assert lab.state() == "starting"


@pytest.mark.slow
def test_a_guess_that_python_cannot_answer_is_said(visitor: Visitor, site: SiteServer) -> None:
    site.faults = {".wasm": HTTPStatus.NOT_FOUND}
    visitor.expect_console()
    shown = visitor.visit(site.url + "lab/?attention-lab.x=-2", ready=False, locale="en-GB")
    lab = shown.demo("attention-lab")
    lab.root.get_by_role("radio", name="The").check()
    lab.button("Reveal").click()
    expect(lab.root.locator(".ld-verdict")).to_have_text(
        "Python has no answer for these values.", timeout=STARTING
    )
    expect(lab.root).to_have_attribute("data-phase", "ask")


@pytest.mark.slow
def test_a_table_saved_before_the_reveal_tells_nothing(visitor: Visitor, site: SiteServer, tmp_path: Path) -> None:
    shown = visitor.visit(site.url + "lab/", python=False)
    with shown.page.expect_download() as download:
        shown.demo("attention-lab").button("CSV").click()
    download.value.save_as(tmp_path / "covered.csv")
    rows = (tmp_path / "covered.csv").read_bytes().decode().split("\r\n")
    assert rows[5] == "The,134,,,,"


@pytest.mark.slow
def test_the_chosen_word_is_kept_in_the_address(visitor: Visitor, site: SiteServer) -> None:
    shown = visitor.visit(site.url)
    shown.first.button("street 0.05").click()
    shown.page.wait_for_url("**/?sentence-strip.word=6-street")
    shown.page.reload()
    shown.wait("ready")
    shown.first.settle()
    expect(shown.first.sentence).to_contain_text("street")

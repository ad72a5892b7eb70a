"""axe finds nothing in the states that a demo, a cell, the menus and what is kept pass through."""

from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.cell_page import CellsPage
from tests.browser.conftest import THEME, Visitor
from tests.browser.demo_page import until
from tests.browser.server import SiteServer
from tests.browser.test_links import packed
from tests.browser.watched_site import elsewhere
from tests.quick import first_quick

NOTEBOOK = "notebooks/attention-in-twelve-lines/"


def look(scheme: str, width: int) -> dict[str, Any]:
    """The options of a visit."""
    return {"color_scheme": scheme, "viewport": {"width": width, "height": 900}, "reduced_motion": "reduce"}


LOOKS = first_quick([(scheme, width) for scheme in ("light", "dark") for width in (390, 1280)], 1)


def whole(visitor: Visitor, site: SiteServer, path: str, **options: Any) -> Page:
    """A page on which the theme is at work as well."""
    page = visitor.visit(site.url + path, ready=False, **options).page
    until(page, THEME)
    return page


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_a_demo_from_the_question_to_the_answer(
    visitor: Visitor, site: SiteServer, scheme: str, width: int
) -> None:
    site.delay = lambda path: 30.0 if path.endswith((".wasm", ".wasm.gz")) else 0.0
    lab = visitor.visit(f"{site.url}lab/", ready=False, **look(scheme, width)).demo("attention-lab")
    lab.wait("starting")
    states = {"starting, asked": violations(lab.root.page, "live-demo")}
    lab.root.get_by_role("radio", name="tired").check()
    lab.button("Reveal").click()
    expect(lab.root.locator(".ld-verdict")).to_contain_text("Not this time.")
    states["revealed"] = violations(lab.root.page, "live-demo")
    for state in ("ready", "updating", "stopped"):
        lab.root.evaluate("(e, state) => e.status.show(state, .4)", state)
        states[state] = violations(lab.root.page, "live-demo")
    lab.root.evaluate("e => { e.status.say('Working', .4); e.querySelector('[data-act=stop]').hidden = false; }")
    states["working"] = violations(lab.root.page, "live-demo")
    assert {state: what for state, what in states.items() if what} == {}


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_a_python_that_did_not_start(visitor: Visitor, site: SiteServer, scheme: str, width: int) -> None:
    site.faults = {".wasm": HTTPStatus.NOT_FOUND}
    visitor.expect_console()
    lab = visitor.visit(
        f"{site.url}lab/?attention-lab.x=9&attention-lab.z=1", ready=False, **look(scheme, width)
    ).demo("attention-lab")
    lab.wait("error")
    expect(lab.button("Try again")).to_be_visible()
    expect(lab.note).to_be_visible()
    assert violations(lab.root.page, "live-demo") == []


@pytest.mark.slow
def test_an_error_and_a_loop_of_a_demo(visitor: Visitor, plain: SiteServer) -> None:
    """In a site of the theme's own colours, where one demo of each kind is at hand."""
    page = whole(visitor, plain, "more/")
    page.get_by_text("Second tab").click()
    demo = visitor.visit(plain.url + "more/?mean.n=6", ready=False).demo("mean")
    page = demo.root.page
    page.get_by_text("Second tab").click()
    demo.wait("error")
    demo.button("Show the traceback").click()
    states = {"error": violations(page, "live-demo[name=mean]")}
    demo.root.get_by_role("slider", name="N").fill("5")
    demo.button("Stop").wait_for()
    states["busy"] = violations(page, "live-demo[name=mean]")
    demo.button("Stop").click()
    demo.wait("stopped")
    states["stopped"] = violations(page, "live-demo[name=mean]")
    assert {state: what for state, what in states.items() if what} == {}


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_a_demo_and_a_cell_that_ask_for_a_large_file(
    visitor: Visitor, plain: SiteServer, scheme: str, width: int
) -> None:
    demo = visitor.visit(f"{plain.url}more/?words.file=large", ready=False, **look(scheme, width)).demo("words")
    page = demo.root.page
    page.get_by_text("Third tab").click()
    demo.wait("asking")
    states = {"demo": violations(page, "live-demo[name=words]")}
    page.goto(f"{plain.url}kept/")
    cell = page.locator("live-code")
    cell.get_by_role("button", name="Run").click()
    expect(cell.get_by_role("button", name="and run again")).to_be_visible(timeout=60_000)
    states["cell"] = violations(page, "live-code")
    assert {state: what for state, what in states.items() if what} == {}


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_a_cell_from_rest_to_error_and_stop(visitor: Visitor, site: SiteServer, scheme: str, width: int) -> None:
    linked = f"#code.cell-2={packed(b'print(2)')}"
    shown = CellsPage(visitor.visit(site.url + NOTEBOOK + linked, ready=False, **look(scheme, width)).page)
    page, cell = shown.page, shown.cell(1)
    expect(shown.cell(2).note).to_contain_text("This code came with the link.")
    states = {"at rest, and code of a link": violations(page, "article")}
    cell.write("print(q)\nq")
    states["edited"] = violations(page, "live-code[data-key=cell-1]")
    page.keyboard.press("ControlOrMeta+Enter")
    cell.wait("error")
    states["error"] = violations(page, "live-code[data-key=cell-1]")
    cell.write("while True:\npass")
    cell.button("Run").click()
    cell.running()
    states["running"] = violations(page, "live-code[data-key=cell-1]")
    cell.button("Stop").click()
    cell.wait("stopped")
    states["stopped"] = violations(page, "live-code[data-key=cell-1]")
    cell.write("import numpy as np\nnp.eye(3)")
    cell.button("Run").click()
    cell.wait("ready")
    states["output"] = violations(page, "live-code[data-key=cell-1]")
    assert {state: what for state, what in states.items() if what} == {}


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_search_and_menu(visitor: Visitor, site: SiteServer, scheme: str, width: int) -> None:
    page = whole(visitor, site, "glossary/", **look(scheme, width))
    states = {}
    if width == 390:
        page.get_by_role("button", name="Menu").press("Enter")
        expect(page.get_by_role("button", name="Back from Questions")).to_be_focused()
        states["section"] = violations(page)
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Pages of Questions")).to_be_focused()
        states["menu"] = violations(page)
        page.keyboard.press("Escape")
    page.keyboard.press("f")
    page.keyboard.type("padding")
    expect(page.locator(".md-search-result__link").first).to_be_visible()
    states["search"] = violations(page)
    assert {state: what for state, what in states.items() if what} == {}


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_what_is_kept(visitor: Visitor, site: SiteServer, scheme: str, width: int) -> None:
    visitor.expect_console()
    page = whole(visitor, site, "storage/", **look(scheme, width), service_workers="allow")
    until(page, "async () => (await caches.open('site /')).match(location.href).then(Boolean)")
    page.reload()
    expect(page.locator("kept-data")).to_contain_text("files of this site")
    states = {"kept": violations(page)}
    site.delay = lambda path: 30.0 if path.endswith((".wasm", ".wasm.gz")) else 0.0
    page.get_by_role("button", name="Save the whole site").click()
    states["saving"] = violations(page)
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Clear all of it").click()
    expect(page.locator("kept-data")).to_contain_text("All of it is gone")
    states["cleared"] = violations(page)
    assert {state: what for state, what in states.items() if what} == {}


@pytest.mark.slow
def test_a_page_that_was_not_kept(visitor: Visitor, site: SiteServer, tmp_path: Path) -> None:
    visitor.expect_console()
    with elsewhere(site, tmp_path) as own:
        page = whole(visitor, own, "storage/", **look("light", 390), service_workers="allow")
        until(page, "async () => (await caches.open('site /')).match(location.href).then(Boolean)")
        own.close()
        page.goto(f"{own.url}nowhere/")
        expect(page.get_by_role("heading", name="This page was not kept")).to_be_visible()
        assert violations(page) == []

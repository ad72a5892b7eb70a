"""Live cells: run, edit, errors, sessions, set-up, several cells at once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.cell_page import STARTING, CellsPage
from tests.browser.conftest import Visitor
from tests.browser.demo_page import until
from tests.browser.server import SiteServer

type Visit = Callable[[str], CellsPage]


@pytest.fixture
def visit(visitor: Visitor, cells: SiteServer) -> Visit:
    def opened(path: str) -> CellsPage:
        page = visitor.visit(cells.url + path, ready=False).page
        shown = CellsPage(page)
        expect(shown.button("Run all")).to_be_enabled()
        return shown

    return opened


@pytest.fixture
def page(visit: Visit) -> CellsPage:
    return visit("")


def marker(page: Page) -> None:
    """Set what only a full load of another page would take away."""
    page.evaluate("window.marker = 1")


def test_the_page_shows_the_output_of_the_build_and_starts_no_python(page: CellsPage) -> None:
    expect(page.cell(2).output).to_contain_text("length 5.0")
    expect(page.cell(2).output).to_contain_text("10.0")
    expect(page.cell(2).root.get_by_text("Computed with the page")).to_be_visible()
    expect(page.page.get_by_text("Python 3.14.0, numpy 2.4.3 in your browser")).to_be_visible()
    assert page.pythons() == 0


def test_cells_share_a_session_whose_set_up_runs_by_itself(page: CellsPage) -> None:
    page.cell(1).run()
    page.cell(2).write('print("square", length_ := math.hypot(*a) ** 2)\n')
    page.cell(2).run()
    expect(page.cell(2).output).to_have_text("square 25.0\n")
    assert page.page.locator("live-code[data-setup]").is_hidden()


@pytest.mark.slow
def test_a_name_from_a_cell_that_has_not_run_is_offered_from_above(page: CellsPage) -> None:
    page.cell(2).run("error")
    expect(page.cell(2).note).to_contain_text("a is made in a cell above that has not run.")
    page.cell(2).button("Run the cells above").click()
    page.cell(2).wait("ready")
    expect(page.cell(1).root).to_have_attribute("data-state", "ready")
    expect(page.cell(2).output).to_contain_text("length 5.0")
    expect(page.cell(2).note).to_be_empty()


@pytest.mark.slow
def test_an_unknown_name_is_not_looked_for_above(page: CellsPage) -> None:
    page.cell(2).write("nowhere")
    page.cell(2).run("error")
    expect(page.cell(2).output).to_contain_text("NameError: name 'nowhere' is not defined")
    expect(page.cell(2).note).to_be_empty()


def test_the_editor_runs_by_keys_and_gives_the_pages_own_code_back(page: CellsPage) -> None:
    cell = page.cell(3)
    own = cell.code.text_content()
    cell.write("for n in range(2):\nprint(n * 10)")
    expect(cell.root.get_by_text("Edited, not run yet")).to_be_visible()
    page.page.keyboard.press("ControlOrMeta+Enter")
    cell.wait("ready")
    expect(cell.output).to_have_text("0\n10\n")
    cell.button("Copy").click()
    assert page.page.evaluate("navigator.clipboard.readText()") == "for n in range(2):\n    print(n * 10)"
    cell.button("Reset").click()
    assert "\n".join(cell.editor.locator(".cm-line").all_inner_texts()) == own
    expect(cell.button("Reset")).to_be_hidden()


@pytest.mark.slow
def test_nothing_jumps_when_the_editor_comes(page: CellsPage) -> None:
    cell = page.cell(2)
    place = (
        "e => { const {top, height} = e.querySelector('.lc-bar').getBoundingClientRect(); return [top, height] }"
    )
    before = cell.root.evaluate(place)
    text = cell.code.evaluate("e => [e.firstElementChild.getBoundingClientRect().x, getComputedStyle(e).fontSize]")
    cell.button("Edit").click()
    expect(cell.editor).to_be_focused()
    after = cell.root.evaluate(place)
    line = cell.editor.locator(".cm-line span").first
    assert after == pytest.approx(before, abs=1)
    assert line.evaluate("e => [e.getBoundingClientRect().x, getComputedStyle(e).fontSize]") == [
        pytest.approx(text[0], abs=1.5),
        text[1],
    ]


@pytest.mark.slow
def test_names_that_exist_are_offered(page: CellsPage) -> None:
    cell = page.cell(2)
    page.cell(1).run()
    cell.write("")
    page.page.keyboard.type("math.fmo")
    expect(page.page.get_by_role("option", name="fmod")).to_be_visible()
    page.page.wait_for_timeout(100)  # for as long the editor takes no key as an answer to its list
    page.page.keyboard.press("Enter")
    page.page.keyboard.type("(7, 4)")
    page.page.keyboard.press("ControlOrMeta+Enter")
    cell.wait("ready")
    expect(cell.output).to_have_text("3.0")


@pytest.mark.slow
def test_a_module_that_the_start_left_out_comes_without_running_anything_twice(page: CellsPage) -> None:
    cell = page.cell(3)
    cell.write('print("before")\nimport statistics, sqlite3\nprint(statistics.mean([1, 2, 6]), sqlite3.__name__)')
    cell.run()
    expect(cell.output).to_have_text("before\n3 sqlite3\n")


@pytest.mark.slow
def test_run_all_goes_down_the_page_as_far_as_the_first_error(page: CellsPage) -> None:
    page.cell(3).write("total = missing_name")
    page.button("Run all").click()
    page.cell(3).wait("error")
    for number in (1, 2):
        expect(page.cell(number).root).to_have_attribute("data-state", "ready")
    expect(page.cell(4).root).to_have_attribute("data-state", "static")
    said = page.page.get_by_role("status").filter(has_text="Stopped at cell 3")
    expect(said).to_contain_text("Stopped at cell 3: error in line 1.")
    page.page.evaluate("scrollTo(0, 0)")
    said.get_by_role("button", name="Show cell 3").click()
    expect(page.cell(3).button("Run")).to_be_focused()
    expect(page.cell(3).button("Run")).to_be_in_viewport()
    page.cell(2).run()
    expect(said).to_be_hidden()


@pytest.mark.slow
def test_twelve_cells_twice_in_one_worker(visit: Visit) -> None:
    page = visit("twelve/")
    for last in ("seen.append(seen[-1] + 1)\nseen[-1]", "seen[-1] + 1"):
        page.cell(12).write(last)  # not yet run, whatever came of it before
        page.button("Run all").click()
        expect(page.cell(12).root).to_have_attribute("data-state", "ready", timeout=STARTING)
        for number in range(1, 13):  # the first cell begins the list anew
            expect(page.cell(number).output).to_have_text(str(number))
        assert page.has_one_python()
    page.button("Restart").click()
    expect(page.page.get_by_role("status").filter(has_text="Python starts anew.")).to_be_visible()
    expect(page.cell(3).root.get_by_text("Variables gone: run again")).to_be_visible()
    expect(page.cell(3).output).to_have_text("3")
    page.cell(3).run("error")
    expect(page.cell(3).note).to_contain_text("seen is made in a cell above that has not run.")
    assert page.has_one_python()


@pytest.mark.slow
def test_leaving_the_page_forgets_its_sessions(visit: Visit) -> None:
    page = visit("other/")
    marker(page.page)
    page.cell(1).run()
    page.page.get_by_role("article").get_by_role("link", name="Cells").click()
    expect(page.cell(3).root).to_be_visible()
    page.page.get_by_role("article").get_by_role("link", name="Another page").click()
    expect(page.page.get_by_role("heading", name="Another page")).to_be_visible()
    page.cell(1).write("kept")
    page.cell(1).run("error")
    expect(page.cell(1).output).to_contain_text("NameError")
    assert page.page.evaluate("window.marker") == 1, "one document"
    assert page.has_one_python()


def test_leaving_the_page_ends_what_runs(visit: Visit) -> None:
    page = visit("")
    marker(page.page)
    page.cell(1).write("while True:\npass")
    page.cell(1).button("Run").click()
    page.cell(1).running()
    page.page.get_by_role("article").get_by_role("link", name="Another page").click()
    demo = page.page.locator("live-demo")
    expect(demo).to_have_attribute("data-state", "ready", timeout=STARTING)
    demo.get_by_role("slider", name="N").fill("4")
    expect(demo.get_by_text("twice 4 is 8")).to_be_visible()
    assert page.page.evaluate("window.marker") == 1
    assert page.has_one_python()


@pytest.mark.slow
def test_a_page_that_was_left_is_emptied_since_the_theme_holds_it(visit: Visit) -> None:
    page = visit("other/")
    marker(page.page)
    until(page.page, "'document$' in window")
    container = page.page.locator("[data-md-component=container]").element_handle()
    page.page.get_by_role("article").get_by_role("link", name="Cells").click()
    expect(page.button("Run all")).to_be_enabled()
    until(page.page, "left => !left.isConnected && left.childNodes.length === 0", container)
    assert page.page.evaluate("window.marker") == 1
    page.page.go_back()
    expect(page.page.get_by_role("article").get_by_role("heading", name="Another page")).to_be_visible()
    page.cell(1).run()
    expect(page.cell(1).output).to_have_text("7\n")


@pytest.mark.slow
def test_twenty_pages_in_turn_leave_nothing_behind(visit: Visit) -> None:
    page = visit("other/")
    marker(page.page)
    devtools = page.page.context.new_cdp_session(page.page)
    article = page.page.get_by_role("article")
    sizes = []
    for turn in range(20):
        here, there = ("Cells", "Another page") if turn % 2 else ("Another page", "Cells")
        expect(article.get_by_role("heading", name=here)).to_be_visible()
        page.cell(1).write("import live_code.browser\nlen(live_code.browser._sessions)")
        page.cell(1).run()
        expect(page.cell(1).output).to_have_text("1")
        assert page.has_one_python()
        article.get_by_role("link", name=there).click()
        devtools.send("HeapProfiler.collectGarbage")
        devtools.send("Performance.enable")
        metrics = {m["name"]: m["value"] for m in devtools.send("Performance.getMetrics")["metrics"]}
        sizes.append(metrics)
    assert page.page.evaluate("window.marker") == 1
    # The theme keeps the elements of pages that were left, 25 kB of each here. A kept editor would be 26 listeners.
    grown = {name: (sizes[19][name] - sizes[5][name]) / 14 for name in ("JSHeapUsedSize", "JSEventListeners")}
    assert grown["JSHeapUsedSize"] < 150_000
    assert grown["JSEventListeners"] < 13

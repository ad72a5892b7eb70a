"""The engine in a site that is not ours: every control, states, errors, Stop, places where a demo may stand."""

from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.demo_page import Demo, DemoPage
from tests.browser.server import SiteServer, Spoilt
from tests.quick import first_quick

WITHOUT_SNAPSHOT = {"snapshot.json": HTTPStatus.NOT_FOUND}
FIRST_VISIT: dict[str, Any] = {"locale": "en-GB"}  # any option: nothing is in the cache


@pytest.fixture
def counter(visitor: Visitor, plain: SiteServer) -> Demo:
    return visitor.visit(plain.url).demo("counter")


@pytest.fixture
def more(visitor: Visitor, plain: SiteServer) -> DemoPage:
    return visitor.visit(plain.url + "more/")


def opened(more: DemoPage) -> Demo:
    """The demo in the second tab."""
    more.page.get_by_text("Second tab").click()
    demo = more.demo("mean")
    demo.wait("ready")
    return demo


def test_every_kind_of_control_reaches_python(counter: Demo) -> None:
    root = counter.root
    root.get_by_role("textbox", name="Text").fill("aei")
    root.get_by_role("slider", name="Times").fill("3")
    root.get_by_role("spinbutton", name="Add").fill("0.5")
    root.get_by_role("combobox", name="Case").select_option("upper")
    root.get_by_role("checkbox", name="Bold").check()
    root.get_by_role("slider", name="Point x").fill("-0.5")
    counter.settle()
    expect(counter.sentence).to_have_text("9.5 vowels")
    expect(counter.sentence.locator("b")).to_have_text("9.5")
    expect(root.get_by_role("cell", name="AEIAEIAEI")).to_be_visible()
    expect(root.get_by_role("cell", name="-0.5, 0.5")).to_be_visible()


def test_markup_that_a_reader_types_stays_text(counter: Demo) -> None:
    counter.root.get_by_role("textbox", name="Text").fill("<img src=x onerror=alert(1)>")
    counter.settle()
    expect(counter.root.get_by_role("cell", name="<img src=x onerror=alert(1)>")).to_be_visible()
    assert counter.view.locator("img").count() == 0


@pytest.mark.slow
def test_presets_may_set_some_of_the_controls(counter: Demo) -> None:
    counter.button("rain").click()
    counter.settle()
    expect(counter.sentence).to_have_text("12 vowels")
    counter.button("nothing").click()
    counter.settle()
    expect(counter.sentence).to_have_text("0 vowels")
    expect(counter.root.get_by_role("slider", name="Times")).to_have_value("2")


@pytest.mark.slow
def test_two_demos_of_one_name_keep_apart(more: DemoPage) -> None:
    first, second = more.demo("counter", 0), more.demo("counter", 1)
    second.root.scroll_into_view_if_needed()
    second.wait("ready")
    second.root.get_by_role("slider", name="Times").fill("5")
    second.settle()
    expect(first.root.get_by_role("slider", name="Times")).to_have_value("2")
    expect(second.sentence).to_have_text("10 vowels")
    expect(first.sentence).to_have_text("4 vowels")
    more.page.wait_for_url("**/more/?counter-2.times=5")


@pytest.mark.slow
def test_a_demo_works_inside_a_tab_a_list_and_an_admonition(more: DemoPage) -> None:
    assert more.page.locator(".admonition live-demo").count() == 1
    assert more.page.locator("li live-demo").count() == 1
    demo = opened(more)
    demo.root.get_by_role("slider", name="N").fill("8")
    demo.settle()
    expect(demo.sentence).to_have_text("half 4.0, inverse 0.12")


def test_an_error_keeps_the_view_and_shows_the_demos_own_lines(more: DemoPage) -> None:
    demo = opened(more)
    good = demo.view.inner_html()
    demo.root.get_by_role("slider", name="N").fill("0")
    demo.wait("error")
    expect(demo.alert).to_contain_text("ZeroDivisionError: division by zero. The last result is still shown.")
    demo.button("Show the traceback").click()
    trace = demo.alert.locator("pre").inner_text()
    assert "demos/mean.py, line " in trace
    assert 'return View(sentence=f"half {n / 2}, inverse {1 / n:.2f}")' in trace
    assert "live_demo" not in trace
    assert "pyodide" not in trace
    assert demo.view.inner_html() == good
    demo.root.get_by_role("slider", name="N").fill("1")
    demo.wait("ready")
    expect(demo.alert).to_have_count(0)
    expect(demo.sentence).to_have_text("half 0.5, inverse 1.00")


@pytest.mark.slow
def test_a_message_of_a_demo_is_text(more: DemoPage) -> None:
    demo = opened(more)
    demo.root.get_by_role("slider", name="N").fill("6")
    expect(demo.alert).to_contain_text("N must not be 6; got <b>6</b>.")
    assert demo.alert.locator("b").count() == 0


@pytest.mark.slow
def test_a_module_that_the_start_left_out_is_fetched(more: DemoPage) -> None:
    demo = opened(more)
    demo.root.get_by_role("slider", name="N").fill("3")
    demo.settle()
    expect(demo.sentence).to_have_text("mean 2")
    expect(demo.root).to_have_attribute("data-state", "ready")


@pytest.mark.slow
def test_a_module_that_is_nowhere_is_named(more: DemoPage) -> None:
    demo = opened(more)
    demo.root.get_by_role("slider", name="N").fill("4")
    expect(demo.alert).to_contain_text("No module named 'no_such_module'", timeout=30_000)


def test_stop_ends_a_streaming_demo_between_frames(more: DemoPage) -> None:
    demo = more.demo("steps")
    demo.root.scroll_into_view_if_needed()
    demo.wait("ready")
    expect(demo.sentence).to_have_text("3 of 3")
    demo.root.get_by_role("slider", name="Last").fill("1000000")
    demo.button("Stop").click()
    demo.wait("stopped", 5_000)
    stopped_at = demo.sentence.inner_text()
    assert stopped_at.endswith(" of 1000000")
    other = more.demo("counter", 0)
    other.root.get_by_role("slider", name="Times").fill("4")
    other.settle()
    expect(other.sentence).to_have_text("8 vowels")
    expect(demo.sentence).to_have_text(stopped_at)


@pytest.mark.slow
def test_other_demos_are_answered_while_one_streams(more: DemoPage) -> None:
    demo, other = more.demo("steps"), more.demo("counter", 0)
    demo.root.scroll_into_view_if_needed()
    demo.wait("ready")
    demo.root.get_by_role("slider", name="Last").fill("1000000")
    other.root.get_by_role("slider", name="Times").fill("4")
    expect(other.sentence).to_have_text("8 vowels")
    assert demo.state() == "updating"
    demo.button("Stop").click()


def test_stop_ends_a_busy_loop_and_the_page_carries_on(more: DemoPage) -> None:
    demo, other = opened(more), more.demo("counter", 0)
    other.root.get_by_role("slider", name="Times").fill("3")
    other.settle()
    demo.root.get_by_role("slider", name="N").fill("5")
    demo.button("Stop").click()
    demo.wait("stopped", 2_000)
    other.root.get_by_role("slider", name="Times").fill("5")
    other.settle()
    expect(other.sentence).to_have_text("10 vowels")
    demo.root.get_by_role("slider", name="N").fill("8")
    demo.settle()
    expect(demo.sentence).to_have_text("half 4.0, inverse 0.12")


@pytest.mark.parametrize(
    "missing",
    first_quick(
        ["python_stdlib.zip", "worker.js", "boot.js", "pyodide.asm.wasm", "bundle.json", "manifest.js"], 1
    ),
)
def test_a_missing_file_is_said_and_can_be_tried_again(visitor: Visitor, plain: SiteServer, missing: str) -> None:
    plain.faults = {missing: HTTPStatus.NOT_FOUND} | WITHOUT_SNAPSHOT
    visitor.expect_console()
    demo = visitor.visit(plain.url, ready=False, **FIRST_VISIT).demo("counter")
    demo.wait("error")
    expect(demo.alert).to_contain_text("Python did not start.")
    expect(demo.root.get_by_role("cell", name="plain", exact=True)).to_be_visible()
    plain.mend()
    demo.button("Try again").click()
    demo.wait("ready")
    expect(demo.alert).to_have_count(0)
    demo.root.get_by_role("slider", name="Times").fill("3")
    demo.settle()
    expect(demo.sentence).to_have_text("6 vowels")


def test_blocked_webassembly_is_said(visitor: Visitor, plain: SiteServer) -> None:
    plain.headers = {"Content-Security-Policy": "script-src 'self' 'unsafe-inline'"}
    visitor.expect_console()
    demo = visitor.visit(plain.url, ready=False, **FIRST_VISIT).demo("counter")
    demo.wait("error")
    expect(demo.alert).to_contain_text("Python did not start.")
    expect(demo.button("Try again")).to_be_visible()


def test_moves_made_while_python_starts_are_answered(visitor: Visitor, plain: SiteServer) -> None:
    plain.delay = lambda path: 1.5 if path.endswith(".wasm") else 0.0
    demo = visitor.visit(plain.url, ready=False, **FIRST_VISIT).demo("counter")
    demo.wait("starting")
    height = demo.root.evaluate("e => e.offsetHeight")
    demo.root.get_by_role("slider", name="Times").fill("4")
    expect(demo.root).to_have_attribute("data-state", "starting")
    demo.wait("ready")
    demo.settle()
    expect(demo.sentence).to_have_text("8 vowels")
    assert demo.root.evaluate("e => e.offsetHeight") == height


def test_it_is_one_runtime_for_all_demos(more: DemoPage, plain: SiteServer) -> None:
    opened(more)
    assert len(more.page.workers) == 1


@pytest.mark.slow
def test_stop_is_there_when_the_first_answer_never_comes(visitor: Visitor, plain: SiteServer) -> None:
    """A link alone can ask for an endless loop: the reader must be able to end it."""
    shown = visitor.visit(plain.url + "more/?mean.n=5", ready=False)
    demo, other = shown.demo("mean"), shown.demo("counter", 0)
    shown.page.get_by_text("Second tab").click()
    demo.button("Stop").click(timeout=30_000)
    demo.wait("stopped")
    other.root.get_by_role("slider", name="Times").fill("3")
    other.settle()
    expect(other.sentence).to_have_text("6 vowels")


@pytest.mark.slow
def test_the_page_stays_at_hand_while_heavy_frames_stream(more: DemoPage) -> None:
    demo = more.demo("steps")
    demo.root.scroll_into_view_if_needed()
    demo.wait("ready")
    demo.root.get_by_role("checkbox", name="Heavy").check()
    demo.root.get_by_role("slider", name="Last").fill("100000")
    demo.button("Stop").click(timeout=60_000)  # a page that is not at hand would never take it
    demo.wait("stopped")


@pytest.mark.slow
def test_a_stream_without_progress_can_be_stopped(more: DemoPage) -> None:
    demo = more.demo("steps")
    demo.root.scroll_into_view_if_needed()
    demo.wait("ready")
    demo.root.get_by_role("checkbox", name="Progress").uncheck()
    demo.root.get_by_role("slider", name="Last").fill("1000000")
    demo.button("Stop").click()
    demo.wait("stopped", 5_000)


@pytest.mark.slow
def test_a_stream_that_is_superseded_before_its_first_frame_ends_at_once(more: DemoPage) -> None:
    demo = more.demo("steps")
    demo.root.scroll_into_view_if_needed()
    demo.wait("ready")
    demo.root.get_by_role("slider", name="Wait").fill("0.5")
    demo.root.get_by_role("slider", name="Last").fill("1000000")
    demo.root.get_by_role("slider", name="Last").fill("7")
    expect(demo.sentence).to_have_text("7 of 7")
    demo.wait("ready")


@pytest.mark.slow
def test_stop_on_a_question_behind_anothers_loop_drops_that_question_only(more: DemoPage) -> None:
    looping, waits = opened(more), more.demo("counter", 0)
    looping.root.get_by_role("slider", name="N").fill("5")
    waits.root.get_by_role("slider", name="Times").fill("5")
    waits.button("Stop").click()
    waits.wait("stopped")
    assert looping.state() == "updating"
    looping.button("Stop").click()
    looping.wait("stopped")
    waits.root.get_by_role("slider", name="Times").fill("4")
    waits.settle()
    expect(waits.sentence).to_have_text("8 vowels")


@pytest.mark.slow
def test_a_loop_that_is_left_behind_does_not_hold_the_next_page(more: DemoPage) -> None:
    looping = opened(more)
    looping.root.get_by_role("slider", name="N").fill("5")
    more.page.get_by_role("link", name="Back").click()
    counter = more.demo("counter")
    expect(counter.sentence).to_have_text("2 vowels")  # the page that is left, which has a counter of 4, is gone
    counter.root.get_by_role("slider", name="Times").fill("4")
    expect(counter.sentence).to_have_text("8 vowels", timeout=30_000)


@pytest.mark.slow
def test_an_error_stays_while_python_starts_anew_for_another_demo(more: DemoPage) -> None:
    raised, looping = opened(more), more.demo("steps")
    raised.root.get_by_role("slider", name="N").fill("0")
    raised.wait("error")
    more.page.get_by_text("First tab").click()
    looping.root.get_by_role("slider", name="Wait").fill("2")
    looping.button("Stop").click()
    looping.wait("stopped")
    more.demo("counter", 0).wait("ready")
    assert raised.state() == "error"


@pytest.mark.slow
def test_a_number_that_is_being_typed_is_not_a_question(counter: Demo) -> None:
    box = counter.root.get_by_role("spinbutton", name="Add")
    box.fill("3")
    counter.settle()
    before = counter.sentence.inner_text()
    box.fill("")
    counter.root.get_by_role("slider", name="Times").fill("2")
    expect(counter.sentence).to_have_text(before)
    box.fill("1")
    counter.settle()
    expect(counter.sentence).to_have_text("5 vowels")


@pytest.mark.slow
def test_a_file_that_arrived_damaged_is_fetched_anew(visitor: Visitor, plain: SiteServer) -> None:
    plain.spoilt = {"python_stdlib.zip": Spoilt.SHORT}
    plain.faults = WITHOUT_SNAPSHOT
    visitor.expect_console()
    demo = visitor.visit(plain.url, ready=False, **FIRST_VISIT).demo("counter")
    demo.wait("error")
    expect(demo.alert).to_contain_text("python_stdlib.zip: expected")
    plain.mend()
    demo.button("Try again").click()
    demo.wait("ready")


@pytest.mark.slow
def test_focus_never_falls_to_the_pages_top(visitor: Visitor, plain: SiteServer) -> None:
    plain.faults = {"worker.js": HTTPStatus.NOT_FOUND}
    visitor.expect_console()
    shown = visitor.visit(plain.url, ready=False, **FIRST_VISIT)
    demo = shown.demo("counter")
    demo.wait("error")
    plain.mend()
    demo.button("Try again").press("Enter")
    demo.wait("ready")
    assert shown.page.evaluate("document.activeElement.closest('live-demo') !== null")


def test_only_what_there_is_can_be_saved(visitor: Visitor, plain: SiteServer) -> None:
    counter = visitor.visit(plain.url, python=False).demo("counter")  # a table and no figure
    expect(counter.button("CSV")).to_be_visible()
    expect(counter.button("SVG")).to_be_hidden()
    expect(counter.button("PNG")).to_be_hidden()


@pytest.mark.slow
def test_a_saved_heatmap_has_its_cells_and_not_its_hidden_text(more: DemoPage, tmp_path: Path) -> None:
    demo = more.demo("steps")
    demo.root.scroll_into_view_if_needed()
    demo.wait("ready")
    demo.root.get_by_role("checkbox", name="Heavy").check()
    demo.settle()
    with more.page.expect_download() as download:
        demo.button("SVG").click()
    download.value.save_as(tmp_path / "heatmap.svg")
    svg = (tmp_path / "heatmap.svg").read_text(encoding="utf-8")
    assert svg.count("<rect") > 32 * 32
    assert ">Grid<" not in svg  # the caption is for screen readers
    assert ">0.43<" not in svg  # 3 / 7: shown on pointing only

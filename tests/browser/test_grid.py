"""A matrix that the reader types into, and cells that say where they come from."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visitor
from tests.browser.demo_page import Demo, DemoPage
from tests.browser.server import SiteServer
from tests.quick import first_quick


@pytest.fixture
def shown(visitor: Visitor, plain: SiteServer) -> DemoPage:
    return visitor.visit(plain.url + "grid/")


@pytest.fixture
def demo(shown: DemoPage) -> Demo:
    return shown.first


def cell(demo: Demo, name: str) -> Locator:
    return demo.root.get_by_role("textbox", name=name, exact=True)


def settled(demo: Demo, sentence: str) -> None:
    demo.settle()
    expect(demo.sentence).to_have_text(sentence)


def held(demo: Demo, name: str = "m") -> str:
    return demo.root.locator(f'input[name="{name}"]').input_value()


def test_cells_start_at_the_values_with_a_true_minus(demo: Demo) -> None:
    names = [f"M, row {row}, column {column}" for row in "ab" for column in (1, 2)]
    assert [cell(demo, name).input_value() for name in names] == ["1.5", "−2.0", "0.0", "4.0"]
    assert [cell(demo, f"N, row 1, column {c}").input_value() for c in (1, 2)] == ["1", "2"]
    expect(demo.sentence).to_have_text("M sums to 3.5, N to 3")


def test_typing_asks_python_and_keeps_focus_and_caret(demo: Demo) -> None:
    box = cell(demo, "M, row b, column 1")
    box.fill("25")
    box.evaluate("e => e.setSelectionRange(1, 1)")
    box.press(".")  # 2.5, the caret before the 5
    settled(demo, "M sums to 6, N to 3")
    expect(box).to_be_focused()
    assert box.evaluate("e => [e.value, e.selectionStart]") == ["2.5", 2]
    assert held(demo) == "1.5,-2;2.5,4"
    assert box.evaluate("e => getComputedStyle(e).getPropertyValue('--s')") == "0.2778"  # 2.5 / 9, recoloured


def test_numbers_as_people_write_them(demo: Demo, subtests: pytest.Subtests) -> None:
    box = cell(demo, "M, row a, column 2")
    written = {"−3": "-3", "-4": "-4", "0,5": "0.5", " .25 ": "0.25", "1.256": "1.26"}
    for text, number in written.items():
        with subtests.test(text):
            box.fill(text)
            demo.settle()
            assert held(demo) == f"1.5,{number};0,4"
            box.blur()
            expect(box).to_have_value({"-3": "−3.0", "-4": "−4.0"}.get(number, number))


def test_what_is_no_number_within_the_ends_is_marked_and_changes_nothing(
    demo: Demo, subtests: pytest.Subtests
) -> None:
    box = cell(demo, "M, row a, column 1")
    before = demo.revision()
    for text in ("x", "10", "-9.5", "1e3", "1.2.3", "∞", "<b>1</b>"):
        with subtests.test(text):
            box.fill(text)
            expect(box).to_have_attribute("aria-invalid", "true")
            expect(demo.note).to_have_text(
                f"M, row a, column 1 needs a number from −9 to 9, not “{text}”. The last result is still shown."
            )
            assert held(demo) == "1.5,-2;0,4"
            box.blur()
            expect(box).to_have_value("1.5")
            expect(box).not_to_have_attribute("aria-invalid", "true")
            expect(demo.sentence).to_have_text("M sums to 3.5, N to 3")
    assert demo.revision() == before
    box.fill("2")
    settled(demo, "M sums to 4, N to 3")
    expect(demo.note).to_be_hidden()


@pytest.mark.slow
def test_a_number_that_is_being_typed_is_not_called_wrong(demo: Demo) -> None:
    box = cell(demo, "M, row a, column 1")
    for begun in ("", "-", "−", "."):
        box.fill(begun)
        expect(box).not_to_have_attribute("aria-invalid", "true")
        expect(demo.note).to_be_hidden()
    box.blur()
    expect(box).to_have_value("1.5")


@pytest.mark.slow
def test_a_bad_text_stays_marked_while_an_earlier_answer_arrives(demo: Demo) -> None:
    box = cell(demo, "M, row a, column 1")
    box.press_sequentially(
        "2x"
    )  # the caret stands at the end or the beginning: neither "1.52x" nor "2x1.5" is a number
    demo.settle()
    expect(box).to_have_attribute("aria-invalid", "true")
    expect(demo.note).to_contain_text("needs a number from −9 to 9")


def test_the_arrow_keys_step_and_stop_at_the_ends(demo: Demo) -> None:
    box = cell(demo, "M, row b, column 2")
    box.press("ArrowUp")
    expect(box).to_have_value("4.5")
    for _ in range(10):
        box.press("ArrowUp")
    expect(box).to_have_value("9.0")
    settled(demo, "M sums to 8.5, N to 3")
    box.press("ArrowDown")
    expect(box).to_have_value("8.5")
    expect(box).to_be_focused()


@pytest.mark.slow
def test_a_grid_among_the_controls_works_alike_and_stays_whole(demo: Demo) -> None:
    box = cell(demo, "N, row 1, column 2")
    box.press("ArrowUp")
    settled(demo, "M sums to 3.5, N to 4")
    box.fill("2.6")
    settled(demo, "M sums to 3.5, N to 4")  # 3: a cell of whole numbers rounds
    box.blur()
    expect(box).to_have_value("3")


@pytest.mark.slow
def test_a_button_sets_one_cell_whatever_the_others_hold_by_now(demo: Demo) -> None:
    # both in one turn: the second knows nothing of an answer to the first
    demo.root.evaluate("e => { for (const b of e.querySelectorAll('[data-view] [data-set]')) b.click(); }")
    settled(demo, "M sums to 3.5, N to 10")
    assert held(demo, "n") == "5,5"


@pytest.mark.slow
def test_a_pressed_button_shows_the_new_number(demo: Demo) -> None:
    demo.button("N2 is 2").click()
    settled(demo, "M sums to 3.5, N to 6")
    expect(demo.button("N2 is 5")).to_be_focused()
    expect(demo.button("N2 is 5")).to_have_attribute("aria-pressed", "true")


@pytest.mark.slow
def test_presets_set_the_cells_and_are_pressed_while_they_hold(demo: Demo) -> None:
    expect(demo.button("start")).to_have_attribute("aria-pressed", "true")
    demo.button("ones").click()
    settled(demo, "M sums to 4, N to 3")
    expect(cell(demo, "M, row b, column 2")).to_have_value("1.0")
    expect(demo.button("ones")).to_have_attribute("aria-pressed", "true")
    cell(demo, "M, row b, column 2").fill("2")
    expect(demo.button("ones")).to_have_attribute("aria-pressed", "false")
    cell(demo, "M, row b, column 2").fill("1")
    expect(demo.button("ones")).to_have_attribute("aria-pressed", "true")


def test_the_address_holds_the_grid_as_short_text(visitor: Visitor, plain: SiteServer, shown: DemoPage) -> None:
    cell(shown.first, "M, row a, column 1").fill("0.5")
    shown.page.wait_for_url("**/grid/?grid.m=0.5,-2;0,4")
    again = visitor.visit(shown.page.url).first
    settled(again, "M sums to 2.5, N to 3")
    expect(cell(again, "M, row a, column 1")).to_have_value("0.5")


@pytest.mark.parametrize(
    ("value", "note", "sentence"),
    first_quick(
        [
            ("1,2;3", "M needs 2 × 2 numbers, such as 1.5,-2;0,4, not “1,2;3”.", "M sums to 3.5, N to 3"),
            ("1,2;3,x", "M needs numbers from −9 to 9, not “x”.", "M sums to 3.5, N to 3"),
            ("1,2;3,99", "M “99” was set to 9.", "M sums to 15, N to 3"),
            ("", "M needs 2 × 2 numbers, such as 1.5,-2;0,4, not an empty value.", "M sums to 3.5, N to 3"),
            ("<i>,1;1,1", "M needs numbers from −9 to 9, not “<i>”.", "M sums to 3.5, N to 3"),
        ],
        1,
    ),
)
def test_an_address_that_does_not_fit_is_put_right(
    visitor: Visitor, plain: SiteServer, value: str, note: str, sentence: str
) -> None:
    demo = visitor.visit(f"{plain.url}grid/?grid.m={value}").first
    expect(demo.note).to_have_text(note)
    settled(demo, sentence)


def hot(demo: Demo) -> list[str]:
    return [str(e.get_attribute("data-cell")) for e in demo.view.locator(".ld-hot").all()]


def test_pointing_outlines_the_parents_and_says_the_sum(demo: Demo) -> None:
    line = demo.view.locator(".ld-pointed-say")
    expect(line).to_have_text("row 1 sums to -0.5")
    assert hot(demo) == ["m-0-0", "m-0-1", "s-0"]
    demo.view.locator('[data-cell="s-1"]').hover()
    expect(line).to_have_text("row 2 sums to 4")
    assert hot(demo) == ["m-1-0", "m-1-1", "s-1"]
    demo.button("ones").click()
    settled(demo, "M sums to 4, N to 3")
    expect(line).to_have_text("row 2 sums to 2")  # it follows the numbers
    assert hot(demo) == ["m-1-0", "m-1-1", "s-1"]


def test_the_cells_that_say_something_are_one_tab_stop(shown: DemoPage, demo: Demo) -> None:
    press = shown.page.keyboard.press
    cell(demo, "M, row b, column 2").focus()
    press("Tab")
    first, second = (demo.root.get_by_role("img", name=f"row {i} sums to") for i in (1, 2))
    expect(first).to_be_focused()
    press("ArrowDown")
    expect(second).to_be_focused()
    expect(demo.view.locator(".ld-pointed-say")).to_have_text("row 2 sums to 4")
    press("Tab")
    expect(demo.button("N1 is 1")).to_be_focused()
    press("Shift+Tab")
    expect(second).to_be_focused()


def test_without_scripts_the_cells_are_disabled_and_show_their_values(visitor: Visitor, plain: SiteServer) -> None:
    demo = visitor.visit(plain.url + "grid/", ready=False, java_script_enabled=False).first
    for name, value in (("M, row a, column 2", "−2.0"), ("N, row 1, column 2", "2")):
        expect(cell(demo, name)).to_be_disabled()
        expect(cell(demo, name)).to_have_value(value)
    expect(demo.view.locator(".ld-pointed-say")).to_have_text("row 1 sums to -0.5")


@pytest.mark.slow
def test_the_saved_figure_holds_the_typed_numbers(shown: DemoPage, demo: Demo, tmp_path: Path) -> None:
    cell(demo, "M, row a, column 1").fill("7.25")
    demo.settle()
    with shown.page.expect_download() as saved:
        demo.button("SVG").click()
    saved.value.save_as(tmp_path / "grid.svg")
    assert ">7.25</text>" in (tmp_path / "grid.svg").read_text(encoding="utf-8")

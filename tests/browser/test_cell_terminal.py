"""Output as a terminal shows it: the same in the page that was built, and after a run in it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.cell_page import STARTING, CellsPage
from tests.browser.conftest import Visitor
from tests.browser.server import SiteServer
from tests.quick import first_quick

# Runs of text with what they look like; how they are divided into elements does not matter.
LOOKS = """output => {
    const found = [];
    const texts = document.createTreeWalker(output, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { color, fontWeight, textDecorationLine } = getComputedStyle(texts.currentNode.parentElement);
        const looks = [color, fontWeight, textDecorationLine].join();
        if (found.at(-1)?.[1] === looks) found.at(-1)[0] += texts.currentNode.data;
        else found.push([texts.currentNode.data, looks]);
    }
    return found;
}"""


@pytest.fixture
def page(visitor: Visitor, cells: SiteServer) -> CellsPage:
    return CellsPage(visitor.visit(cells.url + "terminal/", ready=False).page)


@pytest.mark.parametrize("number", first_quick([1, 2, 3], 1))
def test_a_run_shows_what_the_build_showed(page: CellsPage, number: int) -> None:
    cell = page.cell(number)
    built, text = cell.output.evaluate(LOOKS), cell.output.text_content()
    cell.run()
    assert cell.output.evaluate(LOOKS) == built
    assert cell.output.text_content() == text


def test_the_last_state_of_a_line_stands_in_its_colours(page: CellsPage) -> None:
    looks = page.cell(1).output.evaluate(LOOKS)
    assert "".join(text for text, _ in looks) == "100 % of it\nplain red plain lined\nLow\n"
    by_text = {text.strip(): style.split(",") for text, style in looks}
    red, green, cyan = "rgb(188, 63, 32)", "rgb(63, 118, 87)", "rgb(17, 86, 106)"
    assert ",".join(by_text["100 %"][:3]) == green
    assert ",".join(by_text["red"][:3]) == red
    assert ",".join(by_text["L"][:3]) == cyan
    assert by_text["100 %"][-2:] == ["700", "none"]
    assert by_text["lined"][-2:] == ["400", "underline"]
    expect(page.cell(2).output).to_have_text("magenta")
    expect(page.cell(3).output.get_by_text("Output: 40 lines")).to_be_visible()


def test_a_bar_moves_while_the_code_runs(page: CellsPage) -> None:
    cell = page.cell(2)
    cell.write("print('above')\nfor n in range(10**9): print(f'{n} steps', end='\\r')")
    cell.button("Run").click()
    cell.running()
    expect(cell.output).to_have_text(re.compile(r"^above\n\d+ steps$"), timeout=STARTING)
    seen = cell.output.text_content()
    expect(cell.output).not_to_have_text(seen or "")
    assert re.fullmatch(r"above\n\d+ steps", cell.output.text_content() or "")
    assert cell.output.evaluate("e => e.querySelectorAll('*').length") < 5, (
        "nothing is left of what was written over"
    )
    cell.button("Stop").click()
    cell.wait("stopped")

"""Code that comes with a link: shown as text, marked, and not run before the reader presses Run."""

import base64
import zlib

import pytest
from playwright.sync_api import expect

from tests.browser.cell_page import STARTING, CellsPage
from tests.browser.conftest import Visitor
from tests.browser.server import SiteServer
from tests.quick import first_quick

MARKED = (
    "This code came with the link. It has not run. "
    "Read it first: Run lets it do in your browser what this site may."
)
LONG = "The link holds more code than a cell takes. The page’s own code is shown."
ABSENT = "The link brings code for a cell that is not on this page."
DAMAGED = "The code in the link is damaged. The page’s own code is shown."
OWN = "total = 0\nfor n in range(4):\n    total += n\nprint(total)"


def packed(data: bytes, level: int = 9) -> str:
    """Deflate as the page does, with another program."""
    squeezer = zlib.compressobj(level, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(squeezer.compress(data) + squeezer.flush()).decode().rstrip("=")


def link(text: str) -> str:
    """The fragment that brings text for cell 3."""
    return f"code.cell-3={packed(text.encode())}"


# Spans with a class of two letters, and nothing else.
ONLY_COLOURS = """code => [...code.querySelectorAll("*")].every(
    (e) => e.localName === "span" && e.getAttributeNames().join() === "class" && /^[a-z][a-z0-9]?$/.test(e.className),
)"""
PWN = "document.title='pwned'"
# What the link is, its fragment, the code that is then shown, and the note beside it.
HOSTILE: list[tuple[str, str, str, str]] = [
    ("script tag", link(f"<script>{PWN}</script>"), f"<script>{PWN}</script>", MARKED),
    ("handler", link(f"<img src=x onerror={PWN}>"), f"<img src=x onerror={PWN}>", MARKED),
    ("svg", link(f"<svg onload={PWN}>"), f"<svg onload={PWN}>", MARKED),
    ("end of code", link(f"</code></pre><script>{PWN}</script>"), f"</code></pre><script>{PWN}</script>", MARKED),
    ("javascript:", link(f"javascript:{PWN}"), f"javascript:{PWN}", MARKED),
    ("link tag", link(f'<a href="javascript:{PWN}">1</a>'), f'<a href="javascript:{PWN}">1</a>', MARKED),
    ("frame", link('<iframe srcdoc="<script>parent.document.title=1</script>">'),
     '<iframe srcdoc="<script>parent.document.title=1</script>">', MARKED),
    ("entities", link("&lt;script&gt;&#0;"), "&lt;script&gt;&#0;", MARKED),
    ("python that runs", link(f"import js\njs.eval({PWN!r})"), f"import js\njs.eval({PWN!r})", MARKED),
    ("5 MB", link("x = 1\n" * 900_000), OWN, LONG),
    ("bomb", link("\0" * 30_000_000), OWN, LONG),
    ("one byte too many", link("x" * 20_001), OWN, LONG),
    ("long, not compressed", "code.cell-3=" + "A" * 400_000, OWN, LONG),
    ("broken compression", "code.cell-3=" + "_" * 40, OWN, DAMAGED),
    ("cut off", link(OWN * 9)[:-9], OWN, DAMAGED),
    ("more after the end", link("x") + packed(b"y"), OWN, DAMAGED),
    ("not base64", "code.cell-3=%3Cscript%3E!", OWN, DAMAGED),
    ("not UTF-8", f"code.cell-3={packed(bytes([0xC3, 0x28, 0xFF]))}", OWN, DAMAGED),
    ("right to left", link('ok = "\u202e\u2066 # gone"'), 'ok = " # gone"',
     f"{MARKED} 2 invisible characters were left out."),
    ("zero width", link("pass\u200bword = 1\ufeff\r\n\u2028x\x00"), "password = 1\nx",
     f"{MARKED} 4 invisible characters were left out."),
    ("tags and fillers", link("a\U000e0041 = 1\u3164"), "a = 1", f"{MARKED} 2 invisible characters were left out."),
    ("padded on its way", link("x = 2") + "%3D=", "x = 2", MARKED),
    ("counted on its way", link("x = 2") + "&utm_source=mail", "x = 2", MARKED),
    ("another key", f"code.cell-3%22%5D={packed(b'x')}", OWN, ""),
    ("prototype", f"code.__proto__={packed(b'x')}", OWN, ABSENT),
    ("hidden set-up", f"code.set-up-1={packed(b'x')}", OWN, ABSENT),
]  # fmt: skip


@pytest.mark.parametrize(
    ("fragment", "code", "note"), first_quick([case[1:] for case in HOSTILE], 6, [case[0] for case in HOSTILE])
)
def test_code_from_a_link_stays_text(
    visitor: Visitor, cells: SiteServer, fragment: str, code: str, note: str
) -> None:
    page = visitor.visit(f"{cells.url}#{fragment}", ready=False).page
    shown = CellsPage(page)
    expect(shown.button("Run all")).to_be_visible()
    cell, absent = shown.cell(3), note == ABSENT
    expect(page.locator(".lc-said") if absent else cell.note).to_have_text(note)
    assert cell.code.text_content() == code
    assert cell.code.evaluate(ONLY_COLOURS)
    assert page.locator(".lc-code :not(div, pre, code, span), .lc-note *, .lc-said *").count() == 0
    expect(cell.output).to_have_text("6\n")
    assert page.title() == "Cells"
    assert shown.pythons() == 0


def test_a_link_that_is_followed_on_the_page_itself(visitor: Visitor, cells: SiteServer) -> None:
    shown = CellsPage(visitor.visit(cells.url, ready=False).page)
    expect(shown.button("Run all")).to_be_visible()
    shown.page.evaluate("(text) => (location.hash = text)", link("x = 1"))
    expect(shown.cell(3).code).to_have_text("x = 1")
    expect(shown.cell(3).note).to_have_text(MARKED)


@pytest.mark.slow
def test_a_second_link_asks_before_it_takes_the_place_of_an_edit(visitor: Visitor, cells: SiteServer) -> None:
    shown = CellsPage(visitor.visit(f"{cells.url}#{link('x = 1')}", ready=False).page)
    cell = shown.cell(3)
    expect(cell.note).to_have_text(MARKED)
    follow = "(text) => (location.hash = text)"
    shown.page.evaluate(follow, link("x = 2"))  # nothing of the reader's would be lost
    expect(cell.code).to_have_text("x = 2")
    cell.write("mine = 1")
    shown.page.evaluate(follow, link("x = 3"))
    expect(cell.note).to_contain_text("The link brings other code for this cell. Yours is still here.")
    expect(cell.editor).to_have_text("mine = 1")
    cell.button("Show the link’s code").click()
    expect(cell.editor).to_have_text("x = 3")
    expect(cell.note).to_have_text(MARKED)
    cell.editor.press("ControlOrMeta+z")
    expect(cell.editor).to_have_text("mine = 1")


def test_the_address_keeps_the_code_of_a_link_until_it_is_reset(visitor: Visitor, cells: SiteServer) -> None:
    fragment = link("x = 1")
    shown = CellsPage(visitor.visit(f"{cells.url}twelve/#{fragment}", ready=False).page)
    expect(shown.cell(3).note).to_have_text(MARKED)
    shown.page.evaluate("history.replaceState({}, '', '#what-the-theme-says-is-in-view')")
    expect(shown.page).to_have_url(f"{cells.url}twelve/#{fragment}")
    shown.page.reload()
    expect(shown.cell(3).code).to_have_text("x = 1")
    shown.cell(3).button("Reset").click()
    expect(shown.page).to_have_url(f"{cells.url}twelve/")
    shown.page.evaluate("history.replaceState({}, '', '#in-view')")
    expect(shown.page).to_have_url(f"{cells.url}twelve/#in-view")


def test_a_link_brings_code_that_runs_when_the_reader_says_so(visitor: Visitor, cells: SiteServer) -> None:
    shown = CellsPage(visitor.visit(cells.url, ready=False).page)
    cell = shown.cell(3)
    code = 'word = "Größe ≤ 😀"\nprint(word)'
    cell.write(code)
    cell.button("Copy link").click()
    expect(cell.root.get_by_role("button", name="Copied")).to_be_visible()
    href = shown.page.evaluate("navigator.clipboard.readText()")
    assert href.startswith(f"{cells.url}#code.cell-3=")
    data = href.partition("=")[2]
    inflated = zlib.decompress(base64.urlsafe_b64decode(data + "=" * (-len(data) % 4)), -15)
    assert inflated.decode() == code

    opened = CellsPage(visitor.visit(href, ready=False).page).cell(3)
    expect(opened.note).to_have_text(MARKED)
    expect(opened.root.get_by_text("From a link, not run")).to_be_visible()
    assert opened.code.text_content() == code
    expect(opened.output).to_have_text("6\n")
    opened.run()
    expect(opened.output).to_have_text("Größe ≤ 😀\n")
    expect(opened.note).to_be_empty()
    opened.button("Reset").click()
    assert opened.code.text_content() == OWN
    assert opened.code.locator("span").count() > 5, "highlighted again"


def test_what_a_link_cannot_hold_is_said(visitor: Visitor, cells: SiteServer) -> None:
    cell = CellsPage(visitor.visit(cells.url, ready=False).page).cell(3)
    cell.button("Edit").click()
    expect(cell.editor).to_be_focused()
    cell.page.keyboard.insert_text("# " + "ä" * 10_000)
    cell.button("Copy link").click()
    expect(cell.note).to_have_text("A link holds at most 20 kB of code; this is 21 kB.")


def test_a_cell_that_is_not_to_be_edited_keeps_its_code(visitor: Visitor, cells: SiteServer) -> None:
    cell = CellsPage(visitor.visit(f"{cells.url}#code.cell-4={packed(b'x')}", ready=False).page).cell(4)
    expect(cell.note).to_contain_text("a cell that can’t be edited")
    assert cell.code.text_content() == 'print("read only")'


COLOUR_OF = """(code, word) => {
    const found = [...code.querySelectorAll("span")].find((e) => e.textContent.includes(word));
    return getComputedStyle(found).color;
}"""


def test_code_of_a_link_has_the_colours_that_the_page_gives_its_own(visitor: Visitor, cells: SiteServer) -> None:
    page = visitor.visit(f"{cells.url}terminal/", ready=False).page
    shown = CellsPage(page)
    expect(shown.button("Run all")).to_be_visible()
    own = shown.cell(1).code
    code = (own.text_content() or "") + "\n# a remark"
    page.evaluate("(text) => (location.hash = text)", f"code.cell-2={packed(code.encode())}")
    expect(shown.cell(2).note).to_have_text(MARKED)
    assert shown.cell(2).code.text_content() == code
    brought = {
        word: shown.cell(2).code.evaluate(COLOUR_OF, word) for word in ("for", "range", "4", "plain", "=", "(")
    }
    assert brought == {word: own.evaluate(COLOUR_OF, word) for word in brought}
    assert len({*brought.values(), shown.cell(2).code.evaluate(COLOUR_OF, "# a remark")}) > 3


@pytest.mark.slow
def test_run_all_stops_at_code_of_a_link_that_nobody_has_read(visitor: Visitor, cells: SiteServer) -> None:
    shown = CellsPage(visitor.visit(f"{cells.url}#{link('print(6 * 7)')}", ready=False).page)
    cell = shown.cell(3)
    expect(cell.note).to_contain_text("It has not run. Read it first")
    shown.page.get_by_role("button", name="Run all").click()
    expect(shown.page.get_by_text("Stopped at cell 3: its code came with a link.")).to_be_visible(timeout=STARTING)
    expect(cell.note).to_contain_text("It has not run. Read it first")
    expect(cell.output).not_to_contain_text("42")
    cell.run()
    expect(cell.output).to_have_text("42\n")
    shown.page.get_by_role("button", name="Run all").click()
    expect(shown.cell(4).output).to_have_text("read only\n", timeout=STARTING)

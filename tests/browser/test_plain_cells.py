"""A live cell, a notebook and a package of its own, in a site that is not ours: changed and run by a reader."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitor
from tests.browser.server import SiteServer

STARTING = 60_000  # ms; a cold start on a busy machine
BIRDS = "from sortedcontainers import SortedList\nbirds = SortedList(['swan', 'robin', 'duck'])\nprint(*birds)"
LETTERS = "from sortedcontainers import SortedDict\ncounts = SortedDict(b=1, a=2)\nprint(*counts.items())"

WORDS = "from live_demo import fetched\nprint(len(fetched('words/long.txt').splitlines()))"


def run(page: Page, number: int, code: str = "") -> Locator:
    """Run a cell, with other code if wanted; return its output."""
    cell = page.get_by_role("group", name=f"Cell {number}", exact=True)
    if code:
        cell.get_by_role("button", name="Edit", exact=True).click()
        cell.get_by_role("textbox", name=f"Code of cell {number}").fill(code)
    cell.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(f"live-code[data-key=cell-{number}]")).to_have_attribute(
        "data-state", "ready", timeout=STARTING
    )
    return cell.get_by_role("log", name=f"Output of cell {number}")


def test_a_reader_changes_code_that_imports_the_sites_own_package(visitor: Visitor, plain: SiteServer) -> None:
    page = visitor.visit(plain.url + "code/", ready=False).page
    expect(page.get_by_role("log", name="Output of cell 1")).to_have_text("crow heron robin wren")
    expect(run(page, 1, BIRDS)).to_have_text("duck robin swan")
    expect(run(page, 2)).to_have_text("1")  # the index of robin, which was 2 among the four


def test_a_cell_waits_for_a_file_of_the_demos(visitor: Visitor, plain: SiteServer) -> None:
    page = visitor.visit(plain.url + "code/", ready=False, locale="en-GB").page
    asked = len(plain.asked)
    expect(run(page, 1, WORDS)).to_have_text("2000")
    assert [path for path in plain.asked[asked:] if "/words/long-" in path]


def test_a_notebook_is_changed_and_run(visitor: Visitor, plain: SiteServer) -> None:
    page = visitor.visit(plain.url + "code/", ready=False).page
    page.get_by_role("link", name="The notebook").click()
    expect(page.get_by_role("heading", name="Counting")).to_be_visible()
    expect(page.get_by_role("log", name="Output of cell 2")).to_have_text("['b']")
    expect(run(page, 1, LETTERS)).to_have_text("('a', 2) ('b', 1)")
    expect(run(page, 2)).to_have_text("['b']")


def test_a_notebook_can_be_downloaded(visitor: Visitor, plain: SiteServer) -> None:
    page = visitor.visit(plain.url + "counting/", ready=False).page
    with page.expect_download() as started:
        page.get_by_role("link", name="Download this notebook").click()
    assert started.value.suggested_filename == "counting.ipynb"
    assert '"nbformat": 4' in started.value.path().read_text(encoding="utf-8")

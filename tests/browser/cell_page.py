"""A page with live cells, driven as a person would: by roles and labels."""

import time

from playwright.sync_api import Locator, Page, expect

STARTING = 60_000  # ms; a cold start on a busy machine
BLIND = "while True:\npass"
LOUD = 'while True:\nprint("x")'
LONG = "import numpy as np\na = np.ones((4000, 4000))\nwhile True:\na @ a"
"""Loops that nothing but the end of the worker stops, as they are typed: the editor indents."""


class LiveCell:
    """One cell of a page."""

    def __init__(self, root: Locator) -> None:
        self.root, self.page = root, root.page

    def button(self, name: str) -> Locator:
        """A button by what it says."""
        return self.root.get_by_role("button", name=name, exact=True)

    @property
    def output(self) -> Locator:
        """What it has printed and shown."""
        return self.root.get_by_role("log")

    @property
    def note(self) -> Locator:
        """What the page says of the cell."""
        return self.root.locator(".lc-note")

    @property
    def code(self) -> Locator:
        """The code as the page or a link brought it."""
        return self.root.locator("pre > code").first

    @property
    def editor(self) -> Locator:
        """The editor, once it is open."""
        return self.root.get_by_role("textbox")

    def wait(self, state: str) -> None:
        """Wait for a state."""
        expect(self.root).to_have_attribute("data-state", state, timeout=STARTING)

    def run(self, state: str = "ready") -> None:
        """Press Run and wait for what comes of it."""
        self.button("Run").click()
        self.wait(state)

    def write(self, typed: str) -> None:
        """Replace the code by what is typed, line by line: the editor indents."""
        if self.button("Edit").is_visible():
            self.button("Edit").click()
        self.editor.focus()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.type(typed)
        self.page.keyboard.press("Escape")  # no list of names lies above the buttons

    def running(self) -> None:
        """Wait until it has run for long enough to be stopped."""
        expect(self.button("Stop")).to_be_visible(timeout=STARTING)
        expect(self.root).to_have_attribute("data-state", "updating", timeout=STARTING)


class CellsPage:
    """A page and its cells, by their numbers."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def cell(self, number: int) -> LiveCell:
        """A cell by its number."""
        return LiveCell(self.page.locator(f"live-code[data-key=cell-{number}]"))

    def button(self, name: str) -> Locator:
        """A button of the page's bar."""
        return self.page.get_by_role("group", name="All cells").get_by_role("button", name=name, exact=True)

    def pythons(self) -> int:
        """How many workers run Python. The theme has one of its own, for the search."""
        return len([w for w in self.page.workers if "/live-demo-" in w.url])

    def has_one_python(self) -> bool:
        """Whether one worker runs Python; Chromium takes two seconds to be rid of one that was ended in a loop."""
        deadline = time.monotonic() + 10
        while self.pythons() > 1 and time.monotonic() < deadline:
            self.page.wait_for_timeout(50)
        return self.pythons() == 1

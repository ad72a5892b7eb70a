"""A page with demos, driven as a person would: by roles and labels."""

import time

from playwright.sync_api import Error, Locator, Page, expect

STARTING = 60_000  # ms; a cold start on a busy machine


def until(page: Page, holds: str, arg: object = None) -> None:
    """Wait until an expression, or what a function returns, holds: Playwright's own way is code from a string, which
    the policy of a page forbids."""
    end = time.monotonic() + STARTING / 1000
    while not _holds(page, holds, arg):
        assert time.monotonic() < end, f"waited in vain for {holds}"
        page.wait_for_timeout(20)


def _holds(page: Page, holds: str, arg: object) -> bool:
    try:
        return bool(page.evaluate(holds, arg))
    except Error as error:
        if "context was destroyed" in str(error):  # the page goes on to another
            return False
        raise


class Demo:
    """One `<live-demo>` of a page."""

    def __init__(self, root: Locator) -> None:
        self.root = root

    def slider(self, label: str) -> Locator:
        """A slider by its label."""
        return self.root.get_by_role("slider", name=label, exact=True)

    def button(self, name: str) -> Locator:
        """A button by what it says."""
        return self.root.get_by_role("button", name=name, exact=True)

    @property
    def sentence(self) -> Locator:
        """What the demo says of its figure."""
        return self.root.locator(".ld-say")

    @property
    def view(self) -> Locator:
        """What Python draws."""
        return self.root.locator("[data-view]")

    @property
    def note(self) -> Locator:
        """What was put right in the address."""
        return self.root.locator(".ld-note")

    @property
    def alert(self) -> Locator:
        """The message of an error."""
        return self.root.get_by_role("alert")

    def wait(self, state: str, timeout: float = STARTING) -> None:
        """Wait for a state."""
        expect(self.root).to_have_attribute("data-state", state, timeout=timeout)

    def revision(self) -> int:
        """How many of Python's results are on screen so far."""
        return int(self.root.get_attribute("data-revision") or "0")

    def state(self) -> str:
        """The state now."""
        return self.root.get_attribute("data-state") or ""

    def settle(self) -> None:
        """Wait until the view shows the controls' values."""
        self.root.evaluate("demo => demo.settled()")


class DemoPage:
    """A page and its demos; the first stands for the page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def demo(self, name: str, index: int = 0) -> Demo:
        """A demo by name; of several of one name, by their order."""
        return Demo(self.page.locator(f'live-demo[name="{name}"]').nth(index))

    @property
    def first(self) -> Demo:
        """The page's first demo."""
        return Demo(self.page.locator("live-demo").first)

    def wait(self, state: str) -> None:
        """Wait for a state of the first demo."""
        self.first.wait(state)

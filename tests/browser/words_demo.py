"""The demo of the small site that asks for files, in the third tab of its page More."""

from tests.browser.demo_page import Demo, DemoPage


def words(shown: DemoPage) -> Demo:
    """Open its tab and wait until it runs."""
    shown.page.get_by_text("Third tab").click()
    demo = shown.demo("words")
    demo.wait("ready")
    return demo


def choose(demo: Demo, name: str) -> None:
    """Ask for a file by its name, and wait for what comes of it."""
    demo.root.get_by_role("combobox").select_option(name)
    demo.settle()

"""Each demo of each page runs in the browser, and draws what CPython draws: at the start and at the ends.

Runs of hundreds of frames are left out: networks that learn are compared in tests/training/test_in_pyodide.py, and one
of them in the page in test_training.py.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from live_demo.demo import load
from tests.browser.conftest import Visitor
from tests.browser.demo_page import Demo
from tests.browser.server import SiteServer
from tests.site.extremes import brief_extremes

DOCS = Path(__file__).parents[2] / "docs"
# The pages on contributing show blocks without having any.
READ = [p for p in sorted(DOCS.rglob("*.md")) if "contributing" not in p.parts]
PAGES = [p for p in READ if re.search(r"^```live-demo$", p.read_text(encoding="utf-8"), re.MULTILINE)]

# Nodes are compared, not text: morphing may change the order of attributes.
DRAW = """async (demo, tries) => {
    const drawn = [];
    for (const [values, html] of tries) {
        const notes = demo.set(values);
        await demo.settled();
        const view = demo.querySelector("[data-view]");
        const wanted = view.cloneNode(false);
        wanted.innerHTML = html;
        drawn.push([demo.dataset.state === "error", notes.join(" "), view.isEqualNode(wanted), view.innerHTML]);
    }
    return drawn;
}"""


def address(page: Path) -> str:
    name = page.relative_to(DOCS).with_suffix("").as_posix().removesuffix("index").rstrip("/")
    return f"{name}/" if name else ""


def apart(one: str, other: str) -> tuple[str, str]:
    """Two texts from a little before the place where they part."""
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    start = max(0, same - 60)
    return one[start : start + 160], other[start : start + 160]


def differences(demo: Demo, name: str) -> list[Any]:
    """The values for which the browser's view is not CPython's, with what it shows instead."""
    python = load(name)
    tries = [(values, python.view(values).html()) for values in brief_extremes(python)]
    drawn = demo.root.evaluate(DRAW, tries)
    return [
        (values, failed, notes, *apart(shown, html))
        for (values, html), (failed, notes, equal, shown) in zip(tries, drawn, strict=True)
        if (failed, notes, equal) != (False, "", True)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("source", PAGES, ids=[address(p) or "home" for p in PAGES])
def test_the_browser_draws_what_cpython_draws(visitor: Visitor, site: SiteServer, source: Path) -> None:
    shown = visitor.visit(site.url + address(source), ready=False)
    demos = shown.page.locator("live-demo").all()
    assert demos
    for root in demos:
        demo = Demo(root)
        root.scroll_into_view_if_needed()
        demo.wait("ready")
        name = root.get_attribute("name") or ""
        assert not differences(demo, name)


@pytest.mark.slow
@pytest.mark.parametrize("source", PAGES, ids=[address(p) or "home" for p in PAGES])
def test_a_page_fits_a_phone_at_the_ends_of_its_controls(visitor: Visitor, site: SiteServer, source: Path) -> None:
    shown = visitor.visit(site.url + address(source), ready=False, viewport={"width": 390, "height": 844})
    for root in shown.page.locator("live-demo").all():
        demo = Demo(root)
        root.scroll_into_view_if_needed()
        demo.wait("ready")
        name = root.get_attribute("name") or ""
        for values in brief_extremes(load(name)):
            root.evaluate(DRAW, [(values, "")])
            wide = root.evaluate("demo => demo.scrollWidth - demo.clientWidth")
            assert wide <= 0, (name, values, wide)
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= 390

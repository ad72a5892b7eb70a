"""A network learns in the page: from a button, with Stop, and to the state that was recorded."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.demo_page import until
from tests.browser.server import SiteServer

AS_BEFORE = """([demo, html]) => {
    const view = document.querySelector(`live-demo[name="${demo}"] [data-view]`);
    const before = view.cloneNode(false);
    before.innerHTML = html;
    return before.isEqualNode(view);
}"""
TRAINED = 180_000  # ms, on a busy machine


def test_a_demo_fetches_its_own_record_alone(visitor: Visitor, site: SiteServer) -> None:
    shown = visitor.visit(site.url + "training/", ready=False, locale="en-GB")  # nothing in its cache
    before = len(site.asked)
    demo = shown.demo("train-translation")
    demo.root.scroll_into_view_if_needed()
    demo.wait("ready")
    asked = [path.rpartition("/")[2].rpartition("-")[0] for path in site.asked[before:] if "/demo-files/" in path]
    assert "translation" in asked
    assert set(asked) <= {"translation", "induction"}, "the figure above it may be near enough to start as well"


@pytest.mark.slow
def test_a_run_stops_starts_again_and_ends_as_recorded(visitor: Visitor, site: SiteServer) -> None:
    shown = visitor.visit(site.url + "training/", ready=False)
    demo = shown.demo("train-translation")
    demo.root.scroll_into_view_if_needed()
    demo.wait("ready")
    recorded = demo.view.inner_html()
    train, stop = demo.button("train it now"), demo.button("Stop")
    for frames in (1, 4):
        before = demo.revision()
        train.click()
        until(
            shown.page,
            """([name, seen]) => document.querySelector(`live-demo[name="${name}"]`).dataset.revision >= seen""",
            ["train-translation", before + frames],
        )
        stop.click()
        demo.wait("stopped")
        expect(demo.sentence).to_contain_text("Training now.")
    train.click()
    expect(train).to_have_attribute("aria-pressed", "true")
    demo.wait("ready", TRAINED)
    assert shown.page.evaluate(AS_BEFORE, ["train-translation", recorded])
    demo.button("the recorded run").click()
    demo.settle()
    assert shown.page.evaluate(AS_BEFORE, ["train-translation", recorded])


@pytest.mark.slow
def test_no_demo_trains_unless_it_is_asked_to(visitor: Visitor, site: SiteServer) -> None:
    shown = visitor.visit(site.url + "training/", ready=False)
    for name in ("train-scale", "train-induction", "train-translation", "train-bottleneck"):
        demo = shown.demo(name)
        demo.root.scroll_into_view_if_needed()
        demo.wait("ready")
        assert demo.revision() == 1
        expect(demo.button("the recorded run")).to_have_attribute("aria-pressed", "true")
        expect(demo.sentence).not_to_contain_text("Training now.")

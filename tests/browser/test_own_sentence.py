"""A sentence of the reader's own: nothing of the model is fetched unasked; then it answers."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.demo_page import STARTING, Demo
from tests.browser.server import SiteServer

OWN = "My cat sleeps on the sofa because it is warm."
ASKS = "Fetch 23.5 MB"


def demo(visitor: Visitor, site: SiteServer, width: int) -> Demo:
    """As a new reader finds it."""
    shown = visitor.visit(site.url + "trained-heads/", ready=False, viewport={"width": width, "height": 900})
    found = shown.demo("own-sentence")
    found.root.scroll_into_view_if_needed()
    found.wait("ready")
    return found


def write(demo: Demo, text: str) -> None:
    demo.root.get_by_label("Your text").fill(text)
    demo.settle()


def fetches(site: SiteServer) -> int:
    return sum("/minilm/model-" in path for path in site.asked)


def test_recorded_and_empty_texts_are_answered_without_the_model(visitor: Visitor, site: SiteServer) -> None:
    before = fetches(site)
    own = demo(visitor, site, 1280)
    expect(own.sentence).to_contain_text("animal gets 0.68 of the weight of “it” in head 3.1")
    write(own, "Call me Ishmael.")
    expect(own.root.get_by_role("button", name="call")).to_be_visible()
    write(own, "")
    expect(own.sentence).to_contain_text("There is no word to look at yet")
    assert own.state() == "ready"
    assert fetches(site) == before


@pytest.fixture
def whole(site: SiteServer) -> SiteServer:
    """The site, if it was built with the model."""
    if not list(site.folder.glob("assets/demo-files/minilm/model-*")):
        pytest.skip("the site was built without the model / hint: run `make minilm`")
    return site


@pytest.mark.parametrize("width", [1280, 390])
def test_another_text_says_the_size_first(visitor: Visitor, whole: SiteServer, width: int) -> None:
    before = fetches(whole)
    own = demo(visitor, whole, width)
    write(own, OWN)
    expect(own.button(ASKS)).to_be_visible()
    expect(own.root).to_contain_text(
        "This needs the trained model. It is kept in this browser until you remove it."
    )
    expect(own.sentence).to_contain_text("animal gets 0.68")
    assert own.root.evaluate("() => document.documentElement.scrollWidth") <= width
    assert fetches(whole) == before


@pytest.mark.slow
def test_the_model_answers_and_is_kept(visitor: Visitor, whole: SiteServer) -> None:
    before = fetches(whole)
    own = demo(visitor, whole, 390)
    write(own, OWN)
    own.button(ASKS).press("Enter")
    own.settle()
    expect(own.sentence).to_contain_text("[CLS] gets 0.84 of the weight of “warm” in head 3.1")
    assert fetches(whole) == before + 1
    for text, says in (
        ("🐈 sleeps", "such as an emoji"),
        ("Кошка спит на диване", "has learned English"),
        (("The quick brown fox jumps over the lazy dog. " * 250)[:10_000], "more are left out"),
    ):
        write(own, text)
        expect(own.sentence).to_contain_text(says)
        assert own.root.evaluate("() => document.documentElement.scrollWidth") <= 390
    own.button("Copy link").click()
    expect(own.root).to_contain_text("The text is too long for a link")
    assert len(own.root.page.url) < 200

    page = own.root.page
    page.route("**/model-*", lambda route: route.abort())
    page.goto(f"{whole.url}trained-heads/?own-sentence.text={OWN}")
    expect(own.sentence).to_contain_text("“warm” in head 3.1", timeout=STARTING)
    assert fetches(whole) == before + 1

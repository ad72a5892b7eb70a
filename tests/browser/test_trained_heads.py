"""The page on trained heads in the browser: a head by mouse and by keyboard, another sentence, a guess."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.demo_page import Demo
from tests.browser.server import SiteServer


def demo(visitor: Visitor, site: SiteServer, name: str, **options: Any) -> Demo:
    shown = visitor.visit(site.url + "trained-heads/", ready=False, **options)
    found = shown.demo(name)
    found.root.scroll_into_view_if_needed()
    found.wait("ready")
    return found


def recordings(site: SiteServer) -> list[str]:
    """The recorded sentences that were asked of the server, in order."""
    return [path.rpartition("/")[2].rpartition("-")[0] for path in site.asked if "/demo-files/" in path]


def test_a_head_is_chosen_by_mouse_and_by_keyboard(visitor: Visitor, site: SiteServer) -> None:
    explorer = demo(visitor, site, "attention-explorer")
    explorer.button("Layer 0, head 2").click()
    expect(explorer.sentence).to_contain_text("because gets >0.99 of the weight of “it” in head 0.2")
    expect(explorer.button("Layer 0, head 2")).to_have_attribute("aria-pressed", "true")
    # The grid is one stop of the Tab key; arrows go to the map that lies there.
    explorer.button("Layer 0, head 2").press("ArrowRight")
    expect(explorer.button("Layer 0, head 3")).to_be_focused()
    explorer.button("Layer 0, head 3").press("ArrowDown")
    expect(explorer.button("Layer 1, head 3")).to_be_focused()
    explorer.button("Layer 1, head 3").press("End")
    expect(explorer.button("Layer 1, head 11")).to_be_focused()
    explorer.button("Layer 1, head 11").press("Home")
    expect(explorer.button("Layer 1, head 0")).to_be_focused()
    explorer.button("Layer 1, head 3").focus()
    explorer.button("Layer 1, head 3").press("Enter")
    expect(explorer.sentence).to_contain_text("in head 1.3")
    expect(explorer.button("Layer 1, head 3")).to_be_focused()


@pytest.mark.slow
def test_another_sentence_is_fetched_alone(visitor: Visitor, site: SiteServer) -> None:
    explorer = demo(visitor, site, "attention-explorer", locale="en-GB")  # a new reader, whose cache holds none
    before = len(recordings(site))
    explorer.root.get_by_label("Sentence").select_option("Call me Ishmael.")
    expect(explorer.root.get_by_role("button", name="call")).to_be_visible()
    assert recordings(site)[before:] == ["42-call-me-ishmael"]


@pytest.mark.slow
def test_the_second_sentence_stays_covered_until_a_guess(visitor: Visitor, site: SiteServer) -> None:
    pairs = demo(visitor, site, "minimal-pairs")
    numbers = pairs.view.locator(".meter-text")
    expect(numbers.filter(has_text="0.677")).to_be_visible()
    expect(numbers.filter(has_text="0.281")).to_be_hidden()
    pairs.root.get_by_role("radio", name="It flips").check(force=True)
    pairs.button("Reveal").click()
    expect(pairs.root.get_by_role("form").get_by_role("status").last).to_contain_text("Not this time: with “wide”")
    expect(numbers.filter(has_text="0.281")).to_be_visible()
    expect(pairs.sentence).to_contain_text("right in 5 of 10 sentences and flips in 0 of 5")


@pytest.mark.slow
def test_a_word_that_goes_hands_the_focus_to_the_demo(visitor: Visitor, site: SiteServer) -> None:
    explorer = demo(visitor, site, "attention-explorer")
    last = explorer.root.get_by_role("group", name="Choose the token that asks").get_by_role("button").last
    last.focus()
    expect(last).to_be_focused()
    # As an answer does that comes when the reader has moved on.
    explorer.root.evaluate("demo => demo.set({ sentence: 'The film was good.' })")
    expect(explorer.root.get_by_role("button", name="film")).to_be_visible()
    assert explorer.root.evaluate("demo => demo.contains(document.activeElement)")

"""A demo's own files: fetched when it asks for them, whole or not at all."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.demo_page import Demo
from tests.browser.server import SiteServer, Spoilt
from tests.browser.words_demo import choose, words
from tests.quick import first_quick


def opened(visitor: Visitor, plain: SiteServer) -> Demo:
    """The demo as a new reader finds it: files of an older site come from the browser's cache unasked."""
    return words(visitor.visit(plain.url + "more/", ready=False, locale="en-GB"))


def fetched(plain: SiteServer) -> list[str]:
    return [path.rpartition("/")[2].partition("-")[0] for path in plain.asked if "/demo-files/" in path]


def test_a_file_is_fetched_once_when_it_is_asked_for(visitor: Visitor, plain: SiteServer) -> None:
    before = len(fetched(plain))
    demo = opened(visitor, plain)
    expect(demo.sentence).to_have_text("2 lines, the last is two")
    assert fetched(plain)[before:] == ["short"]
    for name, says in (("long", "2000 lines, the last is word 1999"), ("short", "2 lines, the last is two")) * 2:
        choose(demo, name)
        expect(demo.sentence).to_have_text(says)
    assert fetched(plain)[before:] == ["short", "long"]


@pytest.mark.slow
def test_what_is_on_its_way_is_named(visitor: Visitor, plain: SiteServer) -> None:
    demo = opened(visitor, plain)
    plain.delay = lambda path: 2.0 if "/words/long-" in path else 0.0
    demo.root.get_by_role("combobox").select_option("long")
    expect(demo.root).to_contain_text("Fetching words/long.txt")
    demo.settle()
    expect(demo.sentence).to_have_text("2000 lines, the last is word 1999")


@pytest.mark.slow
def test_a_file_that_the_site_lacks_is_named(visitor: Visitor, plain: SiteServer) -> None:
    demo = opened(visitor, plain)
    choose(demo, "absent")
    expect(demo.root.get_by_role("alert")).to_contain_text(
        "This copy of the site was built without the file words/absent.txt"
    )
    choose(demo, "short")
    expect(demo.sentence).to_have_text("2 lines, the last is two")


@pytest.mark.parametrize("how", first_quick([Spoilt.FLIPPED, Spoilt.SHORT], 1))
def test_a_spoilt_file_is_not_used_and_may_be_tried_again(
    visitor: Visitor, plain: SiteServer, how: Spoilt
) -> None:
    demo = opened(visitor, plain)
    visitor.expect_console()
    (name,) = (path.name for path in plain.folder.glob("assets/demo-files/words/long-*.txt"))
    plain.spoilt = {name: how}
    choose(demo, "long")
    expect(demo.root.get_by_role("alert")).to_contain_text("long")
    plain.spoilt = {}
    choose(demo, "short")
    choose(demo, "long")
    expect(demo.sentence).to_have_text("2000 lines, the last is word 1999")

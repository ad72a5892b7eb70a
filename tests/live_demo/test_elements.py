import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from live_demo.elements import Raw, element, render, text_of


def test_text_and_attributes_are_escaped() -> None:
    node = element("p", "<b>&", title='"<&>"')
    assert render(node) == '<p title="&quot;&lt;&amp;&gt;&quot;">&lt;b&gt;&amp;</p>'


def test_raw_is_the_only_way_around_escaping() -> None:
    assert render(element("p", Raw("<b>x</b>"))) == "<p><b>x</b></p>"


def test_attribute_names_and_kinds() -> None:
    node = element(
        "input",
        class_="a",
        aria_label="b",
        disabled=True,
        hidden=False,
        value=None,
        style={"--w": "1", "color": "red"},
    )
    assert render(node) == '<input class="a" aria-label="b" disabled="" style="--w:1;color:red">'


@pytest.mark.parametrize("tag", ["br", "input", "img"])
def test_void_elements_have_no_end_tag(tag: str) -> None:
    assert render(element(tag)) == f"<{tag}>"


def test_nested_lists_and_none() -> None:
    assert render(element("p", ["a", None, [element("b", "c")]])) == "<p>a<b>c</b></p>"


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=40))
def test_any_text_comes_back_from_a_parser(text: str) -> None:
    tree = html5lib.parseFragment(render(element("p", text, title=text)), namespaceHTMLElements=False)
    assert tree[0].text in {text, None if text == "" else text}
    assert tree[0].get("title") == text
    assert text_of(element("p", text)) == text

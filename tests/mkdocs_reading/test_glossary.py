from typing import Any

import html5lib
import pytest
from markdown import Markdown

from mkdocs_reading.errors import GlossaryError
from mkdocs_reading.glossary import DefinitionsExtension, definitions

KNOWN = {"key": "What a word offers."}


def linked(text: str, page: str = "index.md") -> Any:
    md = Markdown(extensions=[DefinitionsExtension("glossary.md", lambda: KNOWN, lambda: page)])
    return next(html5lib.parse(md.convert(text), namespaceHTMLElements=False).iter("a"))


def test_the_paragraph_below_a_heading_defines_its_term() -> None:
    source = "# Glossary\n\nA lead.\n\n### Dot product { #dot-product }\n\nMultiply *and*\nadd.\n\nSee: there.\n\n### Mask\n\nHides."
    assert definitions(source) == {"dot-product": "Multiply and add.", "mask": "Hides."}


@pytest.mark.parametrize("text", ["A number $d_k$.", "A `value`.", "A `#!calc 1`.", "A \\`value\\`."])
def test_a_definition_that_no_tooltip_can_hold_is_refused(text: str) -> None:
    with pytest.raises(GlossaryError, match=r"#key: expected .* plain text.* / found .* / hint: "):
        definitions(f"### Key\n\n{text}")


@pytest.mark.parametrize(
    ("below", "found"),
    [
        ("### Mask { #mask }\n\nHides.", "<h3>"),
        ("- A list.\n\nLater.", "<ul>"),
        ("## Part\n\nOf the glossary.", "<h2>"),
        ("", "the end of the page"),
    ],
)
def test_a_term_without_a_paragraph_takes_no_other(below: str, found: str) -> None:
    with pytest.raises(
        GlossaryError, match=f"^glossary #key: expected its definition, .* / found {found} / hint: "
    ):
        definitions(f"### Key {{ #key }}\n\n{below}")


def test_two_entries_of_one_anchor_are_refused() -> None:
    with pytest.raises(GlossaryError, match=r"^glossary #key: expected one entry / found two / hint: "):
        definitions("### Key { #key }\n\nOne.\n\n### Keys { #key }\n\nTwo.")


def test_html_in_a_glossary_is_no_hurdle() -> None:
    source = (
        "### Key { #key }\n\nOne &nbsp;and<br>*two* & three.\n\n<div>\n<p>a<br>b\n\n```\n### Not { #not }\n```\n"
    )
    assert definitions(source) == {"key": "One and two & three."}


@pytest.mark.parametrize(
    ("page", "href"),
    [
        ("index.md", "glossary.md#key"),
        ("math/scale.md", "../glossary.md#key"),
        ("a/b.md", "../a/../glossary.md#key"),
    ],
)
def test_a_link_to_a_term_gets_its_definition(page: str, href: str) -> None:
    link = linked(f"[key]({href})", page)
    assert (link.get("title"), link.get("class")) == ("What a word offers.", "term")


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("index.md", "[key](glossary.md#other)"),
        ("index.md", "[key](math/glossary.md#key)"),
        ("index.md", "[key](https://host.example/glossary.md#key)"),
        ("index.md", "[key](glossary.md)"),
        ("glossary.md", "[key](glossary.md#key)"),
    ],
)
def test_other_links_are_left_alone(page: str, text: str) -> None:
    assert linked(text, page).get("title") is None


def test_an_own_title_wins() -> None:
    assert linked('[key](glossary.md#key "Mine")').get("title") == "Mine"

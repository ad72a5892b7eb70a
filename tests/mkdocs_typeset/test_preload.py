import re

import pytest

from mkdocs_typeset.faces import FACES, INTER, MATHS, SERIF, SERIF_ITALIC, Face, stylesheet
from mkdocs_typeset.preload import needed, with_preloads


@pytest.mark.parametrize(
    ("html", "more"),
    [
        ("<p>Plain.</p>", []),
        ("<p>As <em>it</em> is.</p>", [SERIF_ITALIC]),
        ("<p><math><mi>x</mi></math></p>", [MATHS]),
        ("<p>a → b</p>", [MATHS]),
        ("<p>&rarr;</p>", [MATHS]),
        ("<ul><li><i>a</i><math></math></li></ul>", [SERIF_ITALIC, MATHS]),
        ("<table><tr><td><em>it</em></td></tr></table>", []),
        ("<table></table><p><em>it</em></p>", [SERIF_ITALIC]),
        ("<details><summary>More</summary><em>it</em> → <math></math></details>", []),
        ("<details open><summary>More</summary><em>it</em></details>", [SERIF_ITALIC]),
        ("<details><details open><em>it</em></details></details><p>→</p>", [MATHS]),
        ("<script>a → b</script><title>→</title><p title='→'>a</p>", []),
        ("<p>" + "a" * 8190 + "→</p>", [MATHS]),
        ("<p>" + "a" * 8190 + "<em>it</em></p>", [SERIF_ITALIC]),
    ],
)
def test_a_page_asks_for_the_faces_it_is_first_shown_in(html: str, more: list[Face]) -> None:
    assert needed(html) == (INTER, SERIF, *more)


def test_fonts_are_asked_for_before_the_first_style_sheet() -> None:
    html = '<head><meta charset="utf-8"><link rel="stylesheet" href="a.css"><link rel="stylesheet" href="b.css"></head>'
    made = with_preloads(html, ["../1.woff2", "../2.woff2"])
    assert re.findall(r'<link rel="(\w+)" href="([^"]*)"', made) == [
        ("preload", "../1.woff2"), ("preload", "../2.woff2"), ("stylesheet", "a.css"), ("stylesheet", "b.css"),
    ]  # fmt: skip
    # A font is fetched without credentials: with them the browser would fetch it a second time.
    assert made.count(" crossorigin>") == 2


def test_a_page_without_style_sheets_asks_at_the_end_of_its_head() -> None:
    assert re.fullmatch(r"<head><link rel=\"preload\"[^>]*></head>", with_preloads("<head></head>", ["a.woff2"]))


def test_late_text_faces_are_left_out_and_late_formulas_are_not() -> None:
    rules = [rule for rule in stylesheet(0.47, 1.036, 0.335).splitlines() if "url(" in rule]
    assert len(rules) == len(FACES) + 2
    for rule in rules:
        assert ("font-display: swap" in rule) is ('font-family: "STIX Two Math"' in rule), rule
        assert ("font-display: optional" in rule) is ('font-family: "STIX Two Math"' not in rule), rule

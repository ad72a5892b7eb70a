"""What a reader finds in a search reads as the page does: no formula's letters in a row, no figure's labels."""

import json
import re

import pytest

from tests.browser.conftest import ROOT
from tests.browser.server import SiteServer


@pytest.fixture(scope="module")
def found(site: SiteServer) -> dict[str, str]:
    """Place -> what the search index holds of it."""
    (documents,) = (site.folder / "search").glob("documents-*.json")
    return {doc["location"]: doc["text"] for doc in json.loads(documents.read_bytes())["docs"]}


def test_formulas_stand_on_one_line(found: dict[str, str]) -> None:
    assert "Attention(Q, K, V) = softmax((QK⊤)/√d_k)V (1)" in found["deep-dive/#the-same-in-one-line"]
    assert "q⋅k = q_xk_x + q_yk_y" in found["lab/#what-you-see"]


def test_neither_latex_nor_mathml_is_left(found: dict[str, str]) -> None:
    ours = {place: text for place, text in found.items() if not place.startswith("contributing/")}
    assert len(ours) > 200
    for place, text in ours.items():
        assert not re.search(r"\\(frac|sqrt|sum|top|operatorname|text|left)\b|</?m[a-z]+>", text), place


def test_figures_leave_no_rows_of_labels(found: dict[str, str]) -> None:
    for place, text in found.items():
        assert "Computed with the page" not in text, place
        assert "Copy link" not in text, place
    assert "The questions need the deep dive. The mathematics and the lab help." in found["faq/"]
    assert "Deep diveQuestions" not in found["faq/"]


def test_no_two_entries_of_the_navigation_have_one_name() -> None:
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    sections = re.findall(r"^  - (\w[^:]*):\n((?:      - .+\n)+)", config, re.MULTILINE)
    for section, pages in sections:
        for page in re.findall(r"- (\S+\.md)$", pages, re.MULTILINE):
            if page.endswith("index.md"):
                continue  # the section's own page
            head = (ROOT / "docs" / page).read_text(encoding="utf-8").partition("\n# ")
            title = re.search(r"^title: (.+)$", head[0], re.MULTILINE)
            assert (title[1] if title else head[2].split("\n")[0]) != section, page

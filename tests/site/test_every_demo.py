"""What holds for each demo of the site, at the start and at the ends of its controls."""

from pathlib import Path

import html5lib
import pytest

from live_demo.demo import load
from live_demo.elements import render, walk
from live_demo.views.view import View
from mkdocs_live_demo.fence import names
from tests.site.extremes import brief_extremes

DEMOS = Path(__file__).parents[2] / "docs/demos"
LARGEST = 80_000  # bytes of HTML that a move may send
HEAVY = {"own-sentence", "attention-explorer"}  # a model with weights: seconds for each


def text(view: View, kind: str) -> list[str]:
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    tree = parser.parseFragment("".join(map(render, view.nodes())))
    return ["".join(e.itertext()) for e in tree.iter("p") if kind in (e.get("class") or "")]


def test_there_are_at_least_twenty() -> None:
    assert len(names(DEMOS)) >= 20


@pytest.mark.parametrize("name", names(DEMOS))
def test_a_demo_answers_one_question(name: str) -> None:
    question = load(name).description
    assert question.endswith("?")
    assert question.count("?") == 1
    assert len(question) < 90


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in HEAVY else name for name in names(DEMOS)]
)
def test_the_ends_of_the_controls_are_survived(name: str) -> None:
    demo = load(name)
    for values in brief_extremes(demo):
        view = demo.view(values)
        html = view.html()
        assert len(html.encode()) < LARGEST, values
        (said,) = text(view, "ld-say")
        assert len(said.split()) > 3, values
        assert [e for node in view.nodes() for e in walk(node) if e.tag == "table"], values
        for bad in ("nan", "inf ", "-0.00", "None", "np.float", "array("):
            assert bad not in said, (values, said)

"""Questions, glossary and papers hang together; the numbers of start, lab and questions, against plain numpy."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))


def text(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def sections(page: str, level: int) -> dict[str, str]:
    """Heading with its attributes -> the text below it."""
    parts = re.split(rf"^{'#' * level} (.+)$", text(page), flags=re.MULTILINE)
    return {heading: body.strip() for heading, body in zip(parts[1::2], parts[2::2], strict=True)}


def numbers(page: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"_numbers_{page}", DOCS / f"numbers/{page}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Numbers of the prose


def test_the_leak_and_the_right_weights() -> None:
    page = numbers("faq")
    e = np.exp([2, 0.5, 0.8, 1, 0, 0, 0, 0])
    assert page.leak() == f"{100 * e[4:].sum() / e.sum():.1f}" == "22.2"
    assert page.right() == ", ".join(f"{w:.3f}" for w in e[:4] / e[:4].sum()) == "0.528, 0.118, 0.159, 0.194"


def test_limits_of_the_exponential() -> None:
    page = numbers("faq")
    assert page.FLOAT32_LIMIT == "88.72"  # ln((2 - 2^-23) 2^127) = 88.7228
    assert page.FLOAT16_LIMIT == "11.09"  # ln 65504 = 11.0899
    assert abs(float(page.spread(64)) - 8) < 0.3
    assert page.tiles_agree_to() == page.shuffled_agree_to() == "10⁻¹⁴"
    with pytest.raises(ValueError, match="more than rounding"):
        page._bound(1e-13)


def test_the_questions_say_what_their_demos_show() -> None:
    page = numbers("faq")
    assert page.ROW_SUMS == "1.76, 1.32, 0.91"
    assert (page.OUTSIDE_MEAN, page.HEADS) == ("0.52", 72)


def test_the_lab_says_what_four_equal_weights_are() -> None:
    page = numbers("lab")
    assert (page.UNIFORM, page.MOST_BITS, page.WIDTH) == ("0.25", "2", 2)


def test_the_start_page_says_what_was_recorded() -> None:
    page = numbers("home")
    assert (page.it_takes("animal"), page.it_takes("street")) == ("0.68", "0.05")
    assert (page.LAYER, page.HEAD, page.MILLIONS) == (3, 1, "22.7")


# Glossary and papers


def terms() -> dict[str, tuple[str, str]]:
    """Slug -> term and definition."""
    found = {}
    for heading, body in sections("glossary.md", 3).items():
        term, slug = re.fullmatch(r"(.+) \{ #([\w-]+) \}", heading).groups()  # type: ignore[union-attr]
        definition, see = body.split("\n\n")
        assert see.startswith("See: [")
        assert slug not in found
        found[slug] = (term, definition)
    return found


def test_the_glossary_is_in_order_and_short() -> None:
    found = terms()
    names = [term.casefold() for term, _ in found.values()]
    assert names == sorted(names)
    for term, definition in found.values():
        assert len(re.findall(r"[.:](?= |$)", definition)) <= 4, term
        assert len(definition) < 420, term


def test_no_definition_leads_back_to_itself() -> None:
    uses = {slug: set(re.findall(r"\]\(#([\w-]+)\)", d)) for slug, (_, d) in terms().items()}
    while free := [slug for slug, used in uses.items() if not used & uses.keys()]:
        for slug in free:
            del uses[slug]
    assert not uses


@pytest.mark.parametrize(("page", "level"), [("glossary.md", 3), ("papers.md", 2)])
def test_what_pages_link_to_is_there(page: str, level: int) -> None:
    there = {re.search(r"#([\w-]+) \}$", heading)[1] for heading in sections(page, level)}  # type: ignore[index]
    for source in PAGES:
        for anchor in re.findall(
            rf"\({page}#([^)]+)\)|\(\.\./{page}#([^)]+)\)", source.read_text(encoding="utf-8")
        ):
            assert set(anchor) & there, f"{source.name} links to {page}#{''.join(anchor)}"


def test_each_paper_says_what_was_taken_from_it_and_where_it_is_used() -> None:
    names = [heading.casefold() for heading in sections("papers.md", 2)]
    assert names == sorted(names)
    for heading, body in sections("papers.md", 2).items():
        reference, uses = body.split("\n\n")
        assert re.search(r"\b(19|20)\d\d\b", reference), heading
        assert all(re.search(r"\]\(|`attn_core\.", use) for use in uses.split("\n")), heading


def test_what_the_library_cites_is_among_the_papers() -> None:
    there = set(re.findall(r"\{ #([\w-]+) \}", text("papers.md")))
    cited = set()
    for module in (ROOT / "attn_core").glob("*.py"):
        for block in re.findall(r"References\n +-+\n(.+?)\n\n", module.read_text(encoding="utf-8"), re.DOTALL):
            plain = " ".join(block.split())
            cited |= {
                f"{n.lower()}-{y}"
                for n, y in re.findall(r"(?:^|\. |: )([A-Z]\w+)[^.:]*?(?:et al\. )?\((\d{4})\)", plain)
            }
    assert len(cited) > 12
    assert not cited - there


def test_each_question_has_a_short_answer_and_a_place_to_look() -> None:
    found = sections("faq.md", 2)
    assert len(found) >= 17
    for question, answer in found.items():
        assert question.endswith("?")
        plain = re.sub(r"```.*?```", "", answer, flags=re.DOTALL)
        assert "](" in plain or "```live-demo" in answer, question
        assert len(plain.split()) < 130, question

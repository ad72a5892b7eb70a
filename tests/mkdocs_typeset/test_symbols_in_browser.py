"""Pointing at a symbol, or reaching it, lights its part of the figure, and the other way round."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import markdown
import pytest

from mkdocs_typeset.plugin import _STYLE
from mkdocs_typeset.symbols import style
from tests.quick import first_quick

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TEXT = r"""
<a href="#" id="before">before</a>

<div class="linked" markdown="1">

$$
\syma{\operatorname{softmax}}\left(\frac{\syms{\symq{Q}\symk{K}^\top}}{\symz{\sqrt{d_k}}}\right)\symv V
$$

<div class="symbols" markdown="1">
[$\symq{Q}$](#figure)
:   $n \times d_k$
:   one row for each word that asks

[$\syms{\symq{Q}\symk{K}^\top}$](#figure)
:   $n \times m$
:   the scores
</div>

<div id="figure">
<div data-symbol="q">Q<input></div> <div data-symbol="k">K</div> <div data-symbol="s">S</div>
<div data-symbol="z">Z</div> <div data-symbol="a">A</div> <div data-symbol="v">V</div>
</div>
</div>

<div class="linked"><p id="other" data-symbol="q">Another figure</p></div>
"""
LIT = """() => {
  const shown = e => getComputedStyle(e);
  const all = s => [...document.querySelectorAll(s)];
  const clear = "rgba(0, 0, 0, 0)";
  return {
    parts: all("[data-symbol]").filter(e => shown(e).outlineStyle === "solid" && parseFloat(shown(e).outlineWidth) === 2)
      .map(e => e.id || e.dataset.symbol),
    symbols: [...new Set(all(".sym").filter(e => shown(e).backgroundColor !== clear).map(e => e.classList[1].slice(4)))],
  };
}"""


@pytest.fixture
def page(chromium: "Browser") -> "Iterator[Page]":
    extensions = ["def_list", "md_in_html", "attr_list", "mkdocs_typeset.markdown_math"]
    html = markdown.markdown(TEXT, extensions=extensions)
    page = chromium.new_page(viewport={"width": 900, "height": 900})
    tokens = ":root { --ld-tint: rgb(200, 220, 255); --ld-ink-strong: rgb(1, 2, 3); }"
    page.set_content(
        f"<style>{tokens}\n{_STYLE.read_text()}\n{style()}</style><main class='md-typeset'>{html}</main>"
    )
    yield page
    page.close()


def lit(page: "Page") -> tuple[str, str]:
    found = page.evaluate(LIT)
    return " ".join(found["parts"]), " ".join(sorted(found["symbols"]))


def test_nothing_is_lit_before_anyone_points(page: "Page") -> None:
    assert lit(page) == ("", "")


@pytest.mark.parametrize("letter", first_quick("aqkzv", 1))
def test_pointing_at_a_symbol_outlines_its_part_alone(page: "Page", letter: str) -> None:
    page.hover(f".formula .sym-{letter}")
    assert lit(page) == (letter, letter)


def test_the_innermost_symbol_counts_and_the_larger_one_has_what_is_left(page: "Page") -> None:
    page.hover(".formula .sym-q")
    assert lit(page) == ("q", "q")
    box = page.locator(".formula .sym-s mi", has_text="⊤").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert lit(page) == ("s", "s")


@pytest.mark.parametrize("letter", first_quick("sqkav", 1))
def test_pointing_at_a_part_tints_its_symbol(page: "Page", letter: str) -> None:
    page.hover(f"#figure [data-symbol={letter}]")
    assert lit(page) == (letter, letter)
    tint = "e => getComputedStyle(e).backgroundColor"
    assert page.locator(f".formula .sym-{letter}").first.evaluate(tint) == "rgb(200, 220, 255)"


def test_working_in_a_part_keeps_its_symbol_lit(page: "Page") -> None:
    page.focus("[data-symbol=q] input")
    assert lit(page) == ("q", "q")


def test_the_keyboard_reaches_each_symbol_in_reading_order(page: "Page") -> None:
    page.focus("#before")
    seen = []
    for _ in range(6):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.getAttribute('aria-label')"))
        letter = page.evaluate("document.activeElement.classList[1].slice(4)")
        assert lit(page) == (letter, letter)
    assert [label.partition(",")[0] for label in seen] == ["softmax", "QK⊤", "Q", "K", "dk", "V"]


def test_a_link_of_the_list_lights_what_it_names_by_pointer_and_by_keyboard(page: "Page") -> None:
    for act in (page.hover, page.focus):
        act(".symbols dt:nth-of-type(1) a")
        assert lit(page) == ("q", "q")
    page.focus(".symbols dt:nth-of-type(2) a")
    page.mouse.move(0, 0)
    assert lit(page) == ("s", "s")


def test_another_figure_of_the_page_stays_dark(page: "Page") -> None:
    page.hover("#other")
    assert lit(page) == ("other", "")


def test_in_forced_colours_the_symbol_has_a_line(page: "Page") -> None:
    page.emulate_media(forced_colors="active")
    page.hover("[data-symbol=k]")
    outlines = (
        ".formula .sym",
        "es => es.filter(e => getComputedStyle(e).outlineStyle === 'solid').map(e => e.textContent)",
    )
    assert page.eval_on_selector_all(*outlines) == ["K"]

from typing import Any

import pytest

from live_demo import DemoError, Grid, cells, element, grid_text, pointable, pointed_at, pointed_say
from live_demo.elements import Element, render, text_of, walk

GRID = Grid("Q", 2, 3, -2.0, 2.0, step=0.1)
TEXT = "1.4,0.6,0;0.2,-1,2"


def attributes(node: Element) -> dict[str, str]:
    return dict(node.attributes)


def test_a_grid_crosses_as_one_short_text_and_comes_back() -> None:
    rows = ((1.4, 0.6, 0.0), (0.2, -1.0, 2.0))
    assert GRID.values("q", rows) == {"q": TEXT}
    assert GRID.parse("q", {"q": TEXT}) == rows
    assert GRID.parse("q", {"q": " 1.40, .6,0 ;+0.2,−1,2."}) == rows  # as people write it


def test_a_grid_of_ints_gives_ints() -> None:
    mask = Grid("Mask", 1, 2, 0, 1)
    ((first, second),) = mask.parse("m", {"m": "1,0.0"})
    assert (type(first), type(second)) == (int, int)
    with pytest.raises(DemoError, match=r"^m, row 1, column 2: expected a whole number from 0 to 1; found 0\.5$"):
        mask.parse("m", {"m": "1,0.5"})


@pytest.mark.parametrize("text", ["", "1,2,3", "1,2;3,4", "1,2,3;4,5", "1,2,3;4,5,6;7,8,9", None, 3, [[1.0]]])
def test_another_shape_is_refused(text: Any) -> None:
    with pytest.raises(DemoError, match=r"^q: expected 2 x 3 numbers; found .*; hint: commas part the columns"):
        GRID.parse("q", {"q": text})


@pytest.mark.parametrize("part", ["nan", "inf", "1e1", "1_0", "x", "", "0x1", "2.01", "--1"])
def test_each_number_is_plain_and_within_the_ends(part: str) -> None:
    with pytest.raises(DemoError, match=r"^q, row 2, column 1: expected a number from -2 to 2; found "):
        GRID.parse("q", {"q": f"0,0,0;{part},0,0"})


def test_a_start_lies_on_the_steps_and_is_written_as_the_page_writes_it() -> None:
    GRID.check_start("q", {"q": TEXT})
    with pytest.raises(
        DemoError, match=r"^q, row 1, column 2: expected a number .* in steps of 0\.1; found 0\.65$"
    ):
        GRID.check_start("q", {"q": "1.4,0.65,0;0.2,-1,2"})
    with pytest.raises(DemoError, match="hint: grid_text writes it"):
        GRID.check_start("q", {"q": TEXT.replace("-1,", "-1.0,")})


def test_a_default_that_is_no_matrix_is_named() -> None:
    for wrong in (1.0, (1.0, 2.0), "1,2", None):
        with pytest.raises(DemoError, match="q: expected 2 rows of 3 numbers; found "):
            GRID.values("q", wrong)


def test_a_grid_needs_cells_and_ends() -> None:
    with pytest.raises(DemoError, match="at least one row and one column; found 0 x 2"):
        Grid("Q", 0, 2, 0, 1)
    with pytest.raises(DemoError, match="a low end below the high one"):
        Grid("Q", 1, 2, 1, 1)


def test_its_form_element_tells_the_page_what_fits() -> None:
    field = GRID.field("q", ((1.4, 0.6, 0.0), (0.2, -1.0, 2.0)))
    held = next(e for e in walk(field) if attributes(e).get("type") == "hidden")
    told = attributes(held)
    assert (told["name"], told["value"], told["data-start"]) == ("q", TEXT, TEXT)
    assert [told[f"data-{k}"] for k in ("rows", "columns", "min", "max", "step", "places")] == [
        "2", "3", "-2", "2", "0.1", "2",
    ]  # fmt: skip
    assert len([e for e in walk(field) if attributes(e).get("data-grid") == "q"]) == 6
    in_view = Grid("Mask", 1, 2, 0, 1, in_view=True).field("m", ((1, 0),))
    assert (attributes(in_view)["value"], attributes(in_view)["data-places"]) == ("1,0", "0")
    assert [e.tag for e in walk(in_view)] == ["input"]


def test_cells_are_named_by_row_and_column_and_coloured_by_size() -> None:
    (row,) = cells("q", [[1.0, -5.0, 0.25]], label="Q", rows=["it"], columns=["a", "b", "c"], top=2)
    assert [attributes(c)["aria-label"] for c in row] == [f"Q, row it, column {c}" for c in "abc"]
    assert [attributes(c)["value"] for c in row] == ["1.0", "−5.0", "0.25"]
    assert [attributes(c)["style"] for c in row] == ["--s:0.5", "--s:-1", "--s:0.125"]
    assert [attributes(c)["data-cell"] for c in row] == ["q-0-0", "q-0-1", "q-0-2"]


def test_grid_text_has_no_exponent_and_no_negative_zero() -> None:
    assert grid_text([[-0.0, 1e-7], [2, 1e6]]) == "0,0.0000001;2,1000000"


def test_a_figure_is_drawn_with_one_cell_pointed_at() -> None:
    (inputs,) = cells("q", [[1.0, 2.0]], label="Q")
    other = cells("q", [[3.0]] * 12, label="Q")[10]  # q-10-0 begins with q-1 but is not of row 1
    one = pointable("3", "s-0", parents=["q-0"], says="1 + 2 = 3", css="warm")
    two = pointable("<3", "s-1", parents=["q-1"], says="<3")
    drawn = pointed_at(element("div", inputs, other, one, two, pointed_say()), "s-0")
    hot = [attributes(e)["data-cell"] for e in walk(drawn) if "ld-hot" in attributes(e).get("class", "")]
    assert hot == ["q-0-0", "q-0-1", "s-0"]
    assert [attributes(e)["tabindex"] for e in walk(drawn) if e.tag == "span"] == ["0", "-1"]
    assert text_of(drawn.children[-1]) == "1 + 2 = 3"
    assert 'class="ld-cell warm ld-hot"' in render(drawn)
    again = pointed_at(element("div", other, two, pointed_say()), "s-1")
    assert [e for e in walk(again) if attributes(e).get("data-cell") == "q-10-0" and "ld-hot" in render(e)] == []
    assert "<3" not in render(again).replace("&lt;3", "").replace('="<3"', "")

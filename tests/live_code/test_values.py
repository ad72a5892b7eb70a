import math

import numpy as np
import pytest

from live_code.arrays import array_table, number_texts
from live_code.values import shown
from live_demo import View, bars, strong
from live_demo.elements import render


class Rich:
    def __init__(self, **gives: object) -> None:
        for name, value in gives.items():
            setattr(type(self), name, lambda _self, value=value: value)

    def __repr__(self) -> str:
        return "<rich>"


def html(value: object) -> str:
    return render(shown(value)[0])


def rich(**gives: object) -> object:
    return type("Own", (Rich,), {})(**gives)


def test_the_richest_form_is_shown() -> None:
    assert html(rich(_repr_html_="<b>1</b>", _repr_svg_="<svg/>")) == '<div class="lc-value"><b>1</b></div>'
    assert html(rich(_repr_html_=None, _repr_svg_="<svg></svg>")) == '<div class="lc-value"><svg></svg></div>'
    picture = html(rich(_repr_png_=b"\x89PNG"))
    assert (
        picture
        == '<div class="lc-value"><img src="data:image/png;base64,iVBORw==" alt="Picture made by this cell"></div>'
    )
    assert "&lt;rich&gt;" in html(rich(_repr_html_=None))
    assert shown(rich(_repr_html_="<b>1</b>"))[1] == "<rich>"


def test_an_object_that_answers_to_every_name_is_shown_as_text() -> None:
    class Anything:
        def __getattr__(self, name: str) -> object:
            return lambda: "<i>" + name

        def __repr__(self) -> str:
            return "any"

    assert html(Anything()) == '<div class="lc-value"><pre tabindex="0">any</pre></div>'
    assert "class" in html(type(rich(_repr_html_="x")))


def test_views_and_elements_are_figures() -> None:
    figure = bars([0.25, 0.75], ["a", "b"])
    assert html(figure) == f'<div class="lc-value">{render(figure)}</div>'
    view = View(figure, sentence=[strong("b"), " wins"])
    assert html(view) == f'<div class="lc-value">{view.html()}</div>'
    assert shown(view)[1].endswith("b wins")


def test_a_matrix_of_floats_is_a_shaded_table() -> None:
    assert render(array_table(np.array([[0.25, 0.75], [1.0, 0.0]]))) == (
        '<table class="lc-array"><caption>Array, 2 × 2, float64</caption>'
        '<thead><tr><td></td><th scope="col">0</th><th scope="col">1</th></tr></thead><tbody>'
        '<tr><th scope="row">0</th><td class="ld-cell ld-ramp" style="--w:0.25">0.25</td>'
        '<td class="ld-cell ld-ramp" style="--w:0.75">0.75</td></tr>'
        '<tr><th scope="row">1</th><td class="ld-cell ld-ramp" style="--w:1">1.00</td>'
        '<td class="ld-cell ld-ramp" style="--w:0">0.00</td></tr></tbody></table>'
    )
    signed = render(array_table(np.array([[-2.0, 4.0]])))
    assert 'ld-signed" style="--s:-0.5">−2.0</td>' in signed
    assert 'ld-signed" style="--s:1">4.0</td>' in signed


def test_other_arrays_are_tables_without_shades() -> None:
    row = render(array_table(np.arange(3)))
    assert row.startswith('<table class="lc-array"><caption>Array, 3 numbers, int</caption>')
    assert "<tbody><tr><td>0</td><td>1</td><td>2</td></tr></tbody>" in row
    assert "<td>True</td>" in render(array_table(np.array([[True]])))
    assert "<td>−1</td>" in render(array_table(np.array([-1], dtype=np.int8)))
    assert "1 number, float32" in render(array_table(np.array([0.5], dtype=np.float32)))


def test_what_is_no_number_has_no_shade() -> None:
    table = render(array_table(np.array([[math.nan, -math.inf, 2.0]])))
    assert "<td>NaN</td><td>−∞</td>" in table
    assert "style" not in render(array_table(np.array([[math.nan]])))


@pytest.mark.parametrize(
    "value",
    [
        np.zeros((13, 2)),
        np.zeros((2, 2, 2)),
        np.zeros((0, 3)),
        np.array(1.0),
        np.array([1j]),
        np.array(["a"]),
        np.array([object()], dtype=object),
    ],
    ids=["long", "deep", "empty", "scalar", "complex", "words", "objects"],
)
def test_the_rest_is_shown_as_numpy_prints_it(value: object) -> None:
    assert "<table" not in html(value)
    assert shown(value)[1] == repr(value)


def test_twelve_by_twelve_is_the_last_that_is_a_table() -> None:
    assert "Array, 12 × 12, float64" in html(np.zeros((12, 12)))


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([1.0, 2.0], ["1.0", "2.0"]),
        ([0.125], ["0.125"]),
        ([1 / 3], ["0.3333"]),
        ([0.1 + 0.2], ["0.3"]),
        ([0.0005, 1.0], ["5.000e−04", "1.000e+00"]),
        ([2e6], ["2.000e+06"]),
        ([0.0, math.nan], ["0.0", "NaN"]),
        ([1e9, math.inf], ["1.000e+09", "∞"]),
    ],
)
def test_numbers_of_an_array_are_printed_alike(values: list[float], texts: list[str]) -> None:
    assert number_texts(values) == texts

import math

import pytest

from live_demo import (
    Arrow,
    Axis,
    Gauge,
    Handle,
    Line,
    Reference,
    Series,
    Verdict,
    View,
    bars,
    heatmap,
    line_plot,
    matrix,
    plane,
    table,
)
from live_demo.elements import Element, render, text_of, walk


def found(node: Element, css: str) -> list[Element]:
    return [e for e in walk(node) if css in dict(e.attributes).get("class", "").split()]


def test_bars_start_at_zero_end_at_one_and_carry_their_numbers() -> None:
    figure = bars([0.028, 0.64], ["The", "animal"], reference=Reference("uniform", 0.25))
    assert [dict(b.attributes)["style"] for b in found(figure, "ld-bar")] == ["--w:0.028", "--w:0.64"]
    assert [text_of(c) for c in found(figure, "ld-cell")] == ["0.03", "0.64"]


def test_the_reference_line_is_the_last_thing_drawn_and_is_named_on_the_axis() -> None:
    figure = bars([0.5, 0.5], ["a", "b"], reference=Reference("uniform", 0.25))
    plot = found(figure, "ld-plot")[0]
    assert dict(plot.children[-1].attributes)["class"] == "ld-base"  # type: ignore[union-attr]
    assert [text_of(e) for e in found(found(figure, "ld-axis")[0], "ld-base")] == ["uniform 0.25"]
    # its own tick gives way, so that no two numbers stand in one place
    assert "0.25" not in [text_of(s) for s in found(figure, "ld-axis")[0].children[:-1]]


def test_gauge_lies_at_its_part_of_the_top() -> None:
    figure = bars([1.0], ["a"], gauge=Gauge("entropy", 1.39, 2, "1.39 of 2 bits"))
    assert dict(found(figure, "ld-track")[0].attributes)["style"] == "--e:0.695"


def test_labels_and_values_must_match() -> None:
    with pytest.raises(ValueError, match="got 2 values and 1 labels"):
        bars([0.5, 0.5], ["a"])


def test_series_are_told_apart_by_mark_as_well() -> None:
    figure = bars([0.2] * 4, ["a", "b", "c", "d"])
    marks = {k.children[0].tag + dict(k.children[0].attributes).get("d", "") for k in found(figure, "ld-key")}  # type: ignore[union-attr]
    assert len(marks) == 4


def test_plane_puts_points_where_the_axes_say() -> None:
    figure = plane("p", [Arrow(Series("a"), (1.0, 1.0))], extent=2.2, handle=Handle("it", (1.4, 0.6), ("x", "y")))
    dot = dict(found(figure, "ld-handle-dot")[0].attributes)
    assert (dot["cx"], dot["cy"]) == ("380", "180")  # 240 + 100 * 1.4, 240 - 100 * 0.6
    assert dict(found(figure, "ld-plane-head")[0].attributes)["d"].startswith("M340 140L")
    group = dict(found(figure, "ld-handle")[0].attributes)
    assert (group["data-handle"], group["data-unit"]) == ("x y", "100")


def test_the_projection_meets_the_query_at_a_right_angle() -> None:
    q, k = (1.4, 0.6), (1.7, 1.1)
    figure = plane("p", [Arrow(Series("a"), k)], extent=2.2, handle=Handle("it", q, ("x", "y")), project_on=0)
    path = dict(found(figure, "ld-plane-drop")[0].attributes)["d"]
    (x1, y1), (x2, y2) = ([float(n) for n in p.split()] for p in path[1:].split("L"))
    across = ((x2 - x1) * q[0] - (y2 - y1) * q[1]) / math.dist((x1, y1), (x2, y2))
    assert abs(across) < 0.01 * math.hypot(*q)


def test_a_query_of_no_length_has_no_projection() -> None:
    figure = plane(
        "p", [Arrow(Series("a"), (1.0, 1.0))], extent=2, handle=Handle("it", (0, 0), ("x", "y")), project_on=0
    )
    assert not found(figure, "ld-plane-projection")
    assert "nan" not in render(figure)


def test_table_heads_rows_and_columns() -> None:
    made = render(table("Weights", ["key", "weight"], [["The", "0.03"]], main=1, covered_from=1))
    assert '<th scope="row">The</th><td class="ld-main ld-covered">0.03</td>' in made
    assert '<th scope="col">weight</th>' in made
    with pytest.raises(ValueError, match="need 2 cells"):
        table("Weights", ["key", "weight"], [["The"]])


def test_heatmap_prints_small_grids_and_hides_the_digits_of_large_ones() -> None:
    small = heatmap("h", [[0.9, 0.1]], ["r"], ["a", "b"])
    assert [text_of(c) for c in found(small, "ld-cell")] == ["0.90", "0.10"]
    large = heatmap("h", [[0.5] * 13], ["r"], [str(i) for i in range(13)])
    assert len(found(large, "ld-pointed")) == 13
    with pytest.raises(ValueError, match="at most 32"):
        heatmap("h", [[0.5] * 33], ["r"], [str(i) for i in range(33)])
    with pytest.raises(ValueError, match="expected 1 rows of 2 numbers"):
        heatmap("h", [[0.5]], ["r"], ["a", "b"])


def test_matrix_colours_by_sign_and_size() -> None:
    made = matrix("m", [[-2.0, 1.0]], ["r"], ["a", "b"])
    assert [dict(c.attributes)["style"] for c in found(made, "ld-cell")] == ["--s:-1", "--s:0.5"]
    assert [text_of(c) for c in found(made, "ld-cell")] == ["−2.00", "1.00"]


def test_lines_keep_to_their_axes() -> None:
    axis = Axis("n", 0, 10, [(0, "0"), (10, "10")])
    made = line_plot("p", [0, 10], [Line(Series("a"), [0, 10])], x_axis=axis, y_axis=axis)
    assert dict(found(made, "ld-line")[0].attributes)["d"] == "M56 256L530 16"
    with pytest.raises(ValueError, match="high end above its low end"):
        line_plot("p", [0], [], x_axis=Axis("n", 1, 1, []), y_axis=axis)


def test_verdicts_are_in_the_view_but_hidden() -> None:
    html = View("figure", sentence="said", verdicts={"a": Verdict(True, "Right.")}).html()
    assert html.endswith('<p hidden="" data-verdict="a" data-right="true">Right.</p>')


def label_of_handle(at: tuple[float, float], *tips: tuple[float, float]) -> tuple[float, float]:
    figure = plane("p", [Arrow(Series("a"), t) for t in tips], extent=2.2, handle=Handle("it", at, ("x", "y")))
    text = next(e for e in found(figure, "ld-handle")[0].children if isinstance(e, Element) and e.tag == "text")
    attributes = dict(text.attributes)
    return float(attributes["x"]) - 240 - 100 * at[0], float(attributes["y"]) - 240 + 100 * at[1]


def test_the_handles_name_keeps_off_the_arrows() -> None:
    assert label_of_handle((1.4, 0.6)) == (16, 16)  # below to the right, where there is room
    dx, dy = label_of_handle((1.0, -1.0))  # its own line goes on down to the right
    assert (dx, dy) != (16, 16)
    dx, _ = label_of_handle((2.2, 0.5))  # at the right edge
    assert dx < 0

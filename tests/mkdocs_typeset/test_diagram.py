import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from mkdocs_typeset.diagram import diagram
from mkdocs_typeset.errors import DiagramError
from tests.mkdocs_typeset.drawing import HEAD, box, edges, ends, figure, node, parsed

THREE = """
  v[Vectors<br/>dot product] --> a[Attention<br/>scaled dot product]
  p[Probability] --> a
  i[Information theory<br/>entropy, optional] -.-> a
  class a main
"""


@pytest.fixture
def three(cache: Path) -> ET.Element:
    return figure(THREE, cache)


def test_title_and_description_name_the_drawing(three: ET.Element) -> None:
    svg = three.find(".//svg")
    assert svg is not None
    assert svg.get("role") == "img"
    texts = {element.get("id"): element.text for element in svg if element.tag in {"title", "desc"}}
    assert texts[svg.get("aria-labelledby")] == "What to know"
    assert texts[svg.get("aria-describedby")] == "Vectors are needed, entropy helps."


def test_every_id_begins_with_the_diagram_and_every_reference_is_met(three: ET.Element) -> None:
    ids = [element.get("id", "") for element in three.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids)) == 3
    assert all(name.startswith("diagram-1-") for name in ids)
    assert set(re.findall(r"url\(#([^)]*)\)", ET.tostring(three, "unicode"))) <= set(ids)


def test_two_diagrams_share_no_id(cache: Path) -> None:
    one, two = (figure(THREE, cache, identity=f"diagram-{number}") for number in (1, 2))
    ids = [{element.get("id") for element in root.iter()} - {None} for root in (one, two)]
    assert ids[0]
    assert not ids[0] & ids[1]


def test_no_colour_font_style_sheet_script_or_foreign_object(three: ET.Element) -> None:
    assert not {element.tag for element in three.iter()} & {"style", "script", "foreignObject", "image"}
    names = {name for element in three.iter() for name in element.attrib}
    assert not names & {"fill", "stroke", "color", "font-family", "font-size", "onclick"}
    (style,) = [element.get("style", "") for element in three.iter() if "style" in element.attrib]
    assert re.fullmatch(r"--graph-width:[\d.]+rem", style)
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b|rgb|hsl", ET.tostring(three, "unicode"))


def test_lines_of_a_label_are_a_name_and_notes(three: ET.Element) -> None:
    texts = node(three, "Information theory").findall("text")
    assert [(text.text, text.get("class")) for text in texts] == [
        ("Information theory", None),
        ("entropy, optional", "g-sub"),
    ]


def test_classes_of_the_source_reach_the_box(three: ET.Element) -> None:
    assert node(three, "Attention").get("class") == "g-node g-main"
    assert node(three, "Vectors").get("class") == "g-node"


def test_boxes_of_a_column_are_equally_wide_and_do_not_touch(three: ET.Element) -> None:
    column = [box(three, name) for name in ("Vectors", "Probability", "Information theory")]
    assert len({(left, right) for left, _, right, _ in column}) == 1
    column.sort(key=lambda sides: sides[1])
    assert all(upper[3] + 20 < lower[1] for upper, lower in pairwise(column))


def test_everything_lies_in_the_view(three: ET.Element) -> None:
    svg = three.find(".//svg")
    assert svg is not None
    left, top, width, height = (float(part) for part in svg.get("viewBox", "").split())
    for name in ("Vectors", "Probability", "Information theory", "Attention"):
        sides = box(three, name)
        assert left <= sides[0]
        assert top <= sides[1]
        assert sides[2] <= left + width
        assert sides[3] <= top + height


def test_arrows_go_from_the_middle_of_a_side_to_the_opposite_side(three: ET.Element) -> None:
    target = box(three, "Attention")
    arrivals = []
    for edge, name in zip(edges(three), ("Vectors", "Probability", "Information theory"), strict=True):
        source = box(three, name)
        start, end = ends(edge)
        assert start == pytest.approx((source[2], (source[1] + source[3]) / 2), abs=0.11)
        assert end[0] == pytest.approx(target[0], abs=0.11)
        arrivals.append(end[1])
        assert edge.get("marker-end") == "url(#diagram-1-arrow)"
    assert arrivals[1] - arrivals[0] == pytest.approx(10, abs=0.11)
    assert arrivals[2] - arrivals[1] == pytest.approx(10, abs=0.11)
    assert arrivals[1] == pytest.approx((target[1] + target[3]) / 2, abs=0.11)


def test_dotted_thick_and_plain_lines(cache: Path) -> None:
    found = edges(figure("a[A] -.-> b[B]\na ==> c[C]\na --- d[D]\na <--> e[E]", cache))
    assert [edge.get("class") for edge in found] == ["g-edge g-opt", "g-edge g-thick", "g-edge", "g-edge"]
    ends_with = [(edge.get("marker-start"), edge.get("marker-end")) for edge in found]
    arrow = "url(#diagram-1-arrow)"
    assert ends_with == [(None, arrow), (None, arrow), (None, None), (arrow, arrow)]


def test_long_edges_go_round_the_boxes_between(cache: Path) -> None:
    root = figure("a[A] --> b[B] --> c[C]\na --> c", cache)
    assert len(re.findall("C", edges(root)[0].get("d", ""))) == 1
    assert len(re.findall("C", edges(root)[2].get("d", ""))) > 1


def test_from_top_to_bottom(cache: Path) -> None:
    root = figure("a[A] --> b[B]", cache, head=HEAD.replace("LR", "TD"))
    upper, lower = box(root, "A"), box(root, "B")
    start, end = ends(edges(root)[0])
    assert start == pytest.approx(((upper[0] + upper[2]) / 2, upper[3]), abs=0.11)
    assert end == pytest.approx(((lower[0] + lower[2]) / 2, lower[1]), abs=0.11)


def test_right_to_left(cache: Path) -> None:
    root = figure("a[A] --> b[B]", cache, head=HEAD.replace("LR", "RL"))
    source, target = box(root, "A"), box(root, "B")
    start, end = ends(edges(root)[0])
    assert start[0] == pytest.approx(source[0], abs=0.11)
    assert end[0] == pytest.approx(target[2], abs=0.11)


def test_bottom_to_top(cache: Path) -> None:
    root = figure("a[A] --> b[B]", cache, head=HEAD.replace("LR", "BT"))
    source, target = box(root, "A"), box(root, "B")
    start, end = ends(edges(root)[0])
    assert start[1] == pytest.approx(source[1], abs=0.11)
    assert end[1] == pytest.approx(target[3], abs=0.11)


def test_labels_of_edges_and_groups_are_shown(cache: Path) -> None:
    root = figure("subgraph g [The group]\n a[A] -->|if so| b[B]\nend", cache)
    texts = [(text.get("class"), text.text) for text in root.iter("text")]
    assert ("g-label", "if so") in texts
    group = next(g for g in root.iter("g") if g.get("class") == "g-group")
    assert group.findtext("text") == "The group"


@pytest.mark.parametrize(
    ("source", "tag"),
    [
        ("(round)", "rect"),
        ("{choice}", "polygon"),
        ("((circle))", "circle"),
        ("([stadium])", "path"),
        ("[(store)]", "path"),
    ],
)
def test_other_shapes(source: str, tag: str, cache: Path) -> None:
    root = figure(f"a{source} --> b[B]", cache)
    assert node(root, source.strip("()[]{}"))[0].tag == tag


def test_text_is_escaped(cache: Path) -> None:
    root = figure('a["x < y & z"] --> b[B]', cache, head=HEAD.replace("What to know", 'A < "B" & C'))
    assert node(root, "x < y & z") is not None
    assert root.findtext(".//title") == 'A < "B" & C'


def test_caption_is_the_description_unless_given(three: ET.Element, cache: Path) -> None:
    assert three.findtext("figcaption") == "Vectors are needed, entropy helps."
    assert figure(THREE, cache, caption="Solid: <needed>.").findtext("figcaption") == "Solid: <needed>."


def test_a_link_is_a_link_and_can_be_reached(cache: Path) -> None:
    html = diagram(
        HEAD + 'a[A] --> b[B]\nclick a "other.md#place"',
        identity="d",
        thing="diagram 1",
        cache=cache,
        resolve=lambda href: "../" + href.replace(".md", "/"),
    )
    root = parsed(html)
    links = list(root.iter("a"))
    assert [link.get("{http://www.w3.org/1999/xlink}href") for link in links] == ["../other/#place"]
    assert links[0].findtext(".//text") == "A"
    svg = root.find(".//svg")
    assert svg is not None
    assert svg.get("role") == "group"  # what is inside an image can't be reached
    hit = links[0].find("rect")
    assert hit is not None
    assert float(hit.get("height", "0")) >= 44 / 0.7


def test_scripts_in_links_are_dropped(cache: Path) -> None:
    root = figure('a[A] --> b[B]\nclick a "javascript:alert(1)"', cache)
    assert "javascript" not in ET.tostring(root, "unicode")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('click aa "b.md"', "expected a box after “click” / found aa / hint: did you mean a?"),
        ("class a,Z main", "expected a box after “class” / found Z / hint: the boxes are a, b"),
        ("class a mian;", "expected the class main / found mian / hint: “main” is the box"),
    ],
)
def test_a_line_that_mermaid_would_pass_over_is_named(line: str, says: str, cache: Path) -> None:
    with pytest.raises(DiagramError) as caught:
        figure(f"a[A] --> b[B]\n  {line}", cache)
    assert str(caught.value).startswith(f"diagram 1: {says}")


def test_several_boxes_may_share_a_line(cache: Path) -> None:
    root = figure("a[A] --> b-c[B]\nclass a,b-c main;", cache)
    assert sum("g-main" in element.get("class", "") for element in root.iter()) == 2


def test_only_wide_drawings_grow_their_text_and_may_scroll(three: ET.Element, cache: Path) -> None:
    narrow = figure("a[A] --> b[B]", cache)
    assert (narrow[0].get("class"), three[0].get("class")) == ("graph-view", "graph-view graph-wide")
    assert "tabindex" not in narrow[0].attrib
    assert three[0].get("tabindex") == "0"


CHAIN = "a[One] --> b[Two steps] --> c[Three steps] --> d[Four steps] --> e[Five steps]\n"


def test_what_runs_sideways_off_a_phone_is_drawn_a_second_time_downwards(cache: Path) -> None:
    root = figure(CHAIN + 'class e main\nclick a "#one"', cache)
    flat, upright = root.findall("div")
    kinds = ["graph-view graph-flat graph-wide", "graph-view graph-upright"]
    assert [flat.get("class"), upright.get("class")] == kinds
    assert (flat.get("tabindex"), upright.get("tabindex")) == ("0", None)
    ids = [element.get("id", "") for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids)) == 6
    assert set(re.findall(r"url\(#([^)]*)\)", ET.tostring(upright, "unicode"))) == {"diagram-1-upright-arrow"}
    for drawn in (flat, upright):
        assert ["".join(text.itertext()) for text in drawn.iter("text")] == [
            "One", "Two steps", "Three steps", "Four steps", "Five steps"
        ]  # fmt: skip
        assert len(list(drawn.iter("a"))) == 1
    assert box(flat, "One")[2] < box(flat, "Two steps")[0]
    assert box(upright, "One")[3] < box(upright, "Two steps")[1]


def test_a_diagram_that_is_no_narrower_downwards_is_drawn_once(cache: Path) -> None:
    wide = "; ".join(f"a[A rather long name] --> b{n}[Another rather long name]" for n in range(4))
    body = f"{wide}; b1 --> c[A third rather long name]"
    assert [d.get("class") for d in figure(body, cache).findall("div")] == ["graph-view graph-wide"]
    down = figure(CHAIN.replace(" --> ", "; a --> "), cache, head=HEAD.replace("LR", "TB"))
    assert [d.get("class") for d in down.findall("div")] == ["graph-view graph-wide"]


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("flowchart LR\n accDescr: d\n", "no accTitle"),
        ("flowchart LR\n accTitle: t\n", "no accDescr"),
        ("flowchart LR\n", "no accTitle"),
    ],
)
def test_without_title_or_description_it_fails(head: str, found: str, cache: Path) -> None:
    with pytest.raises(DiagramError) as caught:
        diagram(head + "a --> b", identity="d", thing="diagram 2", cache=cache)
    assert str(caught.value).startswith("diagram 2: expected a title and a description")
    assert f"found {found} / hint: add a line “{found.removeprefix('no ')}: …”" in str(caught.value)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (HEAD + "a -->", r"line 5, near “.*a -->”: Expecting"),
        ("nonsense", "No diagram type detected"),
        ("", "No diagram type detected"),
        ("sequenceDiagram\nA->>B: hi", "a diagram of the kind “sequence”"),
        (HEAD + "a[A] --x b[B]", "an edge from a to b that ends in a cross"),
        (HEAD + "a[A] --o b_c[B]", "an edge from a to b_c that ends in a circle"),
    ],
)
def test_what_cannot_be_drawn_fails_in_one_line(source: str, found: str, cache: Path) -> None:
    with pytest.raises(DiagramError, match=f"found .*{found}.* / hint: ") as caught:
        diagram(source, identity="d", thing="diagram 1", cache=cache)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("diagram 1: expected ")


def test_the_same_source_gives_the_same_bytes(tmp_path: Path, cache: Path) -> None:
    anew, again = (diagram(HEAD + THREE, identity="d", thing="x", cache=folder) for folder in (tmp_path, cache))
    assert anew == again

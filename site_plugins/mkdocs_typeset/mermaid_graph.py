"""Read what Mermaid laid out: its SVG, without its styling, becomes a Graph."""

import base64
import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from mkdocs_typeset.errors import DiagramError
from mkdocs_typeset.graph import Edge, Graph, Group, Node, Point, Shape

_SHAPES = {"rect", "circle", "ellipse", "polygon", "path"}
_NODE_ID = re.compile(r"my-svg-flowchart-(?P<name>.+)-\d+")
_TRANSLATE = re.compile(r"translate\((?P<x>[-\d.e]+),\s*(?P<y>[-\d.e]+)\)")
_HREF = "{http://www.w3.org/1999/xlink}href"


@dataclass(frozen=True)
class _Placed:
    """An element, the sum of the translations around it, and the link it lies in."""

    element: ET.Element
    at: Point
    href: str | None


def read_graph(svg: str, thing: str) -> Graph:
    """Read Mermaid's SVG of a flowchart.

    Raises
    ------
    DiagramError
        It isn't a flowchart, has no title or description, or uses what can't be drawn in the site's style.
    """
    root = _parse(svg)
    kind = root.get("aria-roledescription", "")
    if not kind.startswith("flowchart"):
        raise DiagramError(
            thing,
            expected="a flowchart",
            found=f"a diagram of the kind “{kind}”",
            hint="begin with flowchart LR or flowchart TB; other kinds don't follow the site's look",
        )
    title, description = _text(root.find("title")), _text(root.find("desc"))
    for what, text in (("accTitle", title), ("accDescr", description)):
        if not text:
            raise DiagramError(
                thing,
                expected="a title and a description for those who can't see it",
                found=f"no {what}",
                hint=f"add a line “{what}: …” below the first line of the diagram",
            )
    placed = list(_walk(root, (0.0, 0.0), None))
    groups = tuple(_group(item) for item in placed if "cluster" in _classes(item.element))
    nodes = tuple(_node(item, thing) for item in placed if "node" in _classes(item.element))
    names = {node.name for node in nodes} | {group.name for group in groups}
    labels = dict(_labels(placed))
    edges = tuple(
        _edge(item, names, labels, thing) for item in placed if "flowchart-link" in _classes(item.element)
    )
    left, top, width, height = (float(number) for number in root.get("viewBox", "0 0 0 0").split())
    return Graph(title, description, (left, top, width, height), nodes, edges, groups)


def _parse(svg: str) -> ET.Element:
    root = ET.fromstring(svg)  # noqa: S314 - written by Mermaid in this process
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def _walk(element: ET.Element, at: Point, href: str | None) -> Iterator[_Placed]:
    if move := _TRANSLATE.match(element.get("transform", "")):
        at = (at[0] + float(move["x"]), at[1] + float(move["y"]))
    if element.tag == "a":
        href = element.get(_HREF)
    yield _Placed(element, at, href)
    for child in element:
        yield from _walk(child, at, href)


def _classes(element: ET.Element) -> list[str]:
    return element.get("class", "").split()


def _text(element: ET.Element | None) -> str:
    # Mermaid escapes titles as HTML before the XML serialiser escapes them again.
    text = html.unescape("".join(element.itertext())) if element is not None else ""
    return " ".join(text.split())


def _lines(element: ET.Element) -> tuple[str, ...]:
    """Read the lines of a label from Mermaid's one ``tspan`` a line."""
    rows = (row for row in element.iter("tspan") if "row" in _classes(row))
    lines = (" ".join("".join(row.itertext()).split()) for row in rows)
    return tuple(line for line in lines if line)


def _node(item: _Placed, thing: str) -> Node:
    element = item.element
    found = _NODE_ID.fullmatch(element.get("id", ""))
    name = found["name"] if found else ""
    shape = _shape(element)
    lines = _lines(element)
    if not name or shape is None or not lines:
        raise DiagramError(
            thing,
            expected="nodes with an outline and a label",
            found=f"the node “{name or element.get('id', '?')}”",
            hint="use a shape such as [box], (round), {choice} or ((circle)) with a text",
        )
    box = shape.geometry if shape.tag == "rect" else {}
    width, height = float(box.get("width", 0)), float(box.get("height", 0))
    classes = tuple(name for name in _classes(element) if name not in {"node", "default", "clickable"})
    return Node(name, item.at, width, height, shape, lines, classes, item.href)


def _shape(node: ET.Element) -> Shape | None:
    """Find the first drawn element that isn't the label. Rough.js gives a path to fill and one to stroke: same."""
    for child in node:
        if "label" in _classes(child):
            continue
        for inner in _walk(child, (0.0, 0.0), None):
            geometry = _geometry(inner.element)
            if inner.element.tag in _SHAPES and geometry:
                return Shape(inner.element.tag, geometry, inner.at)
    return None


def _geometry(element: ET.Element) -> dict[str, str]:
    names = ("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "points", "d")
    return {name: value for name in names if (value := element.get(name))}


def _group(item: _Placed) -> Group:
    rect = next(item.element.iter("rect")).attrib
    x, y = item.at[0] + float(rect["x"]), item.at[1] + float(rect["y"])
    name = item.element.get("id", "").removeprefix("my-svg-")
    label = " ".join(_lines(item.element))
    return Group(name, (x, y), float(rect["width"]), float(rect["height"]), label)


def _labels(placed: list[_Placed]) -> Iterator[tuple[str, tuple[str, Point, float]]]:
    """Yield edge id -> (text, centre, width) of the labels that say something."""
    for item in placed:
        label = item.element.find("g[@data-id]") if "edgeLabel" in _classes(item.element) else None
        if label is not None and (text := " ".join(_lines(label))):
            width = max(float(rect.get("width", "0")) for rect in label.iter("rect"))
            yield label.get("data-id", ""), (text, item.at, width)


def _edge(item: _Placed, names: set[str], labels: dict[str, tuple[str, Point, float]], thing: str) -> Edge:
    element = item.element
    identity = element.get("data-id", "")
    source, target = _ends(identity, names)
    markers = [element.get(name, "") for name in ("marker-start", "marker-end")]
    if odd := [marker for marker in markers if marker and "point" not in marker]:
        raise DiagramError(
            thing,
            expected="plain lines and arrows",
            found=f"an edge from {source} to {target} that ends in a {'cross' if 'cross' in odd[0] else 'circle'}",
            hint="write --> or ---",
        )
    dx, dy = item.at
    corners = json.loads(base64.b64decode(element.get("data-points", "")))
    text, at, width = labels.get(identity, ("", (0.0, 0.0), 0.0))
    classes = _classes(element)
    pattern = "dotted" if "edge-pattern-dotted" in classes else "solid"
    pattern = "thick" if "edge-thickness-thick" in classes else pattern
    return Edge(
        source=source,
        target=target,
        points=tuple((corner["x"] + dx, corner["y"] + dy) for corner in corners),
        curve=element.get("d", ""),
        offset=item.at,
        pattern=pattern,
        arrows=(bool(markers[0]), bool(markers[1])),
        label=text,
        label_at=at,
        label_width=width,
    )


def _ends(identity: str, names: set[str]) -> tuple[str, str]:
    """Split Mermaid's ``L_source_target_0``; names may hold underscores themselves."""
    middle = identity.removeprefix("L_").rpartition("_")[0]
    for source in sorted(names):
        target = middle.removeprefix(f"{source}_")
        if target != middle and target in names:
            return source, target
    return "", ""

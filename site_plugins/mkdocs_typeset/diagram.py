"""A Mermaid flowchart as an inline SVG in the site's look: classes, no colours, no script, no font of its own."""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mkdocs_typeset.graph import Edge, Graph, Group, Node, Point
from mkdocs_typeset.mentions import check_mentions
from mkdocs_typeset.mermaid import mermaid_svg
from mkdocs_typeset.mermaid_graph import read_graph
from mkdocs_typeset.route import Direction, align_columns, bump, curves, number
from mkdocs_typeset.scroll import as_html, scroll_region

_DIRECTION = re.compile(r"^\s*(?:flowchart|graph)\s+(TB|TD|BT|RL|LR)\b", re.MULTILINE)
_DECIMAL = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
_LINE = 19  # from one line of a label to the next
_ROOT_FONT = 20  # px of Material's rem
_SMALLEST = 0.67  # a drawing shrinks to this; then it scrolls, for its text would fall below 12 px
_NARROWEST = 288  # px of text column on the narrowest phone
_PHONE = 358  # px of text column on a common phone: what is wider shrinks, and its text grows in turn
_THUMB = 64  # units: 44 px once the drawing has shrunk to a phone


def diagram(
    source: str,
    *,
    identity: str,
    thing: str,
    cache: Path,
    caption: str | None = None,
    resolve: Callable[[str], str] = str,
) -> str:
    """Draw a Mermaid flowchart as a ``<figure>``.

    The first line of a label is its name, further lines are notes to it. ``class x main`` makes ``x`` the box
    that the diagram is about. ``click x "page.md#place"`` makes it a link.

    Parameters
    ----------
    source
        Mermaid source with ``accTitle`` and ``accDescr``.
    identity
        Unique on the page; every id in the SVG begins with it.
    thing
        Names the diagram in messages.
    cache
        Folder for Mermaid's slow part.
    caption
        Shown below; the description if not given.
    resolve
        Turns the target of a link, as written, into a URL.

    Raises
    ------
    DiagramError
        The source is broken, lacks title or description, or can't be drawn in the site's look.
    """
    drawn = _drawing(source, thing, cache)
    check_mentions(source, {node.name for node in drawn.graph.nodes}, thing)
    upright = _upright(source, drawn, thing, cache)
    views = _view(drawn, identity, resolve, " graph-flat" if upright else "")
    if upright:
        views += _view(upright, f"{identity}-upright", resolve, " graph-upright")
    description = caption or drawn.graph.description
    return f'<figure class="graph">{views}<figcaption>{html.escape(description)}</figcaption></figure>'


@dataclass(frozen=True)
class _Drawing:
    graph: Graph
    direction: Direction

    @property
    def width(self) -> float:
        return self.graph.view_box[2]


def _drawing(source: str, thing: str, cache: Path) -> _Drawing:
    graph = read_graph(mermaid_svg(source, thing, cache), thing)
    found = _DIRECTION.search(source)
    match found[1] if found else "TB":
        case "LR" | "RL" | "BT" as direction:
            return _Drawing(graph, direction)
        case _:
            return _Drawing(graph, "TB")


def _upright(source: str, flat: _Drawing, thing: str, cache: Path) -> _Drawing | None:
    """Draw a diagram that runs sideways off a phone a second time, downwards, if that is narrower."""
    if flat.direction not in {"LR", "RL"} or flat.width * _SMALLEST <= _PHONE:
        return None
    turned = _DIRECTION.sub(lambda found: found[0][: -len(found[1])] + "TB", source, count=1)
    drawn = _drawing(turned, thing, cache)
    return drawn if drawn.width < flat.width else None


def _view(drawn: _Drawing, identity: str, resolve: Callable[[str], str], kind: str) -> str:
    graph = drawn.graph
    body = _body(graph, drawn.direction, identity, resolve)
    left, top, width, height = graph.view_box
    view = f"{number(left)} {number(top)} {number(width)} {number(height)}"
    # Inside an image everything is one picture to a screen reader; links must stay reachable.
    role = "group" if any(node.href for node in graph.nodes) else "img"
    scroll = scroll_region("Diagram", may_overflow=width * _SMALLEST > _NARROWEST)
    classes = f"graph-view{kind} graph-wide" if width > _PHONE else f"graph-view{kind}"
    return (
        f'<div class="{classes}" style="--graph-width:{number(width / _ROOT_FONT)}rem"{as_html(scroll)}>'
        f'<svg viewBox="{view}" xmlns:xlink="http://www.w3.org/1999/xlink" role="{role}"'
        f' aria-labelledby="{identity}-title" aria-describedby="{identity}-description">'
        f'<title id="{identity}-title">{html.escape(graph.title)}</title>'
        f'<desc id="{identity}-description">{html.escape(graph.description)}</desc>'
        f"{body}</svg></div>"
    )


def _body(graph: Graph, direction: Direction, identity: str, resolve: Callable[[str], str]) -> str:
    # A group's frame was laid out around its boxes: leave their widths alone.
    nodes = graph.nodes if graph.groups else align_columns(graph.nodes, direction)
    paths = curves(graph.edges, nodes, direction)
    marker = (
        f'<defs><marker id="{identity}-arrow" viewBox="0 0 10 10" refX="9" refY="5"'
        ' markerUnits="userSpaceOnUse" markerWidth="12" markerHeight="12" orient="auto-start-reverse">'
        '<path d="M0 .8 9.4 5 0 9.2z"/></marker></defs>'
    )
    drawn = [_edge(edge, path, direction, identity) for edge, path in zip(graph.edges, paths, strict=True)]
    labels = [_edge_label(edge) for edge in graph.edges if edge.label]
    return "".join(
        [
            marker,
            *map(_group, graph.groups),
            *drawn,
            *(_node(node, resolve) for node in nodes),
            *labels,
        ]
    )


def _group(group: Group) -> str:
    x, y = group.corner
    return (
        f'<g class="g-group"><rect x="{number(x)}" y="{number(y)}" width="{number(group.width)}"'
        f' height="{number(group.height)}" rx="6"/>'
        f'<text x="{number(x + 12)}" y="{number(y + 20)}">{html.escape(group.label)}</text></g>'
    )


def _edge(edge: Edge, path: tuple[Point, ...], direction: Direction, identity: str) -> str:
    classes = {"dotted": "g-edge g-opt", "thick": "g-edge g-thick"}.get(edge.pattern, "g-edge")
    start, end = edge.arrows
    arrows = f' marker-start="url(#{identity}-arrow)"' if start else ""
    arrows += f' marker-end="url(#{identity}-arrow)"' if end else ""
    if path:
        return f'<path class="{classes}" d="{bump(path, direction)}"{arrows}/>'
    return f'<path class="{classes}" d="{edge.curve}"{_translate(edge.offset)}{arrows}/>'


def _edge_label(edge: Edge) -> str:
    (x, y), width = edge.label_at, edge.label_width
    back = (
        f'<rect class="g-back" x="{number(x - width / 2)}" y="{number(y - _LINE / 2)}"'
        f' width="{number(width)}" height="{_LINE}"/>'
    )
    return f'{back}<text class="g-label" x="{number(x)}" y="{number(y + 4.5)}">{html.escape(edge.label)}</text>'


def _node(node: Node, resolve: Callable[[str], str]) -> str:
    classes = " ".join(["g-node", *(f"g-{name}" for name in node.classes)])
    geometry = dict(node.shape.geometry)
    if node.shape.tag == "rect":
        geometry["rx"] = geometry["ry"] = "6"
    attributes = "".join(
        f' {name}="{_DECIMAL.sub(lambda found: number(float(found[0])), value)}"'
        for name, value in geometry.items()
    )
    shape = f"<{node.shape.tag}{attributes}{_translate(node.shape.offset)}/>"
    drawn = f'<g class="{classes}"{_translate(node.centre)}>{shape}{_label(node.lines)}</g>'
    if not node.href:
        return drawn
    hit = ""
    if 0 < node.height < _THUMB:
        x, y = node.centre[0] - node.width / 2, node.centre[1] - _THUMB / 2
        hit = (
            f'<rect class="g-hit" x="{number(x)}" y="{number(y)}" width="{number(node.width)}" height="{_THUMB}"/>'
        )
    # Not `href`: Material's instant navigation writes to the property of every element with that attribute, which
    # fails on an SVG link. Browsers follow xlink:href alike.
    return f'<a xlink:href="{html.escape(resolve(node.href))}">{hit}{drawn}</a>'


def _label(lines: tuple[str, ...]) -> str:
    first = 5 - _LINE * (len(lines) - 1) / 2
    texts = []
    for index, line in enumerate(lines):
        note = ' class="g-sub"' if index else ""
        texts.append(f'<text y="{number(first + _LINE * index)}"{note}>{html.escape(line)}</text>')
    return "".join(texts)


def _translate(by: Point) -> str:
    return f' transform="translate({number(by[0])} {number(by[1])})"' if by != (0.0, 0.0) else ""

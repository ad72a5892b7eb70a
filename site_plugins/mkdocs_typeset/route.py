"""Tidy a layout for reading along its flow: equal boxes in a column, edges that leave and arrive straight."""

from dataclasses import replace
from itertools import pairwise
from typing import Literal

from mkdocs_typeset.graph import Edge, Node, Point, Shape

Direction = Literal["LR", "RL", "TB", "BT"]

_SPREAD = 10.0  # between the arrows that arrive at one box


def align_columns(nodes: tuple[Node, ...], direction: Direction) -> tuple[Node, ...]:
    """Give the rectangles of each column the width of the widest, where the flow runs sideways."""
    if direction in {"TB", "BT"}:
        return nodes
    widest: dict[float, float] = {}
    for node in nodes:
        widest[node.centre[0]] = max(node.width, widest.get(node.centre[0], 0))
    return tuple(_widen(node, widest[node.centre[0]]) if node.width else node for node in nodes)


def _widen(node: Node, width: float) -> Node:
    geometry = node.shape.geometry | {"x": str(-width / 2), "width": str(width)}
    return replace(node, width=width, shape=Shape("rect", geometry, node.shape.offset))


def curves(edges: tuple[Edge, ...], nodes: tuple[Node, ...], direction: Direction) -> list[tuple[Point, ...]]:
    """Find the points that each edge's curve passes, in order; none where Mermaid's own curve is better.

    An edge that runs with the flow leaves a rectangle in the middle of its far side and arrives at the middle
    of the near side, beside the others that arrive there. Backward edges and loops stay as Mermaid drew them.
    """
    by_name = {node.name: node for node in nodes}
    paths = [_with_flow(edge, by_name, direction) for edge in edges]
    arriving: dict[str, list[int]] = {}
    for index, (edge, path) in enumerate(zip(edges, paths, strict=True)):
        if path and edge.target in by_name and by_name[edge.target].width:
            arriving.setdefault(edge.target, []).append(index)
    for target, indices in arriving.items():
        room = _half(by_name[target], direction)[1] * 2 - 16
        step = min(_SPREAD, room / max(len(indices) - 1, 1))
        for place, index in enumerate(sorted(indices, key=lambda i: paths[i][-2][1])):
            along, across = paths[index][-1]
            paths[index][-1] = (along, across + step * (place - (len(indices) - 1) / 2))
    return [tuple(_turn(point, direction) for point in path) for path in paths]


def bump(points: tuple[Point, ...], direction: Direction) -> str:
    """SVG path data of a curve through ``points`` that runs with the flow at each of them.

    Examples
    --------
    >>> bump(((0, 0), (10, 4)), "LR")
    'M0 0C5 0 5 4 10 4'
    """
    flow = [_turn(point, direction) for point in points]
    path = f"M{number(points[0][0])} {number(points[0][1])}"
    for (along, across), (next_along, next_across) in pairwise(flow):
        middle = (along + next_along) / 2
        corners = ((middle, across), (middle, next_across), (next_along, next_across))
        path += "C" + " ".join(f"{number(x)} {number(y)}" for x, y in (_turn(c, direction) for c in corners))
    return path


def number(value: float) -> str:
    """Write a coordinate to a tenth of a pixel, without a trailing zero."""
    return f"{round(value, 1) + 0:.1f}".removesuffix(".0")


def _with_flow(edge: Edge, nodes: dict[str, Node], direction: Direction) -> list[Point]:
    """Points in flow coordinates (along, across), or none for an edge that doesn't run with the flow."""
    start, *middle, end = (_turn(point, direction) for point in edge.points)
    source, target = nodes.get(edge.source), nodes.get(edge.target)
    if source and source.width:
        along, across = _turn(source.centre, direction)
        start = (along + _half(source, direction)[0], across)
    if target and target.width:
        along, across = _turn(target.centre, direction)
        end = (along - _half(target, direction)[0], across)
    if start[0] >= end[0]:
        return []
    # Up to four points the edge crosses one gap and nothing stands in its way. Room was made for a label.
    return [start, *middle, end] if edge.label or len(edge.points) > 4 else [start, end]


def _half(node: Node, direction: Direction) -> Point:
    """Half of a node's size, along and across the flow."""
    half = (node.width / 2, node.height / 2)
    return half if direction in {"LR", "RL"} else (half[1], half[0])


def _turn(point: Point, direction: Direction) -> Point:
    """Go from page to flow coordinates and back: each of the four turns undoes itself."""
    x, y = point
    match direction:
        case "LR":
            return (x, y)
        case "RL":
            return (-x, y)
        case "TB":
            return (y, x)
        case "BT":
            return (-y, -x)

"""A laid-out flowchart as plain values: nodes, edges and groups, without any styling."""

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True)
class Shape:
    """Outline of a node: an SVG element's name and geometry, moved by ``offset`` from the node's centre."""

    tag: str
    geometry: dict[str, str]
    offset: Point = (0.0, 0.0)


@dataclass(frozen=True)
class Node:
    """A box with one or more lines of text. ``width`` and ``height`` are 0 unless it is a rectangle."""

    name: str
    centre: Point
    width: float
    height: float
    shape: Shape
    lines: tuple[str, ...]
    classes: tuple[str, ...]
    href: str | None


@dataclass(frozen=True)
class Edge:
    """A connection: Mermaid's corner points, its curve, and where its label stands."""

    source: str
    target: str
    points: tuple[Point, ...]
    curve: str
    offset: Point
    pattern: str
    arrows: tuple[bool, bool]
    label: str = ""
    label_at: Point = (0.0, 0.0)
    label_width: float = 0.0


@dataclass(frozen=True)
class Group:
    """A subgraph: its frame and its name."""

    name: str
    corner: Point
    width: float
    height: float
    label: str


@dataclass(frozen=True)
class Graph:
    """A laid-out flowchart."""

    title: str
    description: str
    view_box: tuple[float, float, float, float]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    groups: tuple[Group, ...]

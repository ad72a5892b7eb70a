"""Draw a diagram in a test and look at its parts."""

from pathlib import Path
from xml.etree import ElementTree as ET

from mkdocs_typeset.diagram import diagram

HEAD = "flowchart LR\n  accTitle: What to know\n  accDescr: Vectors are needed, entropy helps.\n"


def figure(
    body: str, cache: Path, *, head: str = HEAD, identity: str = "diagram-1", caption: str | None = None
) -> ET.Element:
    """Parse the figure; it must be well-formed."""
    html = diagram(head + body, identity=identity, thing="diagram 1", cache=cache, caption=caption)
    return parsed(html)


def parsed(xml: str) -> ET.Element:
    """Read what the package wrote as XML, which is stricter than a browser."""
    return ET.fromstring(xml)  # noqa: S314 - our own


def node(root: ET.Element, first_line: str) -> ET.Element:
    """The group of the box that begins with this line."""
    return next(g for g in root.iter("g") if g.find("text") is not None and g.findtext("text") == first_line)


def box(root: ET.Element, first_line: str) -> tuple[float, float, float, float]:
    """left, top, right, bottom of a rectangular box on the drawing."""
    group = node(root, first_line)
    x, y = (float(part) for part in group.get("transform", "").removeprefix("translate(")[:-1].split())
    rect = group.find("rect")
    assert rect is not None
    left, top, width, height = (float(rect.get(name, "nan")) for name in ("x", "y", "width", "height"))
    return x + left, y + top, x + left + width, y + top + height


def ends(edge: ET.Element) -> tuple[tuple[float, float], tuple[float, float]]:
    """First and last point of an edge of our own drawing."""
    numbers = [float(part) for part in edge.get("d", "").replace("M", " ").replace("C", " ").split()]
    return (numbers[0], numbers[1]), (numbers[-2], numbers[-1])


def edges(root: ET.Element) -> list[ET.Element]:
    return [path for path in root.iter("path") if "g-edge" in path.get("class", "").split()]

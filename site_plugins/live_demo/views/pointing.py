"""Cells that say where their number comes from when they are pointed at or focused."""

from collections.abc import Mapping, Sequence

from live_demo.elements import Child, Element, Node, element, walk

HOT = "ld-hot"
SAYS = "ld-pointed-say"


def pointable(
    content: Child,
    cell: str,
    *,
    parents: Sequence[str],
    says: str,
    css: str = "",
    style: Mapping[str, str] | None = None,
) -> Element:
    """A cell named `cell`, such as `s-0-1`, that outlines its parents and says `says`.

    A parent is the name of a cell or what several names begin with: `q-0` is all of row 0 of the grid q. All
    cells of a demo are one stop of the Tab key; the arrow keys move between them.
    """
    return element(
        "span",
        content,
        class_=f"ld-cell {css}".strip(),
        style=style,
        data_cell=cell,
        data_parents=" ".join(parents),
        role="img",
        aria_label=says,
        tabindex=-1,
    )


def pointed_say() -> Element:
    """The line in which the cell that is pointed at says where it comes from."""
    return element("p", class_=SAYS)


def pointed_at(figure: Element, cell: str) -> Element:
    """Draw a figure with one of its cells pointed at, as it is before the reader points."""
    target = next(e for e in walk(figure) if ("data-cell", cell) in e.attributes)
    here = dict(target.attributes)
    return _marked(figure, cell, [cell, *here["data-parents"].split()], here["aria-label"])


def _marked(node: Element, cell: str, hot: Sequence[str], says: str) -> Element:
    attributes = dict(node.attributes)
    name, classes = attributes.get("data-cell"), attributes.get("class", "").split()
    children: tuple[Node, ...] = tuple(
        _marked(c, cell, hot, says) if isinstance(c, Element) else c for c in node.children
    )
    if name == cell:
        attributes["tabindex"] = "0"
    if name is not None and any(name == h or name.startswith(f"{h}-") for h in hot):
        attributes["class"] = " ".join([*classes, HOT])
    return Element(node.tag, tuple(attributes.items()), (says,) if SAYS in classes else children)

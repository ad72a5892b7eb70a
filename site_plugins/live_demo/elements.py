"""HTML as values: elements that escape by default and are written the way a browser writes them back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})


@dataclass(frozen=True, slots=True)
class Raw:
    """HTML that is already safe, such as highlighted code. Never made from what a reader types."""

    html: str


@dataclass(frozen=True, slots=True)
class Element:
    """An element with its attributes in order and its children."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    children: tuple["Node", ...]

    def _repr_html_(self) -> str:
        """What a notebook shows of an element that is a cell's last expression."""
        return render(self)


type Node = Element | Raw | str
type Child = Node | None | Iterable["Child"]
type Attribute = str | int | float | bool | Mapping[str, str] | None


def element(
    tag: str, /, *children: Child, attrs: Mapping[str, Attribute] | None = None, **named: Attribute
) -> Element:
    """Make an element. Text is escaped, None is left out, nested lists are flattened.

    Keyword names follow Python: `class_` is class, `aria_label` is aria-label, and `style` takes a mapping.
    `True` writes an attribute without a value; `False` and `None` leave it out. `attrs` is for names that
    Python cannot spell, such as viewBox.

    >>> render(element("p", "1 < 2", class_="note", hidden=True))
    '<p class="note" hidden="">1 &lt; 2</p>'
    """
    pairs = {**{_attribute_name(k): v for k, v in named.items()}, **(attrs or {})}
    written = tuple((k, _attribute_text(v)) for k, v in pairs.items() if v is not None and v is not False)
    return Element(tag, written, tuple(_flatten(children)))


def render(node: Node) -> str:
    """Write a node as HTML. A browser that reads it and writes it back gives the same text.

    >>> render("a & b"), render(element("input", type="range", value=1.5))
    ('a &amp; b', '<input type="range" value="1.5">')
    """
    if isinstance(node, str):
        return escape(node, quote=False)
    if isinstance(node, Raw):
        return node.html
    attributes = "".join(f' {k}="{escape(v, quote=False).replace('"', "&quot;")}"' for k, v in node.attributes)
    if node.tag in VOID:
        return f"<{node.tag}{attributes}>"
    return f"<{node.tag}{attributes}>{''.join(map(render, node.children))}</{node.tag}>"


def text_of(node: Node) -> str:
    """The text a reader sees in a node, without markup.

    >>> text_of(element("p", element("b", "animal"), " 0.64"))
    'animal 0.64'
    """
    if isinstance(node, Element):
        return "".join(map(text_of, node.children))
    return node if isinstance(node, str) else ""


def walk(node: Node) -> Iterable[Element]:
    """Every element of a tree, the root first."""
    if isinstance(node, Element):
        yield node
        for child in node.children:
            yield from walk(child)


def _attribute_name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _attribute_text(value: Attribute) -> str:
    if value is True:
        return ""
    if isinstance(value, Mapping):
        return ";".join(f"{k}:{v}" for k, v in value.items())
    return str(value)


def _flatten(children: Iterable[Child]) -> Iterable[Node]:
    for child in children:
        if child is None:
            continue
        if isinstance(child, (str, Element, Raw)):
            yield child
        else:
            yield from _flatten(child)

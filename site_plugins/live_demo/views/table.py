"""Tables and sentences: the twin of every figure for ears, for print and for a spreadsheet."""

from collections.abc import Sequence

from live_demo.elements import Child, Element, element


def table(
    caption: str,
    columns: Sequence[Child],
    rows: Sequence[Sequence[Child]],
    *,
    main: int | None = None,
    hidden: bool = False,
    covered_from: int | None = None,
) -> Element:
    """A table whose first column heads its rows. `main` is the column that answers the question.

    The caption is for screen readers; `hidden` hides the table from sight where the figure prints every number.
    Columns from `covered_from` on stay covered until a prediction is made.
    """
    head = element("tr", [element("th", c, scope="col") for c in columns])
    body = []
    for row in rows:
        if len(row) != len(columns):
            raise ValueError(f"table rows need {len(columns)} cells, as the columns; got {len(row)}")
        cells = [_cell(c, i == main, covered_from is not None and i >= covered_from) for i, c in enumerate(row)]
        body.append(element("tr", element("th", row[0], scope="row"), cells[1:]))
    return element(
        "table",
        element("caption", caption, class_="ld-sr"),
        element("thead", head),
        element("tbody", body),
        class_="ld-table ld-sr" if hidden else "ld-table",
    )


def _cell(content: Child, main: bool, covered: bool) -> Element:
    names = [name for name, on in (("ld-main", main), ("ld-covered", covered)) if on]
    return element("td", content, class_=" ".join(names) or None)


def strong(text: str) -> Element:
    """The winner in a sentence."""
    return element("b", text)


def aside(text: Child) -> Element:
    """What a sentence adds in a lower voice."""
    return element("span", text, class_="ld-aside")


def listing(items: Sequence[Child]) -> list[Child]:
    """Join the items of a sentence with commas.

    >>> listing(["a", "b", "c"])
    ['a', ', ', 'b', ', ', 'c']
    """
    joined: list[Child] = []
    for i, item in enumerate(items):
        joined += [", ", item] if i else [item]
    return joined

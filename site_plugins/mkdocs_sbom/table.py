"""The table of what is shipped, for a page."""

from collections.abc import Sequence
from html import escape
from itertools import groupby

from mkdocs_sbom.shipped import Component

HEAD = ("What", "Version", "Licence", "Text")


def table(components: Sequence[Component], folder: str, bom: str) -> str:
    """Write one table, with a heading for each group, and a link to the bill of materials.

    Parameters
    ----------
    components
        In the order of the list.
    folder
        Address of the texts, seen from the page.
    bom
        Address of the bill of materials.
    """
    head = "".join(f'<th scope="col">{text}</th>' for text in HEAD)
    bodies = "".join(
        _body(group, list(members), folder) for group, members in groupby(components, lambda c: c.group)
    )
    return (
        f"<table><thead><tr>{head}</tr></thead>{bodies}</table>\n"
        f'<p>For programs: <a href="{escape(bom)}">sbom.json</a>, in CycloneDX 1.6, with a hash of each file.</p>'
    )


def _body(group: str, members: Sequence[Component], folder: str) -> str:
    heading = f'<tr><th scope="rowgroup" colspan="{len(HEAD)}">{escape(group)}</th></tr>'
    return f"<tbody>{heading}{''.join(_row(member, folder) for member in members)}</tbody>"


def _row(one: Component, folder: str) -> str:
    where = f" in {one.within}" if one.within else ""
    link = f'<a href="{escape(folder)}{escape(one.text_name)}" aria-label="Licence of {escape(one.name)}">text</a>'
    cells = (escape(one.version) or "–", escape(one.licence), link)
    name = f'<th scope="row">{escape(one.name)}{escape(where)}</th>'
    return f"<tr>{name}{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"

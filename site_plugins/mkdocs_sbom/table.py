"""The table of what is shipped, for a page."""

from collections.abc import Sequence
from html import escape
from itertools import groupby

from mkdocs_sbom.shipped import Component

HEAD = ("What", "Version", "Licence")


def table(components: Sequence[Component], folder: str, bom: str) -> str:
    """Write one table, with a heading for each group, and a link to the bill of materials.

    Each licence leads to its text.

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
    return f'<tbody class="licences">{heading}{"".join(_row(member, folder) for member in members)}</tbody>'


def _row(one: Component, folder: str) -> str:
    shown = escape(one.licence.removeprefix("LicenseRef-"))
    address = escape(f"{folder}{one.text_name}")
    link = f'<a href="{address}" aria-label="{shown}, the licence of {escape(one.name)}">{shown}</a>'
    name = f'<th scope="row">{escape(one.name)}</th>'
    return f"<tr>{name}<td>{escape(one.version) or '–'}</td><td>{link}</td></tr>"

"""Definitions: read from the glossary page, put on every link to it."""

import posixpath
from collections.abc import Callable, Mapping
from xml.etree import ElementTree as ET

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor

from mkdocs_reading.errors import GlossaryError

# After the inline patterns have made the links (20), before MkDocs turns them into addresses (0).
PRIORITY = 5


def definitions(source: str) -> dict[str, str]:
    r"""Read a glossary: each `### Term { #anchor }` is defined by the paragraph below it.

    >>> definitions("### Key { #key }\n\nWhat a word *offers*.\n\nSee: elsewhere.")
    {'key': 'What a word offers.'}
    """
    found: dict[str, str] = {}
    html = Markdown(extensions=["attr_list", "toc"], output_format="xhtml").convert(source)
    anchor = ""
    for child in ET.fromstring(f"<div>{html}</div>"):  # noqa: S314 -- written by the line above
        if child.tag == "h3":
            anchor = child.get("id", "")
        elif child.tag == "p" and anchor:
            found[anchor] = _plain("".join(child.itertext()), anchor)
            anchor = ""
    return found


def _plain(text: str, anchor: str) -> str:
    if "$" in text or "`" in text:
        raise GlossaryError(
            f"glossary #{anchor}",
            expected="a definition in plain text: it also stands in a tooltip",
            found="a formula or code",
            hint="put it into a second paragraph",
        )
    return " ".join(text.split())


class DefinitionsExtension(Extension):
    """Gives each link to the glossary its definition as `title` and the class `term`."""

    def __init__(self, glossary: str, known: Callable[[], Mapping[str, str]], page: Callable[[], str]) -> None:
        super().__init__()
        self.glossary, self.known, self.page = glossary, known, page

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 -- Markdown's name
        """Register the step."""
        md.treeprocessors.register(_Definitions(self, md), "glossary-definitions", PRIORITY)


class _Definitions(Treeprocessor):
    def __init__(self, extension: DefinitionsExtension, md: Markdown) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, root: ET.Element) -> None:
        page = self.extension.page()
        known = self.extension.known()
        for link in root.iter("a"):
            anchor = _anchor(link.get("href", ""), page, self.extension.glossary)
            if anchor in known and page != self.extension.glossary and not link.get("title"):
                link.set("title", known[anchor])
                link.set("class", f"{link.get('class', '')} term".strip())


def _anchor(href: str, page: str, glossary: str) -> str:
    """The anchor of a link to the glossary, as written in Markdown on a page; empty for any other link."""
    path, _, anchor = href.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    return anchor if path and target == glossary else ""

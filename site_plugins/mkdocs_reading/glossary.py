"""Definitions: read from the glossary page, put on every link to it."""

import posixpath
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
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
    page = _Glossary()
    page.feed(Markdown(extensions=["attr_list", "fenced_code", "toc"]).convert(source))
    page.close()
    return page.found


class _Glossary(HTMLParser):
    """Terms and their definitions: a third-level heading, then at once a paragraph."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.anchor = ""
        self.at = ""  # in the heading, at its end, in the paragraph, or elsewhere
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.at == "end" and tag != "p":
            raise _undefined(self.anchor, f"<{tag}>")
        if self.at == "end":
            self.at, self.words = "paragraph", []
        elif self.at == "paragraph" and tag == "code":
            raise _not_plain(self.anchor)
        elif tag == "br":
            self.words.append(" ")
        elif tag == "h3":
            self.at, self.anchor = "heading", dict(attrs).get("id") or ""
            if self.anchor in self.found:
                hint = "give one of them another anchor"
                raise GlossaryError(f"glossary #{self.anchor}", expected="one entry", found="two", hint=hint)

    def handle_endtag(self, tag: str) -> None:
        if self.at == "heading" and tag == "h3":
            self.at = "end"
        elif self.at == "paragraph" and tag == "p":
            self.at, self.found[self.anchor] = "", _plain("".join(self.words), self.anchor)

    def handle_data(self, data: str) -> None:
        if self.at == "paragraph":
            self.words.append(data)

    def close(self) -> None:
        super().close()
        if self.at:
            raise _undefined(self.anchor, "the end of the page")


def _plain(text: str, anchor: str) -> str:
    if "$" in text or "`" in text:
        raise _not_plain(anchor)
    return " ".join(text.split())


def _not_plain(anchor: str) -> GlossaryError:
    return GlossaryError(
        f"glossary #{anchor}",
        expected="a definition in plain text: it also stands in a tooltip",
        found="a formula or code",
        hint="put it into a second paragraph",
    )


def _undefined(anchor: str, instead: str) -> GlossaryError:
    return GlossaryError(
        f"glossary #{anchor}",
        expected="its definition, a paragraph right below the heading",
        found=instead,
        hint="write what the term means in one sentence",
    )


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

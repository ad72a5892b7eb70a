r"""A Markdown extension: ``$…$``, ``\(…\)`` in text and ``$$…$$``, ``\[…\]`` on their own become MathML.

Arithmatex finds the formulas, as a part of Markdown's own parser: what stands in code stays as it is.
"""

import re
from collections.abc import Callable
from typing import Any, NoReturn
from xml.etree import ElementTree as ET

from markdown import Extension, Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString
from pymdownx import arithmatex

from mkdocs_typeset.errors import MathError
from mkdocs_typeset.math import Formula, convert
from mkdocs_typeset.scroll import as_html, scroll_region
from mkdocs_typeset.width import NARROWEST, width_in_em

Fail = Callable[[MathError], NoReturn]
Check = Callable[[Formula], None]

_OPENING = re.compile(r"[(“‘]$")
_CLOSING = re.compile(r"[.,;:!?)”’]+")
_OPTIONS = {"generic": True, "tex_inline_wrap": ["", ""], "preview": False}


def inline_html(formula: Formula, before: str = "", after: str = "") -> str:
    """HTML of a formula in a line of text, kept together with the marks that touch it.

    A browser may break a line on either side of a formula, and would begin one with a full stop. A formula
    that is too long for a phone scrolls by itself.
    """
    region = scroll_region("Formula", may_overflow=width_in_em(formula.mathml) > NARROWEST)
    kind = "formula-long" if region else "formula-inline"
    return f'<span class="{kind}"{as_html(region)}>{before}{formula.mathml}{after}</span>'


def display_html(formula: Formula) -> str:
    """HTML of a formula on its own, with its number, for the inside of ``<div class="formula">``."""
    number = f'<span class="formula-n">({formula.number})</span>' if formula.number else ""
    return formula.mathml + number


class _Inline(arithmatex.InlineArithmatexPattern):  # type: ignore[misc] # pymdownx has no types
    """A formula in a line of text."""

    def __init__(self, pattern: str, md: Markdown, owner: "MathExtension") -> None:
        super().__init__(pattern, _OPTIONS)
        self.md = md
        self._owner = owner

    def handleMatch(  # noqa: N802 - Markdown's name
        self, m: re.Match[str], data: str
    ) -> tuple[str, int, int]:
        found, start, end = super().handleMatch(m, data)
        if not isinstance(found, str):  # a string is an escaped dollar
            formula = self._owner.convert(found.text, display=False)
            before, after = _OPENING.search(data, 0, start), _CLOSING.match(data, end)
            html = inline_html(formula, before[0] if before else "", after[0] if after else "")
            found = self.md.htmlStash.store(html)
            start, end = before.start() if before else start, after.end() if after else end
        return found, start, end


class _Stray(InlineProcessor):
    """Two dollars inside a paragraph: a display formula that the block parser didn't see."""

    def __init__(self, md: Markdown, owner: "MathExtension") -> None:
        super().__init__(r"(?<!\\)\$\$", md)
        self._owner = owner

    def handleMatch(self, m: re.Match[str], data: str) -> NoReturn:  # type: ignore[override] # noqa: N802
        line = data[data.rfind("\n", 0, m.start()) + 1 :].partition("\n")[0]
        self._owner.fail(
            MathError(
                "a formula between double dollars",
                expected="a paragraph of its own without an empty line in it",
                found=f"the line “{line.strip()}”",
                hint=r"put an empty line before and after it, none inside; write \$ for a dollar sign",
            )
        )


class _Block(arithmatex.BlockArithmatexProcessor):  # type: ignore[misc] # pymdownx has no types
    """A formula that is a paragraph of its own."""

    def __init__(self, pattern: str, md: Markdown, owner: "MathExtension") -> None:
        super().__init__(pattern, _OPTIONS, md)
        self._owner = owner
        self._md = md

    def generic_output(self, parent: ET.Element, math: str) -> None:
        formula = self._owner.convert(math, display=True)
        attributes = {"class": "formula"}
        if formula.number:
            attributes["id"] = "formula-" + "-".join(formula.number.split())
        label = f"Formula {formula.number}" if formula.number else "Formula"
        attributes |= scroll_region(label, may_overflow=width_in_em(formula.mathml) > NARROWEST)
        block = ET.SubElement(parent, "div", attributes)
        block.text = AtomicString(self._md.htmlStash.store(display_html(formula)))


class MathExtension(Extension):
    """Finds formulas in Markdown and writes them as MathML.

    Parameters
    ----------
    fail
        Called with the error of a formula; raises. The caller knows the page's name.
    check
        Called with each formula, for checks of the caller's own; may raise ``MathError``.
    """

    def __init__(self, fail: Fail | None = None, check: Check | None = None) -> None:
        super().__init__()
        self._fail = fail
        self._check = check
        self._numbers: set[str] = set()

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's name
        """Register both kinds of formula in the places that Arithmatex gives them. A page begins."""
        self._numbers = set()
        md.ESCAPED_CHARS = [*md.ESCAPED_CHARS, "$"]
        inline = f"(?:{arithmatex.RE_SMART_DOLLAR_INLINE}|{arithmatex.RE_BRACKET_INLINE})"
        md.inlinePatterns.register(_Inline(inline, md, self), "typeset-inline", 189.9)
        md.inlinePatterns.register(_Stray(md, self), "typeset-stray", 189.95)
        block = rf"(?s)^(?:{arithmatex.RE_DOLLAR_BLOCK}|{arithmatex.RE_BRACKET_BLOCK})[ ]*$"
        md.parser.blockprocessors.register(_Block(block, md, self), "typeset-block", 79.9)

    def convert(self, latex: str, *, display: bool) -> Formula:
        """Convert a formula that was found; an error goes to ``fail``."""
        try:
            formula = convert(latex, display=display)
            self._claim_number(formula)
            if self._check:
                self._check(formula)
        except MathError as error:
            self.fail(error)
        return formula

    def _claim_number(self, formula: Formula) -> None:
        if formula.number in self._numbers:
            raise MathError(
                f"formula ${formula.latex}$",
                expected="a number of its own on this page",
                found=f"({formula.number}) for the second time",
                hint=r"change one \tag",
            )
        if formula.number:
            self._numbers.add(formula.number)

    def fail(self, error: MathError) -> NoReturn:
        """Hand an error to whoever knows the page."""
        if self._fail:
            self._fail(error)
        raise error


def makeExtension(**options: Any) -> MathExtension:  # noqa: N802 - Markdown's name
    """Let ``markdown.markdown(text, extensions=["mkdocs_typeset.markdown_math"])`` find the extension."""
    return MathExtension(**options)

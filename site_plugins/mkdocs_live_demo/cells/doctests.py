"""Examples of docstrings, found by their prompts in finished HTML, as cells that show every value."""

import ast
import importlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from doctest import SKIP, DocTestParser, Example
from functools import reduce
from html.parser import HTMLParser
from operator import or_
from typing import override

from live_demo.errors import DemoError
from mkdocs_live_demo.cells.page import Cells
from mkdocs_live_demo.cells.request import CellRequest

PROMPT = ">>>"
_SOURCE = re.compile(r"^>>>(?: (.*))?$((?:\n\.\.\.(?: .*)?$)*)", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A block that pygments marked up as a dialogue with Python: where it stands, its text, its docstring."""

    start: int
    end: int
    text: str
    docstring: str


def taken(html: str, cells: Cells, names: Sequence[str]) -> str:
    """Add each example of a page to its cells and put the cell's mark in its place.

    Parameters
    ----------
    html
        The page's content.
    cells
        Its cells.
    names
        What examples use without importing it, as doctest lets them: packages, as in the plugin's `names`.

    Raises
    ------
    DemoError
        For a block that no cell can run as doctest does.
    """
    written, at = [], 0
    known: dict[str, set[str]] = {}
    for block in _blocks(html):
        request = _request(block, known.setdefault(block.docstring, set()), names)
        if request is not None:
            written += [html[at : block.start], cells.add(request)]
            at = block.end
    return "".join([*written, html[at:]])


def _blocks(html: str) -> Sequence[Block]:
    if 'class="gp"' not in html:
        return []
    finder = _Finder(html)
    finder.feed(html)
    finder.close()
    return finder.blocks


def _request(block: Block, known: set[str], names: Sequence[str]) -> CellRequest | None:
    """The cell of a block; `known` are the names that its docstring has by now."""
    examples = _examples(block.text)
    flags = reduce(or_, (flag for e in examples for flag, on in e.options.items() if on), 0)
    if not examples or flags & SKIP:
        return None
    if any(e.exc_msg for e in examples[:-1]):
        hint = "leave a line empty below the error, so that what follows becomes a cell of its own"
        raise DemoError("an example", expected="an error at its end", found="code behind one", hint=hint)
    code = "\n".join(_code(block.text))
    imports = list(_imports(code, known, names))
    fault = (examples[-1].exc_msg or "").strip()
    return CellRequest(
        "\n".join([*imports, code]),
        session=block.docstring,
        echo=True,
        expected="".join(e.want for e in examples if not e.exc_msg),
        raises=re.split(r":|$", fault)[0].rpartition(".")[2] or None,
        message=fault or None,
        flags=flags,
    )


def _examples(text: str) -> list[Example]:
    try:
        return DocTestParser().get_examples(_marked(text))
    except ValueError as error:
        raise DemoError("an example", expected="prompts as doctest reads them", found=str(error)) from None


def _marked(text: str) -> str:
    """Mark empty lines of output, which doctest would take for its end; mkdocstrings takes the marks away."""
    lines = text.rstrip().split("\n")
    for i, line in enumerate(lines):
        following = next(other for other in lines[i:] if other)
        lines[i] = line if line or following.startswith(PROMPT) else "<BLANKLINE>"
    return "\n".join(lines) + "\n"


def _code(text: str) -> Iterator[str]:
    """The lines behind prompts, remarks included."""
    for found in _SOURCE.finditer(text):
        yield found[1] or ""
        yield from (line[4:] for line in found[2].split("\n")[1:])


def _imports(code: str, known: set[str], names: Iterable[str]) -> Iterator[str]:
    """Statements for the names that code uses and nobody gave; `known` grows by all it has in the end."""
    try:
        tree = list(ast.walk(ast.parse(code)))
    except SyntaxError:  # running it tells
        return
    used = {n.id for n in tree if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    known |= {n.id for n in tree if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    known |= {n.arg for n in tree if isinstance(n, ast.arg)}
    known |= {n.name for n in tree if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    known |= {(n.asname or n.name).partition(".")[0] for n in tree if isinstance(n, ast.alias)}
    for entry in names:
        package, _, alias = entry.partition(" as ")
        public = [alias] if alias else importlib.import_module(package).__all__
        found = sorted((used - known).intersection(public))
        known |= set(found)
        if found:
            yield f"import {entry}" if alias else f"from {package} import {', '.join(found)}"


class _Finder(HTMLParser):
    """Notes each highlighted block whose code begins with a prompt, and the docstring around it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.blocks: list[Block] = []
        self._lines = [0, *(found.end() for found in re.finditer("\n", html))]
        self._open: list[str] = []  # what each open <div> is
        self._docstrings: list[str] = []
        self._start, self._text = 0, ""
        self._prompts = self._in_code = False

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        inside = "block" in self._open
        if tag == "div":
            kind = "block" if "highlight" in classes and not inside else ""
            if "doc-object" in classes:
                kind = f"docstring-{1 + len(self._docstrings)}"
                self._docstrings.append(kind)
            elif kind:
                self._start, self._text, self._prompts = self._here(), "", False
            self._open.append(kind)
        elif tag == "code":
            self._in_code = inside
        elif tag == "span" and "gp" in classes:
            self._prompts = True

    @override
    def handle_endtag(self, tag: str) -> None:
        if tag == "code":
            self._in_code = False
        closed = self._open.pop() if tag == "div" and self._open else ""
        if closed == "block" and self._prompts and self._text.startswith(PROMPT):
            end = self.html.index(">", self._here()) + 1
            self.blocks.append(Block(self._start, end, self._text, self._docstring()))

    @override
    def handle_data(self, data: str) -> None:
        if self._in_code:
            self._text += data

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def _docstring(self) -> str:
        """The innermost docstring around; outside of them all examples of a page belong together."""
        return next((kind for kind in reversed(self._open) if kind.startswith("docstring")), "examples")

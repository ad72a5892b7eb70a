"""A symbol that no part of a figure answers to would light nothing: it stops the build."""

from html.parser import HTMLParser

from mkdocs_typeset.errors import MathError


def check_links(html: str) -> None:
    """Refuse a symbol outside ``<div class="linked">``, or without its part in there.

    Raises
    ------
    MathError
        Names the symbol, and the parts that are there.
    """
    if "sym-" not in html:
        return
    page = _Page()
    page.feed(html)
    page.close()


class _Page(HTMLParser):
    """The page's div elements, and what the linked ones among them hold."""

    def __init__(self) -> None:
        super().__init__()
        self._open: list[bool] = []  # for each open div: is it linked?
        self._found: list[tuple[list[str], set[str]]] = []  # for each open linked div: its symbols, its parts

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        classes = given.get("class", "").split()
        if tag == "div":
            self._open.append("linked" in classes)
            if self._open[-1]:
                self._found.append(([], set()))
        symbols = [name.removeprefix("sym-") for name in classes if name.startswith("sym-")]
        if symbols and not self._found:
            raise MathError(
                rf"symbol \sym{symbols[0]}",
                expected='a place inside <div class="linked" markdown="1">, beside its figure',
                found="none around it",
                hint="put formula and figure in one",
            )
        if self._found:
            self._found[-1][0].extend(symbols)
            self._found[-1][1].update(given.get("data-symbol", "").split())

    def handle_endtag(self, tag: str) -> None:
        if tag == "div" and self._open and self._open.pop():
            symbols, parts = self._found.pop()
            for symbol in symbols:
                if symbol not in parts:
                    raise MathError(
                        rf"symbol \sym{symbol}",
                        expected=f'a part of the figure with data-symbol="{symbol}" in the same linked element',
                        found=f"parts {', '.join(sorted(parts))}" if parts else "no parts",
                        hint="name the part in the demo, or write the symbol without the command",
                    )

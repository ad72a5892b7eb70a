"""What the parts that set a page need to know of it: its name, how far they are, where links lead."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from mkdocs_typeset.errors import TypesetError


def _as_written(href: str) -> str:
    return href


@dataclass
class PageContext:
    """The page that is being set.

    Attributes
    ----------
    error
        Makes an exception, with the page's name in it, that the generator shows in one line.
    name
        The page's source file, for messages.
    resolve
        Turns a link as it is written in the source into a URL on the page; may raise ``TypesetError``.
    diagrams
        How many diagrams the page has so far.
    """

    error: Callable[[str], Exception]
    name: str = ""
    resolve: Callable[[str], str] = _as_written
    diagrams: int = 0

    def start(self, name: str, resolve: Callable[[str], str] = _as_written) -> None:
        """Turn to the next page."""
        self.name, self.resolve, self.diagrams = name, resolve, 0

    def fail(self, error: TypesetError) -> NoReturn:
        """Raise an error so that the build stops and says where."""
        raise self.error(f"{self.name}: {error}") from None

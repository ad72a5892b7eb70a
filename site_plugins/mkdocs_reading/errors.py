"""The errors of this package: what, expected, found, hint, on one line."""


class ReadingError(Exception):
    """Something on a page that would leave its readers without help."""

    def __init__(self, what: str, *, expected: str, found: str, hint: str) -> None:
        super().__init__(f"{what}: expected {expected} / found {found} / hint: {hint}")


class GlossaryError(ReadingError):
    """A glossary that can't be used."""


class KnowError(ReadingError):
    """A list of what to know first that can't be ticked."""

"""The error of this package."""


class GlossaryError(Exception):
    """A glossary that can't be used: what, expected, found, hint, on one line."""

    def __init__(self, what: str, *, expected: str, found: str, hint: str) -> None:
        super().__init__(f"{what}: expected {expected} / found {found} / hint: {hint}")

"""What can be wrong with a notebook, in one line."""


class NotebookError(Exception):
    """A notebook that can't be a page.

    >>> print(NotebookError("cell 3", expected="code that runs", found="ZeroDivisionError", hint="1 / 0"))
    cell 3: expected code that runs; found ZeroDivisionError; hint: 1 / 0
    """

    def __init__(self, what: str, *, expected: str, found: str, hint: str = "") -> None:
        parts = [f"{what}: expected {expected}", f"found {found}", *([f"hint: {hint}"] if hint else [])]
        super().__init__(" ".join("; ".join(parts).split()))

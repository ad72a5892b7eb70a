"""The error of this package: what, expected, found, hint, on one line."""


class PolicyError(Exception):
    """A page that no strict policy allows.

    Examples
    --------
    >>> print(PolicyError("index.html, line 3", expected="no handlers", found="<a onclick>", hint="use a script"))
    index.html, line 3: expected no handlers / found <a onclick> / hint: use a script
    """

    def __init__(self, what: str, *, expected: str, found: str, hint: str) -> None:
        super().__init__(f"{what}: expected {expected} / found {found} / hint: {hint}")

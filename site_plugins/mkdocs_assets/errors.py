"""The error of this package: what, expected, found, hint, on one line."""


class AssetError(Exception):
    """A style sheet or script that can't be published.

    Examples
    --------
    >>> print(AssetError("css/site.css", expected="CSS", found="a lone }", hint="remove it"))
    css/site.css: expected CSS / found a lone } / hint: remove it
    """

    def __init__(self, what: str, *, expected: str, found: str, hint: str) -> None:
        super().__init__(f"{what}: expected {expected} / found {found} / hint: {hint}")

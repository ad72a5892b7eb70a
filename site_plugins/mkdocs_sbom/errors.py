"""The error of this package: what, expected, found, hint, on one line."""


class SbomError(Exception):
    """Something that is shipped and not accounted for, or the other way round.

    Examples
    --------
    >>> print(SbomError("sbom.toml", expected="a version", found="none", hint="npm:idiomorph"))
    sbom.toml: expected a version / found none / hint: npm:idiomorph
    """

    def __init__(self, what: str, *, expected: str, found: str, hint: str) -> None:
        super().__init__(f"{what}: expected {expected} / found {found} / hint: {hint}")

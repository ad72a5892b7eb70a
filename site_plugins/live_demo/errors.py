"""What can be wrong with a demo, said as expected / found / hint."""


class DemoError(ValueError):
    """A demo, a control or a value that cannot be used.

    >>> print(DemoError("temperature", expected="a number from 0.1 to 5", found="9", hint="choose one within"))
    temperature: expected a number from 0.1 to 5; found 9; hint: choose one within
    """

    def __init__(self, what: str, *, expected: str, found: str, hint: str = "") -> None:
        self.what, self.expected, self.found, self.hint = what, expected, found, hint
        super().__init__(f"{what}: expected {expected}; found {found}" + (f"; hint: {hint}" if hint else ""))

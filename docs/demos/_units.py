"""Large numbers in words, sizes in powers of a thousand, parts in per cent."""

from math import floor, isclose, log10

_WORDS = ("million", "billion", "trillion", "quadrillion", "quintillion", "sextillion")
_PREFIXES = ("", "k", "M", "G", "T", "P", "E", "Z")


def three(x: float) -> str:
    """Three significant digits. Trailing zeros go where they would say nothing: the number is exact without them.

    >>> three(2.048), three(2.097), three(20.0), three(0.016), three(999.7)
    ('2.05', '2.10', '20', '0.016', '1000')
    """
    if x == 0:
        return "0"
    places = 2 - floor(log10(abs(x)))
    if round(abs(x), places) >= 10.0 ** (3 - places):  # 9.999 became 10.00, which has a digit more
        places -= 1
    text = f"{round(x, places):.{max(places, 0)}f}"
    short = text.rstrip("0").rstrip(".") if "." in text else text
    return short if isclose(float(short), x, rel_tol=1e-12) else text


def count(x: float) -> str:
    """A count: digits below a million, words above.

    >>> print(count(8000), count(1_000_000), count(999_999_999), count(10**10), sep=", ")
    8,000, 1 million, 1.00 billion, 10 billion
    """
    if round(x) < 1_000_000:
        return f"{x:,.0f}"
    for step, word in enumerate(_WORDS, 2):
        scaled = three(x / 1000**step)
        if float(scaled) < 1000 or word == _WORDS[-1]:
            return f"{scaled} {word}"
    raise AssertionError  # the last word takes whatever is left


def sized(x: float, unit: str) -> str:
    """A size with its unit, a thousand to the prefix.

    >>> print(sized(2_048_000_000, "FLOP"), sized(2e10, "B"), sized(12, "B"), sep=", ")
    2.05 GFLOP, 20 GB, 12 B
    """
    for step, prefix in enumerate(_PREFIXES):
        scaled = three(x / 1000**step)
        if float(scaled) < 1000 or prefix == _PREFIXES[-1]:
            return f"{scaled} {prefix}{unit}"
    raise AssertionError  # the last prefix takes whatever is left


def percent(part: float) -> str:
    """A part of one in per cent, one decimal. What rounds to 0 or 100 without being it says so.

    >>> print(percent(0.24558), percent(0.0001), percent(0.99996), percent(1.0), sep=", ")
    24.6 %, <0.1 %, >99.9 %, 100 %
    """
    if part in (0, 1):
        return f"{100 * part:.0f} %"
    if part < 0.0005:
        return "<0.1 %"
    if part > 0.9995:
        return ">99.9 %"
    return f"{100 * part:.1f} %"

"""Very small and very large numbers as text, as a page prints them."""

import math

from live_demo import fixed

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def scientific(x: float, places: int = 2) -> str:
    """Print `x` as a number between 1 and 10 times a power of ten; 0 stays 0.

    >>> scientific(3.059e-7), scientific(-1234.0, 1), scientific(0.0)
    ('3.06 × 10⁻⁷', '−1.2 × 10³', '0')
    """
    if x == 0 or not math.isfinite(x):
        return fixed(x, 0)
    digits, power = f"{x:.{places}e}".split("e")
    return f"{fixed(float(digits), places)} × 10{str(int(power)).translate(RAISED)}"


def plain(x: float, places: int = 4) -> str:
    """Print `x` with some decimals, or as a power of ten where these would show nothing of it.

    >>> plain(0.01441), plain(3.059e-7), plain(0.0)
    ('0.0144', '3.06 × 10⁻⁷', '0.0000')
    """
    return scientific(x) if 0 < abs(x) < 10.0**-places else fixed(x, places)

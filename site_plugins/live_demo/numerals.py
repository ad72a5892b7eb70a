"""Numbers become text here and nowhere else, so that every figure prints them alike."""

import math

MINUS = "−"
# Decimals beyond those printed that still count. The browser's numpy and the build's differ in the last bits of a
# sum; without this a number that lies half-way, such as 0.125, would be printed as 0.12 here and 0.13 there.
SPARE = 6


def fixed(x: float, places: int = 2) -> str:
    """Print `x` with a fixed number of decimals, a true minus and no negative zero.

    >>> fixed(-1.378), fixed(-0.001), fixed(3.04159, 3)
    ('−1.38', '0.00', '3.042')
    """
    if math.isnan(x):
        return "NaN"
    if math.isinf(x):
        return "∞" if x > 0 else MINUS + "∞"
    digits = f"{round(abs(x), places + SPARE):.{places}f}"
    negative = x < 0 and float(digits) != 0
    return MINUS + digits if negative else digits


def share(p: float, places: int = 2) -> str:
    """Print a share of one. What rounds to 0 or 1 without being it says so.

    >>> share(0.6396), share(0.0004), share(0.9999), share(0.0), share(1.0)
    ('0.64', '<0.01', '>0.99', '0', '1')
    """
    if p in (0, 1):
        return str(int(p))
    step = 10.0**-places
    if 0 < p < step / 2:
        return f"<{step:.{places}f}"
    if 1 - step / 2 <= p < 1:
        return f">{1 - step:.{places}f}"
    return fixed(p, places)


def short(x: float, digits: int = 4) -> str:
    """Print `x` for a style or a coordinate: at most `digits` decimals, no trailing zeros, ASCII.

    >>> short(0.25), short(-1.50001), short(3.0), short(-0.00001)
    ('0.25', '-1.5', '3', '0')
    """
    x = round(x, digits + SPARE)
    text = f"{x:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{x:.0f}"
    return "0" if text == "-0" else text

"""What the page Speed prints: the measured start beside a bare worker, from the file that `make bench` writes."""

import json
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[2]

result: dict[str, Any] = json.loads((_ROOT / "bench/results/startup.json").read_text(encoding="utf-8"))
sizes: dict[str, int] = result["bytes"]["ours"]
live: dict[str, Any] = json.loads((_ROOT / "bench/results/moves.json").read_text(encoding="utf-8"))
moves: dict[str, Any] = live["moves"]["chromium"]
_medians = {(row["engine"], row["link"], row["measure"]): row for row in result["medians"]}

NOT_MEASURED = "not measured"


def ours(engine: str, measure: str, link: str = "none") -> str:
    """Our median in ms.

    >>> ours("netscape", "cold")
    'not measured'
    """
    return _ms(engine, measure, link, "ours")


def bare(engine: str, measure: str, link: str = "none") -> str:
    """The bare worker's median in ms, of the same rounds."""
    return _ms(engine, measure, link, "stock")


def ratio(engine: str, measure: str, link: str = "none") -> str:
    """The first over the second, two decimals."""
    row = _medians.get((engine, link, measure))
    return f"{row['ours_ratio']:.2f}" if row and "ours_ratio" in row else NOT_MEASURED


def largest(measure: str) -> str:
    """The median of what only Chromium tells: the longest task in ms, the sum of all shifts of the layout."""
    value = _medians["chromium", "none", measure]["ours"]
    return f"{value:,.0f}" if measure == "longest" else f"{value:.4f}"


def kilobytes(*kinds: str) -> str:
    """Bytes on the wire until the demo is live, by kind, in thousands."""
    return f"{sum(sizes.get(kind, 0) for kind in kinds) / 1000:,.0f}"


def _ms(engine: str, measure: str, link: str, subject: str) -> str:
    value = _medians.get((engine, link, measure), {}).get(subject)
    return NOT_MEASURED if value is None else f"{value:,.0f} ms"

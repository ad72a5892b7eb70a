"""Samples to medians and ratios, and those to one table."""

import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bench.wire import READABLE

VISITS = {"cold": "first visit", "second": "second visit", "third": "third visit", "restart": "restart after Stop"}
LIMITS = {  # of the ratio to the bare worker
    ("chromium", "none", "cold"): 0.22,
    ("firefox", "none", "cold"): 0.25,
    ("webkit", "none", "cold"): 0.2,
    ("chromium", "none", "third"): 0.22,
    ("firefox", "none", "third"): 0.25,
    ("webkit", "none", "third"): 0.2,
    ("chromium", "20", "cold"): 0.5,
    ("chromium", "none", "restart"): 0.25,
    ("firefox", "none", "restart"): 0.3,
    ("webkit", "none", "restart"): 0.25,
}


def tell(what: str) -> None:
    """Say on stderr what is going on."""
    print(f"startup: {what}", file=sys.stderr, flush=True)


def medians(samples: Mapping[tuple[str, str, str, str], Sequence[float]]) -> list[dict[str, Any]]:
    """One row for each engine, link and measure: every subject's median, and its ratio to the bare worker's.

    `spread` is the least and the greatest ratio of a single round of ours. Without ours there is no row.
    """
    rows: dict[tuple[str, str, str], dict[str, Any]] = {}
    for (engine, link, subject, measure), values in samples.items():
        row = rows.setdefault((engine, link, measure), {"engine": engine, "link": link, "measure": measure})
        row[subject] = round(statistics.median(values), 4 if measure == "shift" else 0)
        if subject != "stock" and measure in VISITS and (bare := samples.get((engine, link, "stock", measure))):
            row[f"{subject}_ratio"] = round(statistics.median(values) / statistics.median(bare), 3)
            if subject == "ours":
                ratios = [one / other for one, other in zip(values, bare, strict=False)]
                row["spread"] = [round(min(ratios), 3), round(max(ratios), 3)]
    return [row for row in rows.values() if "ours" in row]


def with_others(result: dict[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Keep a file’s rows of engines not measured now, if they are of as many rounds and the same Pyodide.

    >>> now = {"rounds": 7, "pyodide": "1", "browsers": {"firefox": "2"}, "routes": {}, "medians": [], "bytes": {}}
    >>> with_others(now, now | {"browsers": {"webkit": "3"}, "bytes": {"ours": {}}})["browsers"]
    {'webkit': '3', 'firefox': '2'}
    >>> with_others(now, now | {"browsers": {"webkit": "3"}, "rounds": 1})["browsers"]
    {'firefox': '2'}
    """
    if any(before[name] != result[name] for name in ("rounds", "pyodide")):
        return result
    others = [row for row in before["medians"] if row["engine"] not in result["browsers"]]
    joined = {name: {**before[name], **result[name]} for name in ("browsers", "routes", "bytes")}
    return {**result, **joined, "medians": [*others, *result["medians"]]}


def in_words(found: Mapping[str, float]) -> str:
    """The measures of one visit, or three.

    >>> in_words({"cold": 812.4, "shift": 0.0})
    'cold 812, shift 0.0'
    """
    return ", ".join(
        f"{name} {round(value, 4) if name == 'shift' else round(value)}" for name, value in found.items()
    )


def moves(times: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """Median and 95th percentile of the moves, beside the empty round trip plus the bare call of Python."""
    both = [trip + call for trip, call in zip(times["trips"], times["calls"], strict=True)]
    found = {}
    for name, values in {"move": times["moves"], "trip": times["trips"], "call": times["calls"]}.items():
        found[f"{name}_ms"] = round(statistics.median(values), 2)
        found[f"{name}_p95_ms"] = round(p95(values), 2)
    found["median_ratio"] = round(statistics.median(times["moves"]) / statistics.median(both), 2)
    found["p95_ratio"] = round(p95(times["moves"]) / statistics.median(both), 2)
    found["p95_to_p95"] = round(p95(times["moves"]) / p95(both), 2)
    return found


def p95(values: Sequence[float]) -> float:
    """The value that 95 % do not exceed."""
    return statistics.quantiles(values, n=20, method="inclusive")[-1]


def startup(result: Mapping[str, Any]) -> str:
    """The result as one table for the terminal."""
    lines = [f"\n{'engine':9} {'link':9} {'':20} {'ours':>9} {'stock':>9} {'ratio':>7}  spread        limit"]
    for row in result["medians"]:
        if row["measure"] not in VISITS:
            continue
        lines.append(_row(row))
        if "peer" in row:
            lines.append(f"{'':40} {row['peer']:6.0f} ms {'':>9} {row.get('peer_ratio', 0):7.2f}  the peer")
    for engine, counts in result.get("routes", {}).items():
        told = ", ".join(f"from its {name} {number} times" for name, number in counts.items())
        lines.append(f"Python came, {engine}: {told}")
    return "\n".join([*lines, *_page(result["medians"]), *_costs(result)])


def after_start(result: Mapping[str, Any]) -> str:
    """Moves and memory as lines for the terminal."""
    return "\n".join([*_moves(result["moves"]), *_memory(result)])


def _page(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for row in rows:
        numbers = f"ours {row.get('ours')}, stock {row.get('stock')}"
        if row["measure"] == "longest":
            yield f"longest task while starting, ms: {numbers}; limit 50"
        if row["measure"] == "shift":
            yield f"layout shift while starting: {numbers}"


def _moves(measured: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    for engine, found in measured.items():
        yield (
            f"moves, {engine}: median {found['move_ms']} ms, p95 {found['move_p95_ms']}; round trip + call "
            f"{found['trip_ms']} + {found['call_ms']}: median {found['median_ratio']}, limit 2; "
            f"p95 {found['p95_ratio']}, limit 3 (p95 to p95 {found['p95_to_p95']}); "
            f"layout shift {found.get('layout_shift', 'not told')}"
        )


def _costs(result: Mapping[str, Any]) -> Iterator[str]:
    for name, sizes in result["bytes"].items():
        kinds = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in sizes.items())
        readable = sum(sizes.get(kind, 0) for kind in READABLE) / 1000
        yield f"kB until live, {name}: {kinds}; to read, without fonts: {readable:.1f}"


def _memory(result: Mapping[str, Any]) -> Iterator[str]:
    if "memory_mb" in result:
        one, twenty = result["memory_mb"].values()
        yield f"memory of the renderers: {one} MB with the lab live, {twenty} MB after twenty pages"


def _row(row: Mapping[str, Any]) -> str:
    limit = LIMITS.get((row["engine"], row["link"], row["measure"]))
    ratio = row.get("ours_ratio")
    verdict = "" if limit is None or ratio is None else f"{limit:.2f} {'holds' if ratio <= limit else 'MISSED'}"
    link = "none" if row["link"] == "none" else f"{row['link']} Mbit"
    numbers = " ".join(f"{row[name]:6.0f} ms" if name in row else f"{'-':>9}" for name in ("ours", "stock"))
    spread = "-".join(f"{value:.2f}" for value in row.get("spread", []))
    shown = f"{ratio:7.2f}" if ratio is not None else f"{'-':>7}"
    return f"{row['engine']:9} {link:9} {VISITS[row['measure']]:20} {numbers} {shown}  {spread:12}  {verdict}"

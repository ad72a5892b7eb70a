"""The page Speed prints the measured file, read here once more."""

import json
import re
from pathlib import Path
from typing import Any

from mkdocs_live_demo.prose_numbers import evaluate, page_names, shared_names

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/contributing/speed.md").read_text(encoding="utf-8")
NAMES = shared_names([]) | page_names("speed", ROOT / "docs/numbers")
RESULT: dict[str, Any] = json.loads((ROOT / "bench/results/startup.json").read_text(encoding="utf-8"))
WORDS = {"first visit": "cold", "third visit": "third", "restart after Stop": "restart"}


def rows() -> dict[tuple[str, str], list[str]]:
    """The measured rows of the table, by engine and what is measured."""
    text = re.sub(r"`#!calc ([^`]+)`", lambda calc: evaluate(calc[1], NAMES), PAGE)
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    return {(c[0].lower(), c[1]): c[2:] for c in cells if len(c) == 5 and c[2].endswith((" ms", "measured"))}


def test_each_row_is_a_median_of_the_file() -> None:
    found = rows()
    assert len(found) == 11
    for (engine, what), cells in found.items():
        words, _, link = what.partition(" at ")
        wanted = (engine, link.removesuffix(" Mbit/s") or "none", WORDS[words])
        row = next((r for r in RESULT["medians"] if (r["engine"], r["link"], r["measure"]) == wanted), None)
        if row is None:
            assert cells == 3 * ["not measured"]
        else:
            assert [cell.removesuffix(" ms").replace(",", "") for cell in cells] == [
                f"{row['ours']:.0f}",
                f"{row['stock']:.0f}",
                f"{row['ours_ratio']:.2f}",
            ]


def test_the_bytes_of_the_table_are_all_there_are() -> None:
    kinds = re.findall(r"kilobytes\(([^)]*)\)`", PAGE)
    named = {kind for call in kinds for kind in re.findall(r'"([^"]+)"', call)}
    assert set(RESULT["bytes"]["ours"]) - {"all"} <= named

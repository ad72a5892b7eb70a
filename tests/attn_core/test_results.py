"""The committed measurements say who made them and show what the project promises."""

import datetime
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
RESULTS = {
    path.stem: path
    for folder in ("tests/attn_core/results", "bench/results")
    for path in sorted((ROOT / folder).glob("*.json"))
}
OURS = ("attention_overhead", "import_time", "mutation", "onnx", "tiled_memory")


def result(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(RESULTS[name].read_text(encoding="utf-8"))
    return read


@pytest.mark.parametrize("name", OURS)
def test_each_names_its_script_its_date_and_its_versions(name: str) -> None:
    made = result(name)
    assert (ROOT / made["script"]).is_file()
    assert datetime.date.fromisoformat(made["date"]).isoformat() == made["date"]
    assert {"python", "numpy"} <= made["versions"].keys()


def test_no_mutant_lives_that_is_not_explained() -> None:
    counts = result("mutation")
    assert counts["survived"] == []
    assert counts["mutants"] == counts["killed"] + counts["stopped"] + len(counts["equivalent"])
    explained = json.loads((ROOT / "tests/attn_core/mutation/equivalent.json").read_text(encoding="utf-8"))
    assert sorted(map(str, counts["equivalent"])) == sorted(map(str, explained))


def test_the_memory_of_tiled_attention_is_linear_and_that_of_dense_attention_quadratic() -> None:
    rows = result("tiled_memory")["rows"]
    assert [row["n"] for row in rows] == [1024, 2048, 4096, 8192, 16384]
    for row, double in pairwise(rows):
        assert 1.9 < double["tiled_bytes"] / row["tiled_bytes"] < 2.1
        assert 3.8 < double["dense_bytes"] / row["dense_bytes"] < 4.2


def test_the_overhead_and_the_import_are_small() -> None:
    for dtype in ("float32", "float64"):
        assert result("attention_overhead")[dtype]["overhead"] < 0.15
    assert result("import_time")["share"] < 0.05

"""The page Trust says what the checks found, counted here once more and another way."""

import importlib.util
import inspect
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import is_hypothesis_test

from mkdocs_live_demo.prose_numbers import evaluate, page_names, shared_names
from tests.attn_core.golden import case_lists
from tests.attn_core.onnx_cases import collected
from tools.engines import ENGINES

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests/attn_core"
PAGE = (ROOT / "docs/trust.md").read_text(encoding="utf-8")
NAMES = shared_names(["numpy as np", "attn_core"]) | page_names("trust", ROOT / "docs/numbers")


def row(start: str) -> str:
    """A table row of the page, by how it starts, with its numbers worked out."""
    (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| {start}")]
    return re.sub(r"`#!calc ([^`]+)`", lambda calc: evaluate(calc[1], NAMES), line)


def result(path: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((ROOT / path).read_text(encoding="utf-8"))
    return read


@pytest.mark.slow
def test_the_onnx_cases_are_those_that_onnx_gives() -> None:
    found = {operator: len(cases) for operator, cases in collected().items()}
    assert f"{sum(found.values())} cases, 0 left out" in row("[test cases of ONNX]")
    for operator, cases in found.items():
        assert row(f"{operator} |") == f"| {operator} | {cases} |"


def test_the_golden_cases_are_those_that_the_tests_run() -> None:
    lists: dict[str, list[Any]] = {
        "scaled dot-product": case_lists.attention_cases(),
        "multi-head attention": case_lists.multihead_cases(),
        "rows of numbers": case_lists.row_cases(),
    }
    for start, cases in lists.items():
        assert f"| {len(cases)} |" in row(start)
    assert f"{sum(map(len, lists.values()))} cases" in row("[answers of PyTorch]")
    values = 0
    for path in TESTS.glob("golden/*.npz"):
        assert f"`{path.relative_to(ROOT)}`" in PAGE
        with np.load(path) as file:
            values += len(file["values"])
    assert evaluate("golden_numbers", NAMES) == str(values)


def test_each_head_is_compared_in_each_text_of_the_trained_model() -> None:
    cases = result("tests/minilm/golden.json")["cases"]
    assert f"| {len(cases)} texts" in row("[answers of Hugging Face")
    for case in cases:
        n = len(case["tokens"])
        heads = np.unravel_index(case["attention"]["at"], (72, n, n))[0]
        assert set(heads) == set(range(72))
    assert evaluate("minilm_weights", NAMES) == str(len(cases) * 2 * 72)
    assert evaluate("minilm_longest", NAMES) == "128"


def test_the_properties_are_those_that_hypothesis_knows() -> None:
    properties = 0
    for path in TESTS.glob("test_*.py"):
        if path.name in {"test_in_pyodide.py", "test_docstrings.py"}:  # they need more than the package
            continue
        spec = importlib.util.spec_from_file_location(f"trust_{path.stem}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        own = [f for _, f in inspect.getmembers(module, inspect.isfunction) if f.__module__ == spec.name]
        properties += sum(is_hypothesis_test(f) for f in own)
    assert properties > 30
    assert f"{properties} properties" in row("[identities]")


def test_the_examples_are_the_prompts_of_the_docstrings() -> None:
    prompts = sum(path.read_text(encoding="utf-8").count("    >>> ") for path in (ROOT / "attn_core").glob("*.py"))
    assert f"{prompts} lines" in row("[examples in the docstrings]")


def test_the_mutants_add_up_and_each_that_lives_is_listed_with_its_reason() -> None:
    numbers = [int(re.sub(r"\D", "", row(start))) for start in ("mutants", "noticed", "stopped", "give", "alive")]
    assert numbers[0] == sum(numbers[1:])
    assert numbers[-1] == 0
    living = [line for line in PAGE.splitlines() if line.startswith("    - `")]
    explained = json.loads((TESTS / "mutation/equivalent.json").read_text(encoding="utf-8"))
    assert len(living) == len(explained) == numbers[3]
    for mutant in explained:
        name = mutant["where"].replace("ǁKVCacheǁ", "_KVCache.").replace(".x_", ".")
        (line,) = [line for line in living if f"became `{mutant['mutant']}`." in line and f"`{name}`" in line]
        assert f"`{mutant['line']}`" in line
        assert line.replace("’", "'").endswith(f"Why: {mutant['why']}.")


def test_the_measurements_follow_from_each_other() -> None:
    speed = result("bench/results/attention_overhead.json")
    for dtype in ("float64", "float32"):
        bare, ours = speed[dtype]["two_liner_us"], speed[dtype]["attention_us"]
        printed = row(f"{dtype} |")
        assert f"| {bare:.0f} µs | {ours:.0f} µs |" in printed
        (more,) = re.findall(r"([\d.]+) %", printed)
        assert abs(float(more) - 100 * (ours / bare - 1)) < 0.1
    first, *_, last = result("bench/results/tiled_memory.json")["rows"]
    assert row("`#!calc f\"{memory['rows'][0]").startswith(f"| {first['n']:,} | ")
    growth = [last[kind] / first[kind] for kind in ("dense_bytes", "tiled_bytes")]
    assert row("last ÷ first") == f"| last ÷ first | {growth[0]:.1f} | {growth[1]:.1f} |"
    took = result("bench/results/import_time.json")
    assert (
        abs(float(evaluate("percent(importing['share'])", NAMES)) - 100 * took["attn_core_ms"] / took["numpy_ms"])
        < 0.1
    )


def test_the_start_is_what_was_measured() -> None:
    medians = result("bench/results/startup.json")["medians"]
    (cold,) = [m for m in medians if (m["engine"], m["link"], m["measure"]) == ("chromium", "none", "cold")]
    shown = float(evaluate("fixed(started('cold')['ours_ratio'])", NAMES))
    assert abs(shown - cold["ours"] / cold["stock"]) < 0.01


def test_each_check_in_the_engines_has_one_row_with_its_outcomes() -> None:
    found = result("tests/browser/results/engines.json")
    script = (ROOT / found["script"]).read_text(encoding="utf-8")
    assert list(found["checks"]) == re.findall(r'^@check\("(\w+)"\)$', script, re.MULTILINE)
    rows = [line for line in PAGE.splitlines() if '#!calc engines["checks"]' in line and line.count("|") == 5]
    named = [set(re.findall(r'engines\["checks"\]\["(\w+)"\]', line)) for line in rows]
    assert sorted(name for names in named for name in names) == sorted(found["checks"])
    for line, (name,) in zip(rows, named, strict=True):
        says = line.split("|")[1].strip()
        assert row(f"{says} |") == f"| {says} | {' | '.join(found['checks'][name][e] for e in ENGINES)} |"
    assert row("[three browser engines]").startswith(f"| [three browser engines](#engines) | {len(rows)} checks")


@pytest.mark.parametrize("folder", ["bench/results", "tests/attn_core/results", "tests/browser/results"])
def test_every_result_file_is_named(folder: str) -> None:
    files = sorted((ROOT / folder).glob("*.json"))
    assert files
    for path in files:
        assert f"`{path.relative_to(ROOT)}`" in PAGE


def test_every_file_that_the_page_names_is_there() -> None:
    named = re.findall(r"`((?:tests|bench)/[\w./*]+)`", PAGE)
    assert len(named) > 10
    for name in named:
        assert list(ROOT.glob(name)), name


def test_a_small_number_is_its_digit_and_a_power_of_ten() -> None:
    assert evaluate("power(0.00002)", NAMES) == "2 · 10⁻⁵"
    assert evaluate("power(0.004)", NAMES) == "4 · 10⁻³"

"""The node cases that ONNX publishes for the operators that this package has too."""

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from tests.attn_core.onnx_cases import ANSWERS, Case, collected, plain

RESULTS = Path(__file__).parent / "results" / "onnx.json"
# What is wrong by rounding. ONNX computes float16 and bfloat16 cases in that type throughout.
TOLERANCE = {"float32": 2e-5, "float16": 4e-3, "bfloat16": 2e-2}


@pytest.fixture(scope="module")
def cases() -> dict[str, list[Case]]:
    pytest.importorskip("onnx")
    return collected()


@pytest.mark.parametrize("operator", ANSWERS)
def test_cases(operator: str, cases: dict[str, list[Case]], subtests: pytest.Subtests) -> None:
    for case in cases[operator]:
        with subtests.test(case.name):
            answers = ANSWERS[operator](case)
            for name in case.outputs.keys() & answers.keys():
                compare(answers[name], case.outputs[name])
            # layer_norm returns neither its mean nor its deviation.
            assert case.outputs.keys() - answers.keys() <= {"Mean", "InvStdDev"}


def compare(found: np.ndarray, expected: np.ndarray) -> None:
    """Compare with what rounding allows, for the size of the numbers; infinities must match."""
    atol = TOLERANCE[expected.dtype.name]
    wanted = plain(expected)
    assert found.dtype == wanted.dtype
    assert found.shape == wanted.shape
    finite = np.isfinite(wanted.astype("f8"))
    assert_array_equal(np.isfinite(found), finite)
    size = max(1.0, float(np.abs(wanted[finite].astype("f8")).max(initial=0)))
    assert_allclose(np.where(finite, found, 0), np.where(finite, wanted, 0), rtol=0, atol=atol * size)
    assert_array_equal(found[~finite], wanted[~finite])


def test_the_counts_are_those_of_the_result_file(cases: dict[str, list[Case]]) -> None:
    result = json.loads(RESULTS.read_text(encoding="utf-8"))
    assert result["cases"] == {operator: len(found) for operator, found in cases.items()}
    assert result["not_applicable"] == {}
    assert min(result["cases"].values()) > 0

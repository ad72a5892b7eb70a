"""Counts the node cases of ONNX that the tests compare with: python -m tests.attn_core.results.record_onnx"""

import datetime
import json
import platform
from importlib.metadata import version
from pathlib import Path

from tests.attn_core.onnx_cases import collected


def main() -> None:
    result = {
        "script": "tests/attn_core/results/record_onnx.py",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "versions": {"python": platform.python_version(), "numpy": version("numpy"), "onnx": version("onnx")},
        "cases": {operator: len(found) for operator, found in collected().items()},
        "not_applicable": {},
    }
    path = Path(__file__).with_name("onnx.json")
    path.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

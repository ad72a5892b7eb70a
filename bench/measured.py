"""What the measurements share: a result file that says what made it."""

import datetime
import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

import numpy as np

RESULTS = Path(__file__).parent / "results"


def write(script: str, measured: dict[str, Any], *, show: bool = True) -> None:
    """Write results/<script>.json and print it."""
    result = {
        "script": f"bench/{script}.py",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "versions": {"python": platform.python_version(), "numpy": np.__version__},
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        **measured,
    }
    text = json.dumps(result, indent=2) + "\n"
    (RESULTS / f"{script}.json").write_text(text, encoding="utf-8")
    if show:
        print(text, end="")


def require(holds: bool, expected: str, found: str) -> None:
    """End with an error unless the measurement shows what the project promises."""
    if not holds:
        sys.exit(f"expected {expected} / found {found}")

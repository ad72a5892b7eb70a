"""How long importing attn_core takes beside numpy itself: python -m bench.import_time"""

import os
import subprocess
import sys
from pathlib import Path

from bench.measured import require, write

RUNS, LIMIT = 21, 0.05
TIMED = """
import time
start = time.perf_counter()
import numpy
between = time.perf_counter()
import attn_core
print(between - start, time.perf_counter() - between)
"""


def main() -> None:
    rows = []
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command, root = [sys.executable, "-c", TIMED], Path(__file__).parents[1]
    for _ in range(RUNS + 1):  # the first run compiles
        done = subprocess.run(command, env=environment, cwd=root, capture_output=True, check=True, text=True)
        rows.append([float(word) for word in done.stdout.split()])
    numpy, attn_core = (min(times) for times in zip(*rows[1:], strict=True))  # a busy machine only adds
    share = attn_core / numpy
    measured = {
        "numpy_ms": round(numpy * 1e3, 2),
        "attn_core_ms": round(attn_core * 1e3, 2),
        "share": round(share, 4),
    }
    write("import_time", {"runs": RUNS, **measured})
    require(share < LIMIT, f"less than {LIMIT:.0%} of numpy's time", f"{share:.1%}")


if __name__ == "__main__":
    main()

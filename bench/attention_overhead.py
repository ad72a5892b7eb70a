"""What checks, masks and safety cost beside a bare numpy two-liner: python -m bench.attention_overhead

Both subtract the row's maximum. Calls alternate, so that a busy machine slows both; OpenBLAS gets one thread.
"""

import os
import statistics
import time
from collections.abc import Callable
from typing import Any

os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np

from attn_core import scaled_dot_product_attention
from bench.measured import require, write

N, WIDTH, CALLS = 256, 64, 2000
LIMIT = 0.15


def two_liner(Q: Any, K: Any, V: Any) -> Any:
    """Attention without a check."""
    W = np.exp((S := Q @ K.T / Q.dtype.type(np.sqrt(WIDTH))) - S.max(axis=-1, keepdims=True))
    return W / W.sum(axis=-1, keepdims=True) @ V


def seconds(call: Callable[..., Any], arrays: list[Any]) -> float:
    start = time.perf_counter()
    call(*arrays)
    return time.perf_counter() - start


def main() -> None:
    rows = {}
    for dtype in ("float64", "float32"):
        rng = np.random.default_rng(1)
        arrays = [rng.standard_normal((N, WIDTH)).astype(dtype) for _ in range(3)]
        np.testing.assert_allclose(scaled_dot_product_attention(*arrays), two_liner(*arrays), rtol=1e-4, atol=1e-5)
        pairs = [(seconds(two_liner, arrays), seconds(scaled_dot_product_attention, arrays)) for _ in range(CALLS)]
        bare, ours = (statistics.median(times) for times in zip(*pairs, strict=True))
        rows[dtype] = {"two_liner_us": round(bare * 1e6, 1), "attention_us": round(ours * 1e6, 1)}
        rows[dtype]["overhead"] = round(ours / bare - 1, 4)
    write("attention_overhead", {"n": N, "width": WIDTH, "calls": CALLS, **rows})
    worst = max(row["overhead"] for row in rows.values())
    require(worst < LIMIT, f"an overhead below {LIMIT:.0%}", f"{worst:.1%}")


if __name__ == "__main__":
    main()

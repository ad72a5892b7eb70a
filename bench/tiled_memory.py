"""Peak memory of tiled and of dense attention as the sequence grows: python -m bench.tiled_memory

Linear against quadratic. The dense call holds several gigabytes at the largest length.
"""

import tracemalloc
from collections.abc import Callable

import numpy as np

from attn_core import scaled_dot_product_attention, tiled_attention
from bench.measured import require, write

LENGTHS = [1024, 2048, 4096, 8192, 16384]
WIDTH, BLOCK = 64, 64


def peak(call: Callable[[], object]) -> int:
    """Return the most bytes that numpy and Python held at once during the call."""
    tracemalloc.start()
    call()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def main() -> None:
    rows = []
    for n in LENGTHS:
        rng = np.random.default_rng(n)
        q, k, v = (rng.standard_normal((n, WIDTH), dtype=np.float32) for _ in range(3))
        dense = peak(lambda: scaled_dot_product_attention(q, k, v))  # noqa: B023 (called at once)
        tiled = peak(lambda: tiled_attention(q, k, v, block_size=BLOCK))  # noqa: B023
        rows.append({"n": n, "dense_bytes": dense, "tiled_bytes": tiled})
        print(f"n = {n}: dense {dense / 1e6:.1f} MB, tiled {tiled / 1e6:.1f} MB")
    first, last = rows[0], rows[-1]
    factor = last["n"] / first["n"]
    growth = {kind: round(last[f"{kind}_bytes"] / first[f"{kind}_bytes"], 2) for kind in ("dense", "tiled")}
    write(
        "tiled_memory", {"width": WIDTH, "block_size": BLOCK, "dtype": "float32", "rows": rows, "growth": growth}
    )
    require(growth["tiled"] < 1.2 * factor, f"tiled memory to grow {factor:.0f}-fold", f"{growth['tiled']:.1f}")
    require(
        growth["dense"] > 0.8 * factor**2, f"dense memory to grow {factor**2:.0f}-fold", f"{growth['dense']:.1f}"
    )


if __name__ == "__main__":
    main()

"""What does the output projection add?"""

from typing import Annotated

import numpy as np

from attn_core import merge_heads
from live_demo import Child, Slider, Toggle, View, element, fixed, matrix, strong, table

HEAD_1, HEAD_2 = np.array([0.8, -0.4]), np.array([0.5, 1.0])
# Chosen by hand; a model learns it. One row for each number of the heads, one column for each of the output.
W_O = np.array([[0.6, 0.2, -0.5, 0.3], [-0.3, 0.7, 0.4, 0.5], [0.5, -0.4, 0.6, 0.2], [0.2, 0.5, 0.3, -0.6]])
FEATURES = ["1", "2", "3", "4"]


def together(factor: float) -> np.ndarray:
    """The two heads' outputs for one word, side by side."""
    return np.asarray(merge_heads(np.stack([HEAD_1, factor * HEAD_2])[:, None])[0])


def view(
    factor: Annotated[float, Slider("Head 2 times", 0.0, 2.0, step=0.1)] = 0.0,
    mix: Annotated[bool, Toggle("With the output projection")] = True,
) -> View:
    after = W_O if mix else np.eye(4)
    heads, before, now = together(factor), together(1.0) @ after, together(factor) @ after
    change = now - before
    values = [heads, before, now, change]
    names = ["heads side by side", "output, head 2 × 1", f"output, head 2 × {fixed(factor, 1)}", "change"]
    sources = ["head 1, first", "head 1, second", "head 2, first", "head 2, second"]
    return View(
        element(
            "div",
            element("p", "The output projection", class_="hc-title"),
            matrix("The output projection", after.tolist(), sources, FEATURES, top=1.0, places=1, ramp="signed"),
            class_="hc-part",
        ),
        element(
            "div",
            element("p", "One word’s numbers", class_="hc-title"),
            matrix("One word’s numbers", [v.tolist() for v in values], names, FEATURES, top=2.0, ramp="signed"),
            class_="hc-part",
        ),
        table(
            "The output before and after head 2 changes",
            ["feature", *names[1:]],
            [[f, fixed(a), fixed(b), fixed(c)] for f, a, b, c in zip(FEATURES, before, now, change, strict=True)],
            hidden=True,
        ),
        sentence=said(change, mix),
    )


def said(change: np.ndarray, mix: bool) -> list[Child]:
    """Say which numbers of the output the second head reaches."""
    moved = [f for f, c in zip(FEATURES, change, strict=True) if abs(c) > 1e-12]
    if not moved:
        return [strong("Nothing changes:"), " head 2 is as it was. Move the slider."]
    if mix:
        return [
            strong(f"{len(moved)} of 4 numbers change,"),
            f" by up to {fixed(float(abs(change).max()))}: through the projection head 2 writes everywhere.",
        ]
    return [
        strong(f"Only {' and '.join(moved)} change,"),
        f" by up to {fixed(float(abs(change).max()))}: without it head 2 never reaches head 1’s numbers.",
    ]

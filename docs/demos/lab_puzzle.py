"""How short can a query be that gives street more than half of the attention?"""

from typing import Annotated

import numpy as np

from attn_core import softmax
from demos._keys import KEYS, NAMES, K
from live_demo import (
    Arrow,
    Child,
    Handle,
    Slider,
    View,
    fixed,
    plane,
    share,
    strong,
    table,
)

REACH = 2.2
STREET = NAMES.index("street")
GOAL = 0.5


def weights(q: np.ndarray) -> np.ndarray:
    """The weights of the four keys for a query, or for each query of a grid."""
    return softmax(q @ K.T / np.sqrt(2))


def shortest() -> float:
    """The length of the shortest query on the sliders' grid that meets the goal."""
    steps = np.round(np.arange(-REACH, REACH + 0.05, 0.1), 1)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    return float(np.linalg.norm(grid[weights(grid)[:, STREET] > GOAL], axis=-1).min())


BEST = shortest()


def view(
    x: Annotated[float, Slider("Query x", -REACH, REACH, step=0.1)] = -1.0,
    y: Annotated[float, Slider("Query y", -REACH, REACH, step=0.1)] = 1.0,
) -> View:
    q = np.array([x, y])
    alpha = weights(q)
    length = float(np.linalg.norm(q))
    figure = plane(
        "Your query and four key arrows in the plane",
        [Arrow(s, (k[0], k[1]), share(a), 1.6 + 5 * a) for s, k, a in zip(KEYS, K, alpha, strict=True)],
        extent=REACH,
        handle=Handle("you", (x, y), ("x", "y")),
        project_on=STREET,
    )
    rows = [[s.label(), fixed(float(k @ q)), share(a, 3)] for s, k, a in zip(KEYS, K, alpha, strict=True)]
    return View(
        figure,
        table("Products and weights", ["key", "q · k", "weight"], rows, main=2),
        sentence=verdict(float(alpha[STREET]), length),
    )


def verdict(weight: float, length: float) -> list[Child]:
    """Say whether the goal is met, how long the query is and how much shorter one could do it."""
    held = f"{share(weight, 3)} with a query {fixed(length)} long."
    if not weight > GOAL:
        return [strong("Not yet."), f" street has {held} It needs more than {fixed(GOAL)}."]
    if length > BEST + 1e-9:
        return [strong("Solved."), f" street has {held} It can be done with a shorter one."]
    return [strong("Solved, and no shorter query on these sliders does it."), f" street has {held}"]

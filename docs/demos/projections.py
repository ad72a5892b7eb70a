"""Why three maps of one word?"""

from typing import Annotated

import numpy as np

from attn_core import attention_scores
from live_demo import (
    Arrow,
    Child,
    Handle,
    Pad,
    Presets,
    Series,
    Toggle,
    View,
    fixed,
    matrix,
    plane,
    strong,
    table,
)

WORDS = ("it", "animal", "street")
REST = np.array([(1.3, -0.5), (-0.9, -0.9)])  # animal, street
W_Q = np.array([(-1.2, -0.6), (-0.2, -0.4)])
W_K = np.array([(-0.5, -1.0), (1.1, -0.3)])
W_V = np.array([(-0.7, -0.2), (-0.5, 0.9)])
EXTENT = 3.0
ROLES = (Series("q", "circle", "role-q"), Series("k", "square", "role-k"), Series("v", "diamond", "role-v"))
BOTH = Series("q = k", "circle", "role-q")
PRESETS = Presets(
    "Try",
    {
        "three maps": {"x.x": 0.8, "x.y": 1.2, "tied": False},
        "one map for q and k": {"x.x": 0.8, "x.y": 1.2, "tied": True},
    },
)


def view(
    x: Annotated[tuple[float, float], Pad("“it”", -1.5, 1.5)] = (0.8, 1.2),
    tied: Annotated[bool, Toggle("Use one map for query and key")] = False,
) -> View:
    X = np.array([x, *REST])
    W = W_K if tied else W_Q
    Q, K, V = X @ W, X @ W_K, X @ W_V
    scores = attention_scores(Q, K, scale=1)
    drawn = list(zip(ROLES, (Q[0], K[0], V[0]), strict=True))
    if tied:
        drawn = [(BOTH, K[0]), drawn[2]]
    figure = plane(
        "The numbers of it and what three maps make of them: query, key and value",
        [Arrow(role, (float(p[0]), float(p[1]))) for role, p in drawn],
        extent=EXTENT,
        handle=Handle("x", x, ("x.x", "x.y")),
        hint="Drag x. All three follow: each is the same x, times its own matrix.",
    )
    rows: list[list[Child]] = [["x", *pair(x), "what “it” is"]]
    told = ("what it looks for", "what it offers", "what it hands over")
    rows += [[role.name, *pair(p[0]), text] for role, p, text in zip(ROLES, (Q, K, V), told, strict=True)]
    return View(
        figure,
        matrix(
            "Scores: each row asks, each column answers", scores.tolist(), asking(), WORDS, top=4, ramp="signed"
        ),
        table("The four vectors of it", ["vector", "first", "second", "role"], rows),
        sentence=said(scores, tied),
    )


def asking() -> list[str]:
    """Row names: these words ask."""
    return [f"{word} asks" for word in WORDS]


def pair(p: np.ndarray | tuple[float, float]) -> list[str]:
    """Two numbers as text."""
    return [fixed(float(p[0])), fixed(float(p[1]))]


def said(scores: np.ndarray, tied: bool) -> list[Child]:
    """Compare the score of a pair with the score of the same pair turned round."""
    there, back = float(scores[0, 1]), float(scores[1, 0])
    if tied:
        first = f"“it” and animal score each other {fixed(there)}."
        own = " A word’s own score is a sum of squares, never below 0."
        return [strong("Tied, asking is mutual. "), first, own]
    numbers = f"“it” scores animal {fixed(there)}; animal scores “it” {fixed(back)}."
    if abs(there - back) < 0.005:
        return [strong("Here the two agree by chance. "), numbers, " Move x and they part."]
    return [strong("Asking need not be mutual. "), numbers]

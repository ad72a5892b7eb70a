"""How does one query share its attention among four keys?"""

from typing import Annotated

import numpy as np

from attn_core import entropy, softmax, uniform_weights
from demos._keys import KEYS, NAMES, K
from live_demo import (
    Arrow,
    Child,
    Gauge,
    Handle,
    Prediction,
    Presets,
    Reference,
    Slider,
    Verdict,
    View,
    bars,
    fixed,
    listing,
    plane,
    share,
    strong,
    table,
)

REACH = 2.2
PRESETS = Presets(
    "Start from",
    {
        "it → animal": {"x": 1.4, "y": 0.6, "temperature": 1.0},
        "it → street": {"x": 1.2, "y": -1.2, "temperature": 1.0},
    },
)
PREDICT = Prediction(
    "Which key will get the most weight?",
    KEYS,
    questions=[
        {"x": round(1.6 * float(np.cos(a)), 1), "y": round(1.6 * float(np.sin(a)), 1), "temperature": 1.0}
        for a in np.radians([200, 75, 300, 40, 155, 345, 110, 265, 15, 320, 60, 230])
    ],
)


def view(
    x: Annotated[float, Slider("Query x", -REACH, REACH, step=0.1)] = 1.4,
    y: Annotated[float, Slider("Query y", -REACH, REACH, step=0.1)] = 0.6,
    temperature: Annotated[float, Slider("Temperature", 0.2, 4.0, step=0.1)] = 1.0,
) -> View:
    q = np.array([x, y])
    scores = K @ q
    logits = scores / np.sqrt(len(q)) / temperature
    alpha = softmax(logits)
    top = int(np.argmax(alpha))
    bits = float(entropy(alpha, base=2))
    uniform = float(uniform_weights(len(K))[0])
    figure = plane(
        "The query arrow and four key arrows in the plane",
        [Arrow(s, (k[0], k[1]), share(a), 1.6 + 5 * a) for s, k, a in zip(KEYS, K, alpha, strict=True)],
        extent=REACH,
        handle=Handle("it", (x, y), ("x", "y")),
        project_on=top,
        hint="Drag the blue point, or use the sliders.",
    )
    weights = bars(
        alpha.tolist(),
        KEYS,
        reference=Reference("uniform", uniform),
        gauge=Gauge("entropy", bits, np.log2(len(K)), f"{fixed(bits)} of {np.log2(len(K)):.0f} bits"),
        value_label="weight",
        ramp="attn",
    )
    rows = [
        [s.label(), angle(q, k), fixed(score), fixed(logit), share(a, 3), times(a / uniform)]
        for s, k, score, logit, a in zip(KEYS, K, scores, logits, alpha, strict=True)
    ]
    numbers = table(
        "Scores and weights of the four keys",
        ["key", "angle", "q · k", "÷ √2 T", "weight", f"vs {fixed(uniform)}"],
        rows,
        main=4,
        covered_from=2,
    )
    return View(figure, weights, numbers, sentence=summary(alpha, bits), verdicts=verdicts(scores, alpha))


def angle(q: np.ndarray, k: np.ndarray) -> str:
    """The angle between query and key in degrees; a query of length 0 points nowhere."""
    length = np.linalg.norm(q) * np.linalg.norm(k)
    return f"{np.degrees(np.arccos(np.clip(q @ k / length, -1, 1))):.0f}°" if length else "–"


def times(ratio: float) -> str:
    """How many times the uniform share. Small is not nothing."""
    return "<0.01 ×" if ratio < 0.005 else f"{fixed(ratio)} ×"


def winners(alpha: np.ndarray) -> list[str]:
    """Every key with the largest weight: several where they tie."""
    return [NAMES[i] for i in np.flatnonzero(np.isclose(alpha, alpha.max(), rtol=0, atol=1e-9))]


def summary(alpha: np.ndarray, bits: float) -> list[Child]:
    """Say the weights in order, the winner in bold."""
    if len(winners(alpha)) == len(K):
        return [strong("All four"), f" get {share(alpha[0])}. Entropy {fixed(bits)} of 2 bits."]
    order = np.argsort(-alpha, kind="stable")
    said = [[strong(NAMES[i]) if rank == 0 else NAMES[i], f" {share(alpha[i])}"] for rank, i in enumerate(order)]
    return [*listing(said), f". Entropy {fixed(bits)} of 2 bits."]


def verdicts(scores: np.ndarray, alpha: np.ndarray) -> dict[str, Verdict]:
    """What each guess is told: what happened, then why, in numbers."""
    best = winners(alpha)
    top = int(np.argmax(alpha))
    answers = {}
    text: Child
    for i, name in enumerate(NAMES):
        if len(best) > 1 and name in best:
            text = [
                strong("A tie."),
                f" {' and '.join(best)} get {share(alpha[i])} each: their products are equal.",
            ]
        elif name in best:
            product = fixed(scores[i])
            text = [
                strong("Right."),
                f" {name} gets {share(alpha[i])}: its product with the query, {product}, is the largest.",
            ]
        else:
            products = f"the products are {fixed(scores[top])} and {fixed(scores[i])}."
            text = [
                strong("Not this time."),
                f" {NAMES[top]} gets {share(alpha[top])}, {name} {share(alpha[i])}: {products}",
            ]
        answers[name] = Verdict(name in best, text)
    return answers

"""How close does a sum of features come to softmax?"""

from functools import cache, lru_cache
from typing import Annotated

import numpy as np

from attn_core import (
    attention_cost,
    favor_features,
    linear_attention,
    orthogonal_features,
    softmax,
    uniform_weights,
)
from demos._curves import Curve, Rule, curves
from demos._units import percent
from live_demo import Axis, Child, Choice, Element, Presets, Slider, View, element, fixed, heatmap, strong, table

KEYS, WIDTH, SHOWN = 64, 8, 5
LENGTH, LAST = 4096, 10
EXPONENTS = range(2, LAST + 1)
FEATURES = tuple(f"{2**e:,}" for e in EXPONENTS)
FAILED = 0.9  # of what a plain average misplaces: from here on the features say next to nothing of the keys
PRESETS = Presets(
    "Try",
    {
        "flat": {"features": "64", "sharpness": 0.5},
        "plain": {"features": "64", "sharpness": 1.0},
        "sharp": {"features": "64", "sharpness": 4.0},
        "sharp, many features": {"features": "1,024", "sharpness": 4.0},
    },
)


def view(
    features: Annotated[str, Choice("Features r", FEATURES)] = "64",
    sharpness: Annotated[float, Slider("Sharpness", 0.0, 6.0, 0.5)] = 1.0,
    draw: Annotated[int, Slider("Draw", 1, 10, 1)] = 1,
) -> View:
    r = int(features.replace(",", ""))
    exact = exact_weights(sharpness)
    random = random_weights(sharpness, draw)[r]
    kernel = kernel_weights(sharpness)
    wrong = [misplaced(exact, weights) for weights in (exact, random, kernel)]
    dense = attention_cost(LENGTH, WIDTH, 1).flops
    linear = [attention_cost(LENGTH, WIDTH, 1, kind="linear", features=f).flops for f in (r, WIDTH)]
    rows = [
        [name, fixed(error, 3), percent(flops / dense)]
        for name, error, flops in zip(NAMES, wrong, (dense, *linear), strict=True)
    ]
    rows.append(["uniform", fixed(misplaced(exact, uniform_weights(KEYS)), 3), "–"])
    cost = f"cost, n = {LENGTH:,}"
    return View(
        chart(r, sharpness, draw),
        element(
            "p", f"One query’s weights on its five best keys, and on the other {KEYS - SHOWN}", class_="ld-hint"
        ),
        best_keys([exact, random, kernel]),
        table("Weight that lies on the wrong keys, and cost", ["method", "misplaced", cost], rows, main=1),
        sentence=said(r, wrong[1:], misplaced(exact, uniform_weights(KEYS)), linear[0] / dense),
    )


NAMES = ("softmax", "random", "elu + 1")


@cache
def queries_and_keys() -> tuple[np.ndarray, np.ndarray]:
    """64 random queries and keys of width 8, always the same."""
    rng = np.random.default_rng(0)
    return rng.standard_normal((KEYS, WIDTH)), rng.standard_normal((KEYS, WIDTH))


@cache
def directions(draw: int) -> np.ndarray:
    """The directions of the random features; fewer features take the first of them."""
    return orthogonal_features(2**LAST, WIDTH, np.random.default_rng(draw))


def exact_weights(sharpness: float) -> np.ndarray:
    """softmax(sharpness Q Kᵀ / sqrt(8))."""
    Q, K = queries_and_keys()
    return softmax(sharpness * Q @ K.T / np.sqrt(WIDTH))


@lru_cache(maxsize=4)
def random_weights(sharpness: float, draw: int) -> dict[int, np.ndarray]:
    """phi(q)·phi(k) for every pair, each row divided by its sum, by the number of features."""
    Q, K = queries_and_keys()
    root = np.sqrt(sharpness) / WIDTH**0.25  # a half of the scale for the queries, a half for the keys
    phi_Q, phi_K = (favor_features(root * X, directions(draw)) for X in (Q, K))
    products, first, weights = np.zeros((KEYS, KEYS)), 0, {}
    for features in (2**e for e in EXPONENTS):
        products = products + phi_Q[:, first:features] @ phi_K[:, first:features].T
        weights[features] = products / products.sum(axis=1, keepdims=True)
        first = features
    return weights


def kernel_weights(sharpness: float) -> np.ndarray:
    """The weights of linear attention with phi = elu + 1: what it makes of values that are unit vectors."""
    Q, K = queries_and_keys()
    root = np.sqrt(sharpness)
    return linear_attention(root * Q, root * K, np.eye(KEYS))


def misplaced(exact: np.ndarray, weights: np.ndarray) -> float:
    """1/2 sum_j |a_j - b_j|, the mean over the rows: the share of the attention that lies on the wrong keys."""
    return float(np.abs(exact - weights).sum(axis=1).mean() / 2)


def best_keys(methods: list[np.ndarray]) -> Element:
    """The first query’s weights on the keys that softmax puts first, by each method."""
    order = np.argsort(-methods[0][0], kind="stable")
    rows = [weights[0, order] for weights in methods]
    return heatmap(
        f"Weights of one query on the {SHOWN} keys that softmax puts first, and on all others together",
        [[*row[:SHOWN].tolist(), min(1.0, float(row[SHOWN:].sum()))] for row in rows],
        NAMES,
        ["1st", "2nd", "3rd", "4th", "5th", "others"],
        ramp="attn",
    )


def chart(features: int, sharpness: float, draw: int) -> Element:
    """The misplaced share over the number of features."""
    exact = exact_weights(sharpness)
    random = [misplaced(exact, weights) for weights in random_weights(sharpness, draw).values()]
    kernel, uniform = (misplaced(exact, weights) for weights in (kernel_weights(sharpness), uniform_weights(KEYS)))
    ticks = [(e, f"{2**e:,}") for e in EXPONENTS[::2]]
    return curves(
        "Share of the attention on the wrong keys, by the number of features",
        list(EXPONENTS),
        [
            Curve("random", random, "curve-main"),
            Curve("elu + 1", [kernel] * len(EXPONENTS), "curve-sum"),
            Curve("uniform", [uniform] * len(EXPONENTS), "curve-part"),
        ],
        x_axis=Axis("features r, doubling", EXPONENTS[0], LAST, ticks),
        y_axis=Axis("misplaced", 0, 1, [(t, fixed(t)) for t in (0, 0.25, 0.5, 0.75, 1)]),
        rules=[Rule(float(np.log2(features)), "", "curve-here")],
    )


def said(features: int, wrong: list[float], uniform: float, cost: float) -> list[Child]:
    """Say all errors, against the plain average’s, and the cost; and where the features fail."""
    random, kernel, average = map(fixed, (*wrong, uniform))
    last = f" At {LENGTH:,} tokens the random features take {percent(cost)} of the products of softmax attention."
    if uniform > 0.005 and wrong[0] >= FAILED * uniform:
        than = "no less" if wrong[0] >= uniform else "hardly less"
        return [
            strong(f"{features:,} random features fail here."),
            f" They misplace {random} of the attention, {than} than a plain average: {average}. ",
            f"elu + 1: {kernel}.{last}",
        ]
    return [
        strong(f"{features:,} random features misplace {random} of the attention"),
        f"; elu + 1: {kernel}; a plain average: {average}.{last}",
    ]

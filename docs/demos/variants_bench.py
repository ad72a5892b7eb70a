"""How close does cheaper attention come to the full one, and what does it save?"""

from typing import Annotated, NamedTuple

import numpy as np

from attn_core import (
    attention_cost,
    bigbird_mask,
    favor_features,
    linear_attention,
    longformer_mask,
    orthogonal_features,
    scaled_dot_product_attention,
    sliding_window_mask,
)
from demos._meters import meters
from demos._toy_heads import Head, Matrix, toy_head
from demos._units import percent
from live_demo import Child, Choice, Presets, Slider, Toggle, View, fixed, share, strong, table

FEATURES = 32  # random features, drawn with the seed 1
PLURAL = "random features"  # the one variant whose name is a plural

PRESETS = Presets(
    "Try",
    {
        "near words matter": {"locality": 1.0, "sharpness": 3.0, "sink": False},
        "any word may matter": {"locality": 0.0, "sharpness": 2.0, "sink": False},
        "all words alike": {"locality": 0.5, "sharpness": 0.5, "sink": False},
        "a sink": {"locality": 0.8, "sharpness": 2.0, "sink": True},
    },
)


class Variant(NamedTuple):
    """One way to attend: its weights, and its operations as a part of full attention's."""

    name: str
    weights: Matrix
    part: float


def variants(head: Head, window: int) -> list[Variant]:
    """Full attention first, then three masks and two linear kernels."""
    n = len(head.q)
    block = window // 4
    masks = {
        "full": np.ones((n, n), dtype=bool),
        "window": sliding_window_mask(n, n, window // 2, window // 2),
        "window + sink": longformer_mask(n, window, [0]),
        "block-sparse": bigbird_mask(n // block, block, num_global=1, num_window=3, num_random=1),
    }
    found = [
        Variant(
            name,
            scaled_dot_product_attention(head.q, head.k, head.v, attn_mask=mask, return_weights=True)[1],
            float(mask.mean()),
        )
        for name, mask in masks.items()
    ]
    return [*found, linear(head), random_features(head)]


def linear(head: Head) -> Variant:
    """The kernel elu + 1. Weights are the output for values that tell the keys apart."""
    n, E = head.q.shape
    weights = linear_attention(head.q, head.k, np.eye(n))
    cost = attention_cost(n, E, 1, kind="linear", features=E).flops
    return Variant("linear", weights, cost / attention_cost(n, E, 1).flops)


def random_features(head: Head) -> Variant:
    """Random features, whose product is exp(q·k) on average. Making them counts: 2 n r E for each side."""
    n, E = head.q.shape
    omega = orthogonal_features(FEATURES, E, np.random.default_rng(1))
    phi_q, phi_k = (favor_features(x / E**0.25, omega) for x in (head.q, head.k))
    products = phi_q @ phi_k.T
    cost = attention_cost(n, E, 1, kind="linear", features=FEATURES).flops + 4 * n * FEATURES * E
    weights = products / products.sum(axis=1, keepdims=True)
    return Variant(PLURAL, weights, cost / attention_cost(n, E, 1).flops)


def misplaced(weights: Matrix, full: Matrix) -> float:
    """The mean part of a row's weight that lies on other keys than in full attention: half of sum |a − a'|."""
    return float(np.abs(weights - full).sum(axis=1).mean() / 2)


def output_error(weights: Matrix, full: Matrix, values: Matrix) -> float:
    """|O' − O| / |O|, over all outputs together."""
    return float(np.linalg.norm((weights - full) @ values) / np.linalg.norm(full @ values))


def view(
    tokens: Annotated[str, Choice("Tokens n", ("128", "256"))] = "128",
    locality: Annotated[float, Slider("Locality", 0.0, 1.0, step=0.1)] = 0.8,
    sharpness: Annotated[float, Slider("Sharpness", 0.5, 3.0, step=0.5)] = 2.0,
    window: Annotated[str, Choice("Window", ("16", "32", "64"))] = "32",
    sink: Annotated[bool, Toggle("The first token is a sink")] = False,
) -> View:
    head = toy_head(int(tokens), locality, sharpness, sink)
    found = variants(head, int(window))
    full = found[0].weights
    moved = {v.name: misplaced(v.weights, full) for v in found}
    wrong = [output_error(v.weights, full, head.v) for v in found]
    return View(
        meters(
            ["weight misplaced", "operations"],
            [(v.name, [(moved[v.name], share(moved[v.name])), (v.part, percent(v.part))]) for v in found],
        ),
        table(
            "Six ways to attend",
            ["kind", "misplaced", "operations", "output error"],
            [
                [v.name, share(moved[v.name], 3), percent(v.part), fixed(error, 2)]
                for v, error in zip(found, wrong, strict=True)
            ],
        ),
        sentence=said(found, moved),
    )


def said(found: list[Variant], moved: dict[str, float]) -> list[Child]:
    """Name the closest of the five and the furthest."""
    cheaper = found[1:]
    best = min(cheaper, key=lambda v: moved[v.name])
    worst = max(cheaper, key=lambda v: moved[v.name])
    comes = "come" if best.name == PLURAL else "comes"
    furthest = "are" if worst.name == PLURAL else "is"
    first = f" {comes} closest: {share(moved[best.name])} of each row’s weight lies elsewhere, "
    saved = f"for {percent(best.part)} of the operations. "
    last = f"Furthest off {furthest} {worst.name}, {share(moved[worst.name])}."
    return [strong(best.name[0].upper() + best.name[1:]), first, saved, last]

"""What does cheaper attention lose on the queries, keys and values of a trained model?"""

from typing import Annotated

import numpy as np

from attn_core import sliding_window_mask
from demos._meters import meters
from demos._study import STUDY
from live_demo import Child, Choice, View, fixed, share, strong, table

ERRORS: dict[str, dict[str, object]] = STUDY["approximations"]
TOKENS: int = STUDY["tokens"]
ALL = "mean of the six"
LAYERS = (ALL, *(f"layer {i}" for i in range(6)))


def view(layer: Annotated[str, Choice("Layer", LAYERS)] = ALL) -> View:
    errors = {name: error(name, layer) for name in ERRORS}
    largest = max(1.0, *errors.values())
    rows = [(name, value, keys_read(name)) for name, value in errors.items()]
    return View(
        meters(
            ["error of the output", "keys read by a token"],
            [
                (
                    name,
                    [
                        (value / largest, printed(value)),
                        (keys / TOKENS, fixed(keys, 0)) if keys else (0.0, "sums"),
                    ],
                )
                for name, value, keys in rows
            ],
        ),
        table(
            f"Cheaper attention, {layer}",
            ["kind", "error", "keys read"],
            [[name, printed(value), fixed(keys, 0) if keys else "sums"] for name, value, keys in rows],
            hidden=True,
        ),
        sentence=said(errors),
    )


def error(name: str, layer: str) -> float:
    """The relative error of the output, in one layer or as the mean of all."""
    entry = ERRORS[name]
    return entry["mean"] if layer == ALL else entry["layers"][LAYERS.index(layer) - 1]  # type: ignore[index, return-value]


def printed(value: float) -> str:
    """An error with three digits; it may be larger than 1."""
    return share(value, 3) if value < 1 else fixed(value, 3)


def keys_read(name: str) -> float | None:
    """How many keys a token's output is an average of, as a mean over the tokens; None for sums of features."""
    kind, number = name.removesuffix(" + sink").rpartition(" ")[::2]
    if kind == "top":
        return float(number)
    if kind != "window":
        return None if "linear" in name or "features" in name else float(TOKENS)
    mask = sliding_window_mask(TOKENS, TOKENS, int(number), int(number))
    mask[:, 0] |= name.endswith("+ sink")
    return float(np.mean(mask.sum(axis=-1)))


def said(errors: dict[str, float]) -> list[Child]:
    """Say what one key, the sink, is worth, and what dropping in linear attention gives."""
    bare, kept = errors["window 16"], errors["window 16 + sink"]
    return [
        strong("One key more"),
        ", the start mark, takes the error of a window of 16 tokens on either side ",
        f"from {printed(bare)} to {printed(kept)}. ",
        f"Linear attention put in without training is off by {printed(errors['linear'])}, ",
        f"the plain average of all values by {printed(errors['uniform'])}.",
    ]

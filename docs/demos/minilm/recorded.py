"""What the model did with one sentence, in a small file: nobody needs the model to look at it.

The file is a safetensors file (see `weights`) with three arrays for n tokens:

    attention (6, 12, n, n)  weights in steps of 1/255
    norms (6, 12, n)         the length of what a token offers, in half precision
    ablation (6, 12, n)      how far a token's last vector moves without the head, in half precision

The metadata has the `text` and the `tokens`, with spaces between them.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from demos.minilm.weights import read_safetensors, write_safetensors

STEPS = 255

type Floats = npt.NDArray[np.float32]


class Recorded(NamedTuple):
    """Layers and heads count from 0. A row of attention sums to 1 but for its rounding, half a step a weight."""

    text: str
    tokens: tuple[str, ...]
    attention: Floats
    """(6, 12, n, n)"""
    norms: Floats
    """(6, 12, n), as `views.value_norms` gives them."""
    ablation: Floats
    """(6, 12, n), as `views.ablation` gives them."""


def write_recorded(recorded: Recorded) -> bytes:
    """Return the file."""
    arrays: dict[str, npt.NDArray[Any]] = {
        "norms": recorded.norms.astype(np.float16),
        "ablation": recorded.ablation.astype(np.float16),
        "attention": np.rint(recorded.attention * STEPS).astype(np.uint8),
    }
    return write_safetensors(arrays, {"text": recorded.text, "tokens": " ".join(recorded.tokens)})


def read_recorded(data: bytes) -> Recorded:
    """Read such a file. Raises ValueError as `read_safetensors` does."""
    arrays, about = read_safetensors(data)
    attention, norms, ablation = (arrays[name].astype(np.float32) for name in ("attention", "norms", "ablation"))
    return Recorded(
        about["text"], tuple(about["tokens"].split(" ")), attention / np.float32(STEPS), norms, ablation
    )

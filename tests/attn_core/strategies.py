"""What the property tests draw: arrays of three float types in any layout, masks, whole calls of attention."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attn_core import scaled_dot_product_attention

LARGEST = 4.0
UNIT = {np.float16: 2.0**-11, np.float32: 2.0**-24, np.float64: 2.0**-53}
# Scores reach 4 * 4 * 3 / sqrt(3) = 28, and each carries some 6 roundings; a weight is off by twice
# that, 340 units, and an output by as much of the largest value. float16 is rounded once at the end.
UNITS = 400 * LARGEST
TOLERANCE = {
    np.float16: UNITS * UNIT[np.float32] + LARGEST * UNIT[np.float16],
    np.float32: UNITS * UNIT[np.float32],
    np.float64: UNITS * UNIT[np.float64],
}
DTYPES = list(TOLERANCE)


@dataclass(frozen=True)
class Case:
    """Arguments of one call, and how exact its answer must be."""

    query: np.ndarray
    key: np.ndarray
    value: np.ndarray
    mask: np.ndarray | None
    atol: float

    def __call__(self, **options: Any) -> tuple[np.ndarray, np.ndarray]:
        return scaled_dot_product_attention(
            self.query, self.key, self.value, self.mask, **options, return_weights=True
        )

    @property
    def arguments(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray | None]:
        """What attention is given, in order."""
        return self.query, self.key, self.value, self.mask


def numbers(largest: float = LARGEST) -> st.SearchStrategy[float]:
    """Draw numbers that all three float types hold exactly."""
    return st.floats(-largest, largest, width=16)


def laid_out(draw: st.DrawFn, x: np.ndarray) -> np.ndarray:
    """Return the same numbers as a fresh, transposed, strided, reversed or read-only view."""
    match draw(st.sampled_from(["C", "F", "strided", "reversed", "read-only"])):
        case "F":
            return np.asfortranarray(x)
        case "strided":
            wide = np.full((*x.shape[:-1], 2 * x.shape[-1]), 99, x.dtype)
            wide[..., ::2] = x
            return wide[..., ::2]
        case "reversed":
            return x[..., ::-1].copy()[..., ::-1]
        case "read-only":
            x.flags.writeable = False
    return x


@st.composite
def layouts(draw: st.DrawFn, x: np.ndarray) -> np.ndarray:
    """Draw a layout of these numbers."""
    return laid_out(draw, x)


@st.composite
def arrays(draw: st.DrawFn, shape: tuple[int, ...], dtype: Any, largest: float = LARGEST) -> np.ndarray:
    """Draw an array of this shape in some layout."""
    return laid_out(draw, draw(hnp.arrays(dtype, shape, elements=numbers(largest))))


@st.composite
def masks(draw: st.DrawFn, shape: tuple[int, ...], dtype: Any) -> np.ndarray | None:
    """Draw no mask, a bool or a floating one, for all scores or broadcast, often with an empty row."""
    kind = draw(st.sampled_from(["none", "bool", "float"]))
    if kind == "none":
        return None
    mask_shape = tuple(n if draw(st.booleans()) else 1 for n in shape)[draw(st.integers(0, len(shape))) :]
    attend = draw(hnp.arrays(np.bool_, mask_shape))
    if len(mask_shape) >= 2 and mask_shape[-2] and draw(st.booleans()):
        attend[..., draw(st.integers(0, mask_shape[-2] - 1)), :] = False
    if kind == "bool":
        return attend
    bias = draw(hnp.arrays(dtype, mask_shape, elements=numbers()))
    return np.where(attend, bias, dtype(-np.inf))


@st.composite
def cases(draw: st.DrawFn, masked: bool = True, min_keys: int = 0, dtypes: Any = DTYPES) -> Case:
    """Draw a call of attention."""
    dtype = draw(st.sampled_from(dtypes))
    lead = draw(st.sampled_from([(), (1,), (2,), (2, 2), (0,)]))
    L, S = draw(st.integers(0, 4)), draw(st.integers(min_keys, 4))
    E, Ev = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    query, key, value = (draw(arrays((*lead, *shape), dtype)) for shape in ((L, E), (S, E), (S, Ev)))
    mask = draw(masks((*lead, L, S), dtype)) if masked else None
    return Case(query, key, value, mask, TOLERANCE[dtype])

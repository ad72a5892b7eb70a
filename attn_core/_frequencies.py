"""How fast the pairs of features turn in sinusoidal and rotary positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from attn_core import _checks
from attn_core._dtypes import FLOAT64

if TYPE_CHECKING:
    from attn_core._dtypes import FloatArray


def frequencies(d: int, base: float) -> FloatArray:
    """theta_i = base^(-2i/d) for i = 0 ... ceil(d/2) - 1, in radians per token."""
    b = _checks.positive("base", base, FLOAT64)
    theta: FloatArray = b ** (-np.arange(0, d, 2) / d)
    return theta

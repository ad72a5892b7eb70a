"""Cases that are computed by PyTorch once and by this package in each test run, from the same numbers.

Runs on Python 3.11 with numpy alone, for PyTorch's environment. Every number that is drawn is a small
multiple of 1/16, which all float types hold exactly; `random.Random` draws the same everywhere.
"""

import math
import random
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Attention:
    """One call of scaled dot-product attention and its gradients."""

    name: str
    lead: tuple[int, ...] = (2,)
    heads: int = 2
    groups: int = 2
    L: int = 3
    S: int = 4
    E: int = 2
    Ev: int = 3
    mask: str = "none"  # none, bool, float
    mask_axes: int = 0  # how many axes of the scores the mask has, counted from the right; 0 = all
    empty_row: bool = False
    causal: bool = False
    offset: int = 0
    scale: float | None = None
    magnitude: float = 1.0

    def inputs(self) -> dict[str, Any]:
        """Draw query, key, value, grad_out and, if there is one, the mask."""
        draw = random.Random(self.name)
        scores = (*self.lead, self.heads, self.L, self.S)
        numbers = {
            "query": drawn(draw, (*self.lead, self.heads, self.L, self.E), self.magnitude),
            "key": drawn(draw, (*self.lead, self.groups, self.S, self.E), self.magnitude),
            "value": drawn(draw, (*self.lead, self.groups, self.S, self.Ev)),
            "grad_out": drawn(draw, (*self.lead, self.heads, self.L, self.Ev)),
        }
        if self.mask != "none":
            numbers["mask"] = drawn_mask(draw, self.mask, scores[-self.mask_axes :], self.empty_row)
        return numbers


@dataclass(frozen=True)
class Multihead:
    """One call of multi-head attention with its projections."""

    name: str
    batch: int = 2
    heads: int = 2
    width: int = 4
    kdim: int = 4
    vdim: int = 4
    L: int = 3
    S: int = 4
    bias: bool = True
    add_bias_kv: bool = False
    add_zero_attn: bool = False
    mask: str = "none"  # none, bool, float
    mask_axes: int = 2  # 2: (L, S) for all; 4: one for each sequence and head
    key_mask: bool = False
    causal: bool = False

    def inputs(self) -> dict[str, Any]:
        """Draw inputs, weights and masks; the names are those of multi_head_attention."""
        draw = random.Random(self.name)
        D = self.width
        numbers = {
            "query": drawn(draw, (self.batch, self.L, D)),
            "key": drawn(draw, (self.batch, self.S, self.kdim)),
            "value": drawn(draw, (self.batch, self.S, self.vdim)),
            "w_q": drawn(draw, (D, D)),
            "w_k": drawn(draw, (D, self.kdim)),
            "w_v": drawn(draw, (D, self.vdim)),
            "w_o": drawn(draw, (D, D)),
        }
        if self.bias:
            numbers |= {f"b_{letter}": drawn(draw, (D,)) for letter in "qkvo"}
        if self.add_bias_kv:
            numbers |= {"bias_k": drawn(draw, (D,)), "bias_v": drawn(draw, (D,))}
        if self.mask != "none":
            shape = (self.batch, self.heads, self.L, self.S)[-self.mask_axes :]
            numbers["attn_mask"] = drawn_mask(draw, self.mask, shape, False)
            # PyTorch gives NaN where no key is left, so each query keeps the first.
            numbers["attn_mask"][..., 0] = numbers["attn_mask"].dtype == np.bool_
        if self.key_mask:
            numbers["key_mask"] = drawn_mask(draw, "bool", (self.batch, self.S), False)
            numbers["key_mask"][:, 0] = True
        return numbers


@dataclass(frozen=True)
class Rows:
    """The softmax family and the normalisations, on rows of numbers."""

    name: str
    shape: tuple[int, ...] = (3, 5)
    axis: int = -1
    magnitude: float = 1.0
    excluded: bool = False

    def inputs(self) -> dict[str, Any]:
        """Draw x, some of it -inf on request, the gradient at the result, and a weight and bias."""
        draw = random.Random(self.name)
        x = drawn(draw, self.shape, self.magnitude)
        if self.excluded:
            x = np.where(drawn_mask(draw, "bool", self.shape, False), x, -np.inf)
            x[np.isneginf(x).all(axis=self.axis, keepdims=True) & np.ones(x.shape, bool)] = 0
        width = self.shape[-1:]
        return {"x": x, "grad": drawn(draw, self.shape), "weight": drawn(draw, width), "bias": drawn(draw, width)}


def drawn(draw: random.Random, shape: tuple[int, ...], magnitude: float = 1.0) -> Any:
    """Draw multiples of 1/16 from -2 to 2, times a power of two."""
    return np.reshape([draw.randrange(-32, 33) / 16 * magnitude for _ in range(math.prod(shape))], shape)


def drawn_mask(draw: random.Random, kind: str, shape: tuple[int, ...], empty_row: bool) -> Any:
    """Draw True for two in three, or a bias with -inf for one in three; one row may exclude everything."""
    attend = np.reshape([draw.random() < 2 / 3 for _ in range(math.prod(shape))], shape).astype(bool)
    if empty_row and len(shape) > 1:
        attend[..., -1, :] = False
    return attend if kind == "bool" else np.where(attend, drawn(draw, shape), -np.inf)

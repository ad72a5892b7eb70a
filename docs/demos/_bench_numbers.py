"""The bench's numbers: every product of a head of three words, and in words the sum that each entry comes from."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from attn_core import attention_scores, scaled_dot_product_attention
from live_demo import as_typed, fixed, share

WORDS = ("it", "animal", "street")
type Matrix = np.ndarray


def number(value: float) -> str:
    """Two decimals, fewer where the number is long: a cell has room for six characters."""
    return fixed(value, 2 if abs(value) < 9.995 else 1 if abs(value) < 99.95 else 0)


def weight(value: float, places: int = 2) -> str:
    """A weight of a row without mask is never 1, whatever float64 makes of it."""
    return share(min(value, 1 - 1e-9), places)


def products(left: Sequence[str], right: Sequence[str], total: float) -> str:
    """Write a sum of products with its value."""
    return f"{' + '.join(f'{a} × {b}' for a, b in zip(left, right, strict=True))} = {number(total)}"


def typed(values: Matrix) -> list[str]:
    """Numbers as the reader typed them."""
    return [as_typed(float(v)) for v in values]


@dataclass(frozen=True)
class Head:
    """Queries (3, 2), keys (3, 2), values (3, 2), and the words whose keys they are."""

    q: Matrix
    k: Matrix
    v: Matrix
    keys: tuple[str, ...]

    @cached_property
    def matrices(self) -> dict[str, Matrix]:
        """S = Q Kᵀ, Z = S / √2, A = softmax(Z) and O = A V, by the letters s, z, a and o."""
        O, A = scaled_dot_product_attention(self.q, self.k, self.v, return_weights=True)
        return {
            "s": attention_scores(self.q, self.k, scale=1),
            "z": attention_scores(self.q, self.k),
            "a": A,
            "o": O,
        }

    def parents(self, matrix: str, i: int, j: int) -> list[str]:
        """The cells that an entry is made of, and those made of a score. `q-0` is all of row 0 of Q."""
        match matrix:
            case "s":
                return [f"q-{i}", f"k-{j}", f"z-{i}-{j}", f"a-{i}-{j}"]
            case "z":
                return [f"s-{i}-{j}"]
            case "a":
                return [f"z-{i}"]
            case _:
                return [f"a-{i}", *(f"v-{n}-{j}" for n in range(len(self.v)))]

    def asks(self, i: int, j: int) -> str:
        """The sum behind a score."""
        return products(typed(self.q[i]), typed(self.k[j]), float(self.matrices["s"][i, j]))

    def receives(self, i: int, j: int) -> str:
        """The sum behind an entry of the output."""
        parts = [weight(w, 3) for w in self.matrices["a"][i]]
        return products(parts, typed(self.v[:, j]), float(self.matrices["o"][i, j]))

    def says(self, matrix: str, i: int, j: int) -> str:
        """Where an entry comes from."""
        row = self.matrices["z"][i]
        if matrix == "o":
            return f"{WORDS[i]} receives, column {j + 1}: {self.receives(i, j)}"
        scaled, part = number(row[j]), weight(self.matrices["a"][i, j])
        if matrix == "a":
            powers = [f"exp({number(z)})" for z in row]
            return f"{WORDS[i]} takes from {self.keys[j]}: {powers[j]} ÷ ({' + '.join(powers)}) = {part}"
        asks = f"{WORDS[i]} asks {self.keys[j]}: "
        if matrix == "z":
            return f"{asks}{number(self.matrices['s'][i, j])} ÷ √2 = {scaled}"
        return f"{asks}{self.asks(i, j)}; ÷ √2 = {scaled}; share of the row {part}"

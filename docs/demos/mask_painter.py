"""What does a mask do, and what leaks if it comes too late?"""

from typing import Annotated

import numpy as np

from attn_core import causal_mask, combine_masks, key_length_mask, scaled_dot_product_attention, softmax
from live_demo import (
    Child,
    Choice,
    Element,
    Grid,
    Presets,
    View,
    element,
    fixed,
    grid_text,
    setter,
    share,
    strong,
    table,
)
from live_demo.numerals import short

type Rows = tuple[tuple[float, ...], ...]

ROWS = ("it", "was", "too", "tired", "pad 1")
KEYS = (*ROWS, "pad 2", "pad 3", "pad 4")
TIRED = ROWS.index("tired")
# Chosen by hand. A pad is a vector of zeros, so its scores are 0 both ways.
S = np.zeros((5, 8))
S[:4, :4] = [[1.2, 0.3, 0.1, 1.6], [1.5, 0.8, 0.4, 0.9], [0.3, 0.6, 1.0, 1.8], [2.0, 0.5, 0.8, 1.0]]
WAYS = {
    "before": "−∞ before softmax",
    "zero": "0 before softmax",
    "after": "× 0 after softmax",
}

NONE = np.ones((5, 8), dtype=bool)
PADDING = np.broadcast_to(key_length_mask(4, 8), NONE.shape)
CAUSAL = causal_mask(5, 8)
BOTH_AXES = PADDING & key_length_mask(4, 5)[:, None]


def rows_of(mask: np.ndarray) -> Rows:
    """A mask as the control gives it: 1 = allowed."""
    return tuple(tuple(row) for row in mask.astype(int).tolist())


def written(mask: np.ndarray) -> str:
    """A mask as its form element holds it."""
    return grid_text(rows_of(mask))


START = rows_of(PADDING)
PRESETS = Presets(
    "Mask",
    {
        "none": {"mask": written(NONE)},
        "padding": {"mask": written(PADDING)},
        "causal": {"mask": written(CAUSAL)},
        "both": {"mask": written(np.asarray(combine_masks(PADDING, CAUSAL)))},
        "padding on both axes": {"mask": written(BOTH_AXES)},
    },
)


def view(
    mask: Annotated[Rows, Grid("Mask", 5, 8, 0, 1, in_view=True)] = START,
    way: Annotated[str, Choice("A forbidden key gets", tuple(WAYS), in_view=True)] = "before",
) -> View:
    allowed = np.array(mask, dtype=bool)
    given, A = masked(allowed, way)
    leak = np.where(allowed, 0, A).sum(axis=-1)
    rows = [
        [word, *(share(a, 3) for a in A[i]), share(leak[i], 3), share(round(A[i].sum(), 12), 3)]
        for i, word in enumerate(ROWS)
    ]
    return View(
        ways(way),
        element("div", scores(allowed, given), weights(allowed, A), class_="masks", data_figure=True),
        table("Weights of each word", ["word", *KEYS, "on forbidden keys", "in all"], rows, hidden=True),
        sentence=[*summary(allowed, A, way), *empty_rows(allowed, way)],
    )


def masked(allowed: np.ndarray, way: str) -> tuple[np.ndarray, np.ndarray]:
    """What softmax is given, and the weights that are left, both (5, 8)."""
    if way == "zero":
        given = np.where(allowed, S, 0)
        return given, softmax(given)
    if way == "after":
        return S, softmax(S) * allowed
    one = np.eye(len(KEYS))  # keys for which Q Kᵀ is S itself
    _, A = scaled_dot_product_attention(S, one, one, allowed, scale=1, return_weights=True)
    return np.where(allowed, S, -np.inf), A


def ways(way: str) -> Element:
    """What happens to a forbidden key: one of three buttons."""
    buttons = [setter(text, {"way": w}, pressed=w == way, css="ld-chip") for w, text in WAYS.items()]
    label = element("span", "A forbidden key gets", class_="ld-label")
    return element("div", label, buttons, class_="ways", role="group", aria_label="A forbidden key gets")


def scores(allowed: np.ndarray, given: np.ndarray) -> Element:
    """The scores as softmax is given them; pressing one forbids or allows it."""
    made = []
    for (i, j), score in np.ndenumerate(given):
        named = element("span", f"forbid {ROWS[i]} to ask {KEYS[j]}: ", class_="ld-sr")
        style = {"--s": short(float(score) / 4 if np.isfinite(score) else 0)}
        css = "ld-cell signed" if allowed[i, j] else "ld-cell signed is-forbidden"
        content = [named, element("span", fixed(score, 1))]
        made.append(
            setter(
                content,
                {"mask": {f"{i},{j}": int(not allowed[i, j])}},
                pressed=not allowed[i, j],
                css=css,
                style=style,
            )
        )
    return matrix("Scores given to softmax: press one to forbid it", made, "z", "group")


def weights(allowed: np.ndarray, A: np.ndarray) -> Element:
    """The weights; what falls on a forbidden key is hatched."""
    made = []
    for (i, j), weight in np.ndenumerate(A):
        css = "ld-cell attn" if allowed[i, j] else "ld-cell attn is-forbidden"
        made.append(element("span", element("span", share(weight)), class_=css, style={"--w": short(weight)}))
    return matrix("Weights", made, "a", None)


def matrix(title: str, made: list[Element], symbol: str, role: str | None) -> Element:
    """Cells with the words above and beside them."""
    heads = [element("span", k.partition(" ")[0], aria_hidden="true") for k in KEYS]
    body: list[Child] = []
    for i, word in enumerate(ROWS):
        body += [
            element("span", word.partition(" ")[0], class_="mask-row", aria_hidden="true"),
            made[8 * i : 8 * i + 8],
        ]
    grid = element("div", element("span"), heads, body, class_="mask-grid", data_symbol=symbol)
    # Without a role it is for the eye alone: the table below says the same.
    name, hidden = (title, None) if role else (None, "true")
    return element(
        "div", element("p", title, class_="ld-label"), grid, role=role, aria_label=name, aria_hidden=hidden
    )


def summary(allowed: np.ndarray, A: np.ndarray, way: str) -> list[Child]:
    """Say what the row of “tired” loses to forbidden keys or lacks."""
    row, free = A[TIRED], allowed[TIRED]
    if not free.any():
        return [strong("tired may ask no key.")]
    if free.all():
        pads = f"{100 * row[4:].sum():.1f} %"
        return [strong(f"tired gives {pads} to the four pads."), " Nothing forbids it, and exp(0) is 1, not 0."]
    shares = ", ".join(share(a, 3) for a in row[free])
    if way == "before":
        _, leaking = masked(allowed, "zero")
        leak = f" With {WAYS['zero']}, {100 * leaking[TIRED][~free].sum():.1f} % of it would leak."
        first = f" tired shares all of its weight among the keys it may ask: {shares}."
        return [strong("Nothing leaks."), first, leak]
    lost = f"{100 * (row[~free].sum() if way == 'zero' else 1 - row.sum()):.1f} %"
    if way == "zero":
        why = " A score of 0 is a score like any other: exp(0) is 1."
        return [strong(f"{lost} of tired’s weight leaks to forbidden keys."), why, f" Its own keys get {shares}."]
    why = f" The forbidden weights are gone, and nobody has them: {shares} do not add up to 1."
    return [strong(f"tired’s row has lost {lost}."), why]


def empty_rows(allowed: np.ndarray, way: str) -> list[Child]:
    """Say what becomes of a row without any key."""
    words = [ROWS[i].partition(" ")[0] for i in np.flatnonzero(~allowed.any(axis=-1))]
    if not words:
        return []
    named = " and ".join(words)
    if way == "before":
        return [f" No key is left for {named}: softmax alone gives NaN there, 0 ÷ 0; here attention gives zeros."]
    kept = "an eighth each, as if nothing had happened" if way == "zero" else "a row of zeros"
    return [f" No key is left for {named}: the result is {kept}."]

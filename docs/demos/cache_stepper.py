"""What is new at each word when a model writes?"""

from typing import Annotated, NamedTuple

import numpy as np

from attn_core import KVCache, attention_cost, scaled_dot_product_attention
from demos._powers import scientific
from demos._units import percent
from live_demo import Child, Element, Presets, Slider, View, element, strong, table

WORDS = ["The", "animal", "didn’t", "cross", "the", "street", "because", "it", "was", "too", "tired"]
CLOSE = 1e-14
PRESETS = Presets("Word", {"first": {"step": 1}, "eighth": {"step": 8}, "last": {"step": len(WORDS)}})


class Work(NamedTuple):
    """Multiplications of one head in one layer: for projecting to queries, keys and values, and for attention."""

    projections: int
    attention: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.projections + self.attention


def view(
    step: Annotated[int, Slider("Words so far", 1, len(WORDS), 1)] = 8,
    width: Annotated[int, Slider("Width d", 8, 128, 8)] = 64,
) -> View:
    cached, anew = with_cache(step, width), without_cache(step, width)
    return View(
        rows_kept(step),
        work_table(step, width),
        sentence=said(step, width, cached, anew),
    )


def with_cache(t: int, d: int) -> Work:
    """Word t alone: three projections, then its query against t keys and values."""
    return Work(3 * d * d, attention_cost(t, d, 1, kind="cached").flops // 2)


def without_cache(t: int, d: int) -> Work:
    """Every word up to t again, each against those before it."""
    return Work(3 * t * d * d, attention_cost(t, d, 1, causal=True).flops // 2)


def outputs(t: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """The outputs of the first t words: word by word with a cache, and all at once under a causal mask."""
    Q, K, V = np.random.default_rng(0).standard_normal((3, t, d))
    cache, written = KVCache(), []
    for i in range(t):
        now = slice(i, i + 1)
        written.append(scaled_dot_product_attention(Q[now], *cache.update(K[now], V[now])))
    return np.concatenate(written), scaled_dot_product_attention(Q, K, V, is_causal=True)


def rows_kept(step: int) -> Element:
    """A row a word: what of it is new, what is read from the cache, what is not needed any more."""
    states = {
        "new": ("new", "step-new"),
        "kept": ("kept", "step-kept"),
        "used": ("done", "step-used"),
        "later": ("", "step-later"),
    }
    body = []
    for i, word in enumerate(WORDS, 1):
        if i == step:
            kinds = ["new"] * 4
        elif i < step:
            kinds = ["used", "kept", "kept", "used"]
        else:
            kinds = ["later"] * 4
        cells = []
        for kind, what in zip(kinds, ("q", "k", "v", "scores"), strict=True):
            text, css = states[kind]
            if what == "scores" and kind == "new":
                text = f"{step} new"
            cells.append(element("td", text, class_=css))
        head = element("th", word, scope="row", class_="step-now" if i == step else None)
        body.append(element("tr", head, cells))
    names = ["word", "query q", "key k", "value v", "scores"]
    grid = element(
        "table",
        element("caption", f"What is needed of each word when word {step} is written", class_="ld-sr"),
        element("thead", element("tr", [element("th", name, scope="col") for name in names])),
        element("tbody", body),
        class_="steps",
        data_figure=True,
    )
    hint = "New: computed for this word. Kept: read from the cache. Done: never needed again."
    return element("div", grid, element("p", hint, class_="ld-hint"))


def work_table(step: int, width: int) -> Element:
    """Multiplications for this word, and for all words so far."""
    rows: list[list[Child]] = []
    for name, work in (("cached", with_cache), ("all again", without_cache)):
        now = work(step, width)
        so_far = sum(work(t, width).total for t in range(1, step + 1))
        scores = now.attention // (2 * width)
        rows.append([name, f"{scores:,}", f"{now.total:,}", f"{so_far:,}"])
    return table(
        "Scores of this word, its multiplications, and those of all words so far; one head in one layer",
        ["way", "scores", "products", "all so far"],
        rows,
        main=2,
    )


def said(step: int, width: int, cached: Work, anew: Work) -> list[Child]:
    """Say what is new, and what it saves."""
    written, dense = outputs(step, width)
    gap = float(np.abs(written - dense).max())
    same = "by less than 10⁻¹⁴" if gap < CLOSE else f"by {scientific(gap, 1)}"
    if step == 1:
        return [
            strong("The first word saves nothing"),
            f": {cached.total:,} multiplications either way. Its key and value go into the cache.",
        ]
    return [
        strong(f"Only “{WORDS[step - 1]}” is new"),
        f": one query, one key, one value and {step} scores. ",
        f"That is {cached.total:,} multiplications, ",
        f"{percent(cached.total / anew.total)} of what computing every word again takes. ",
        f"The outputs differ {same}; {kept(step, width):,} numbers lie in the cache.",
    ]


def kept(step: int, width: int) -> int:
    """Numbers in the cache: a key and a value for each word."""
    return attention_cost(step, width, 1, kind="cached", bytes_per_number=1).kv_bytes

"""Masks of sparse attention, whose number of pairs grows with the length and not with its square."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from attn_core import _checks
from attn_core._dtypes import as_array

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from attn_core._dtypes import BoolArray


def longformer_mask(n: SupportsIndex, window: SupportsIndex, global_idx: ArrayLike = ()) -> BoolArray:
    """
    ``attend_ij = (|i - j| <= window / 2) or i in G or j in G``

    A window around each token, and a few global tokens that see all and are seen by all.

    Parameters
    ----------
    n : int
        Length of the sequence.
    window : int
        Width of the window: half of it on either side, so an even window holds window + 1 keys, the
        token itself included.
    global_idx : int array (...)
        G, the positions of the global tokens, from 0 to n - 1, in any order.

    Returns
    -------
    attend : bool array (n, n)
        True where token i may attend to token j. The paper gives global tokens projections of their own;
        a mask can't.

    Raises
    ------
    TypeError
        If a number is not an integer.
    ValueError
        If n or the window is below 0, or a global position isn't in the sequence.

    References
    ----------
    Beltagy, Peters and Cohan (2020), Longformer: the long-document transformer, section 3.1.

    Examples
    --------
    >>> longformer_mask(5, 2, global_idx=[0]).astype(int)
    array([[1, 1, 1, 1, 1],
           [1, 1, 1, 0, 0],
           [1, 1, 1, 1, 0],
           [1, 0, 1, 1, 1],
           [1, 0, 0, 1, 1]])
    """
    n, w = _checks.count("n", n), _checks.count("window", window)
    G = as_array("global_idx", global_idx)
    if G.size and G.dtype.kind not in {"i", "u"}:
        raise TypeError(f"global_idx must be integers; got dtype {G.dtype}")
    if ((G < 0) | (n <= G)).any():
        raise ValueError(f"global_idx must be from 0 to n - 1 = {n - 1}; got {G.min()} to {G.max()}")
    i = np.arange(n)
    attend = 2 * np.abs(i[:, None] - i) <= w
    is_global = np.isin(i, G)
    return np.asarray(attend | is_global[:, None] | is_global)


def bigbird_mask(  # noqa: PLR0917 (the numbers in the paper's order)
    n_blocks: SupportsIndex,
    block: SupportsIndex,
    num_global: SupportsIndex = 1,
    num_window: SupportsIndex = 3,
    num_random: SupportsIndex = 1,
    rng: np.random.Generator | None = None,
) -> BoolArray:
    """
    ``attend_ij = (I < g or J < g) or |I - J| <= (w - 1) / 2 or J in R_I``,  I and J the blocks of i and j

    Blocks of tokens see global blocks, their neighbours, and a few others drawn at random. The global
    blocks are the first g, which also see all.

    Parameters
    ----------
    n_blocks : int
        Number of blocks.
    block : int
        Tokens in each block; the sequence has n = n_blocks * block tokens.
    num_global : int
        g, the number of global blocks.
    num_window : int
        w, odd: blocks in the window, the block itself included.
    num_random : int
        Size of R_I: how many more blocks each block sees, drawn without repetition from those that it
        doesn't see already, or all of them if there are fewer.
    rng : Generator or None
        What draws. If None, a generator with the seed 0, so that the pattern is the same each time.

    Returns
    -------
    attend : bool array (n, n)
        True where token i may attend to token j.

    Raises
    ------
    TypeError
        If a number is not an integer or rng not a Generator.
    ValueError
        If n_blocks, num_global or num_random is below 0, block is below 1, or num_window isn't odd
        and above 0.

    References
    ----------
    Zaheer et al. (2020), Big Bird: transformers for longer sequences, section 2.

    Examples
    --------
    One token a block, without random blocks:

    >>> bigbird_mask(5, 1, num_random=0).astype(int)
    array([[1, 1, 1, 1, 1],
           [1, 1, 1, 0, 0],
           [1, 1, 1, 1, 0],
           [1, 0, 1, 1, 1],
           [1, 0, 0, 1, 1]])
    """
    N, b = _checks.count("n_blocks", n_blocks), _checks.at_least("block", block, 1)
    g, r = _checks.count("num_global", num_global), _checks.count("num_random", num_random)
    w = _checks.count("num_window", num_window)
    if w % 2 == 0:
        raise ValueError(f"num_window must be odd, the block itself included; got {w}")
    draws = np.random.default_rng(0) if rng is None else _checks.generator("rng", rng)
    I = np.arange(N)
    seen = (2 * np.abs(I[:, None] - I) <= w - 1) | (I[:, None] < g) | (g > I)
    for row in seen:
        row[draws.permutation(np.flatnonzero(~row))[:r]] = True
    return np.asarray(seen.repeat(b, axis=0).repeat(b, axis=1))

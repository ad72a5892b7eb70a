"""The keys and values of the tokens so far, kept for the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from attn_core import _shapes
from attn_core._dtypes import as_real

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from attn_core._dtypes import FloatArray


class KVCache:
    """
    ``K = [k_0; k_1; ...],  V = [v_0; v_1; ...]``

    Keys and values of a sequence that grows at its end. A token's key and value never change once
    later tokens can't be seen, so decoding computes them once and attends with the new query alone:
    O(n) per token instead of O(n^2). Queries are used once, so there is nothing to keep of them.

    ``len(cache)`` is the number of tokens kept, hence the ``query_offset`` of the next one. The cache
    owns its memory: what is put in is copied, and so is what comes out.

    References
    ----------
    Shazeer (2019), Fast transformer decoding: one write-head is all you need, section 2.4.

    Examples
    --------
    Token by token gives the last row of causal attention over all:

    >>> from attn_core import scaled_dot_product_attention
    >>> x = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    >>> cache = KVCache()
    >>> for token in x:
    ...     offset = len(cache)
    ...     K, V = cache.update([token], [token])
    ...     O = scaled_dot_product_attention([token], K, V, is_causal=True, query_offset=offset)
    >>> O.round(3)
    array([[0.752, 0.752]])
    >>> scaled_dot_product_attention(x, x, x, is_causal=True)[-1].round(3)
    array([0.752, 0.752])
    """

    def __init__(self) -> None:
        self._kept: tuple[FloatArray, FloatArray] | None = None

    def __len__(self) -> int:
        return 0 if self._kept is None else self._kept[0].shape[-2]

    def update(self, k: ArrayLike, v: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """
        ``K = [K; k],  V = [V; v]``

        Parameters
        ----------
        k : (..., n, E)
            Keys of the next n tokens, n >= 0. All axes but the length are those of the first update.
        v : (..., n, Ev)
            Their values; likewise.

        Returns
        -------
        K : (..., N, E)
            All keys so far, N = ``len(cache)``: a fresh array in the dtype of all keys that were put in.
            Integers become float64.
        V : (..., N, Ev)
            All values so far, likewise.

        Raises
        ------
        TypeError
            If an array is complex, bool or object.
        ValueError
            If an array has fewer than 2 axes, the lengths of k and v differ, or another axis changes.
            The cache then stays as it was.

        Examples
        --------
        >>> cache = KVCache()
        >>> K, V = cache.update([[1.0, 2.0]], [[3.0]])
        >>> K, V = cache.update([[4.0, 5.0]], [[6.0]])
        >>> K
        array([[1., 2.],
               [4., 5.]])
        >>> len(cache)
        2
        """
        new = as_real("k", k), as_real("v", v)
        _shapes.same_tokens(k=new[0], v=new[1])
        if self._kept is None:
            self._kept = new[0].copy(), new[1].copy()
        else:
            K, V = self._kept
            _shapes.continues("k", new[0], K)
            _shapes.continues("v", new[1], V)
            self._kept = np.concatenate([K, new[0]], axis=-2), np.concatenate([V, new[1]], axis=-2)
        K, V = self._kept
        return K.copy(), V.copy()

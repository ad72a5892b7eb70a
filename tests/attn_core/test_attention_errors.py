"""What attention refuses, and that it says which argument and what it got."""

from typing import Any

import numpy as np
import pytest

from attn_core import attention_scores, scaled_dot_product_attention

INTEGER_MASK = (
    r"^attn_mask must be bool \(True = attend\) or floating \(added to the scores\); got dtype int(32|64)$"
)


def call(
    query: Any = (2, 3, 5), key: Any = (2, 4, 5), value: Any = (2, 4, 6), mask: Any = None, **options: Any
) -> None:
    """Attention over ones; a tuple is a shape, anything else an array or a list."""
    query, key, value = (np.ones(x) if isinstance(x, tuple) else x for x in (query, key, value))
    scaled_dot_product_attention(query, key, value, mask, **options)


def test_the_call_that_the_cases_vary_is_right() -> None:
    call()
    call(
        mask=np.ones((3, 4), bool),
        is_causal=True,
        query_offset=np.int64(1),
        window=(1, None),
        scale=0,
        softcap=np.uint8(1),
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"query": (5,)}, r"^query must have at least 2 axes \(..., length, width\); got shape \(5,\)$"),
        ({"key": ()}, r"^key must have at least 2 axes \(..., length, width\); got shape \(\)$"),
        ({"value": (4,)}, r"^value must have at least 2 axes \(..., length, width\); got shape \(4,\)$"),
        ({"key": (2, 4, 7)}, r"^query and key must have the same width; got \(2, 3, 5\) and \(2, 4, 7\)$"),
        ({"key": (2, 4, 1)}, r"^query and key must have the same width; got \(2, 3, 5\) and \(2, 4, 1\)$"),
        ({"value": (2, 3, 6)}, r"^key and value must have the same length; got \(2, 4, 5\) and \(2, 3, 6\)$"),
        ({"value": (2, 1, 6)}, r"^key and value must have the same length; got \(2, 4, 5\) and \(2, 1, 6\)$"),
        (
            {"key": (2, 1, 5)},
            r"^key and value must have the same length; got \(2, 1, 5\) and \(2, 4, 6\)$",
        ),
        (
            {"query": (8, 3, 5)},
            r"^leading axes of query, key and value must .* \(for grouped heads pass enable_gqa=True\)$",
        ),
        (
            {"value": (3, 4, 6)},
            r"^leading axes of query, key and value must broadcast together; got \(2, 3, 5\) and \(2, 4, 5\) and ",
        ),
        ({"query": [[1.0], [1.0, 2.0]]}, r"^query must be rectangular; got rows of different lengths$"),
        (
            {"mask": np.ones((4, 3), bool)},
            r"^attn_mask must broadcast to the scores' shape \(2, 3, 4\); got \(4, 3\)$",
        ),
        (
            {"mask": np.ones((7, 2, 3, 4), bool)},
            r"^attn_mask must broadcast to the scores' shape \(2, 3, 4\); got \(7, 2, 3, 4\)$",
        ),
        (
            {"query": (1, 5), "key": (4, 5), "value": (4, 6), "mask": np.zeros((3, 4))},
            r"^attn_mask must broadcast to the scores' shape \(1, 4\); got \(3, 4\)$",
        ),
        (
            {"query": (5, 2, 3, 5), "key": (5, 2, 4, 5), "value": (5, 2, 4, 6), "mask": np.ones((5, 3, 4), bool)},
            r"^attn_mask must broadcast to the scores' shape \(5, 2, 3, 4\); got \(5, 3, 4\)$",
        ),
        ({"mask": [1, 1, 0, 0]}, INTEGER_MASK),
        ({"mask": np.ones(4, "u1")}, r"^attn_mask must be bool .*; got dtype uint8$"),
        ({"mask": [[True], [True, False]]}, r"^attn_mask must be rectangular; got rows of different lengths$"),
        ({"query": (3, 3, 5), "enable_gqa": True}, r"^query heads must be a multiple of key heads; got 3 and 2$"),
        ({"query": (1, 3, 5), "enable_gqa": True}, r"^query heads must be a multiple of key heads; got 1 and 2$"),
        ({"key": (0, 4, 5), "enable_gqa": True}, r"^query heads must be a multiple of key heads; got 2 and 0$"),
        (
            {"value": (0, 4, 6), "enable_gqa": True},
            r"^query heads must be a multiple of value heads; got 2 and 0$",
        ),
        (
            {"key": (4, 5), "enable_gqa": True},
            r"^query and key must have a heads axis \(..., heads, length, width\); got \(2, 3, 5\) and \(4, 5\)$",
        ),
        ({"scale": np.nan}, r"^scale must be finite in float64; got nan$"),
        ({"scale": -np.inf}, r"^scale must be finite in float64; got -inf$"),
        ({"softcap": 0}, r"^softcap must be above 0 in float64; got 0$"),
        ({"softcap": -1.0}, r"^softcap must be above 0 in float64; got -1.0$"),
        ({"softcap": np.nan}, r"^softcap must be finite in float64; got nan$"),
        ({"softcap": np.inf}, r"^softcap must be finite in float64; got inf$"),
        ({"dropout_p": 1}, r"^dropout_p must be in \[0, 1\); got 1$"),
        ({"dropout_p": -0.1}, r"^dropout_p must be in \[0, 1\); got -0.1$"),
        ({"dropout_p": np.nan}, r"^dropout_p must be finite in float64; got nan$"),
        ({"dropout_p": 0.5}, r"^dropout_p = 0.5 needs rng, a numpy.random.Generator; got None$"),
        ({"window": (1, 2, 3)}, r"^window must be a pair \(left, right\); got \(1, 2, 3\)$"),
        ({"window": 4}, r"^window must be a pair \(left, right\); got 4$"),
        ({"window": (-1, 0)}, r"^window's left must be at least 0; got -1$"),
        ({"window": (0, -1), "is_causal": True}, r"^window's right must be at least 0; got -1$"),
    ],
)
def test_value_errors(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call(**arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"query": np.ones((3, 5), complex)}, r"^query must hold real numbers; got dtype complex128$"),
        ({"key": np.ones((4, 5), object)}, r"^key must hold real numbers; got dtype object$"),
        ({"value": np.ones((4, 6), bool)}, r"^value must hold real numbers; got dtype bool$"),
        ({"query": None}, r"^query must hold real numbers; got dtype object$"),
        ({"mask": np.ones((3, 4), complex)}, r"^attn_mask must be bool or floating; got dtype complex128$"),
        ({"mask": np.ones((3, 4), object)}, r"^attn_mask must be bool or floating; got dtype object$"),
        ({"query_offset": 1.0}, r"^query_offset must be an integer; got 1.0$"),
        ({"query_offset": True}, r"^query_offset must be an integer; got True$"),
        ({"query_offset": "1", "is_causal": True}, r"^query_offset must be an integer; got '1'$"),
        ({"window": (0.5, 0)}, r"^window's left must be an integer; got 0.5$"),
        ({"scale": "1"}, r"^scale must be a real number; got '1'$"),
        ({"scale": 1j}, r"^scale must be a real number; got 1j$"),
        ({"softcap": [1.0]}, r"^softcap must be a real number; got \[1.0\]$"),
        ({"dropout_p": "0"}, r"^dropout_p must be a real number; got '0'$"),
        ({"dropout_p": 0.5, "rng": 7}, r"^rng must be a numpy.random.Generator; got 7$"),
        ({"rng": np.random}, r"^rng must be a numpy.random.Generator; got <module "),
    ],
)
def test_type_errors(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call(**arguments)


def test_a_number_must_fit_the_dtype_that_is_computed_in() -> None:
    x = np.ones((1, 1), np.float32)
    with pytest.raises(ValueError, match=r"^scale must be finite in float32; got 1e\+39$"):
        scaled_dot_product_attention(x, x, x, scale=1e39)
    with pytest.raises(ValueError, match=r"^scale must be finite in float32; got 1e\+39$"):
        scaled_dot_product_attention(x.astype("f2"), x.astype("f2"), x.astype("f2"), scale=1e39)
    with pytest.raises(ValueError, match=r"^softcap must be above 0 in float32; got 1e-60$"):
        scaled_dot_product_attention(x, x, x, softcap=1e-60)


@pytest.mark.parametrize(
    ("query", "key", "options", "error", "message"),
    [
        ((5,), (4, 5), {}, ValueError, r"^query must have at least 2 axes"),
        ((3, 5), (4, 6), {}, ValueError, r"^query and key must have the same width; got \(3, 5\) and \(4, 6\)$"),
        (
            (3, 1, 5),
            (2, 4, 5),
            {},
            ValueError,
            r"^leading axes of query and key must broadcast .* \(for grouped heads pass enable_gqa=True\)$",
        ),
        ((3, 1, 5), (2, 4, 5), {"enable_gqa": True}, ValueError, r"^query heads must be a multiple of key heads"),
        ((3, 5), (4, 5), {"scale": np.inf}, ValueError, r"^scale must be finite"),
        ((3, 5), (4, 5), {"softcap": 0}, ValueError, r"^softcap must be above 0"),
        ((3, 5), (4, 5), {"attn_mask": [0]}, ValueError, INTEGER_MASK),
        (
            (3, 5),
            (4, 5),
            {"attn_mask": [[[True]]]},
            ValueError,
            r"^attn_mask must broadcast to the scores' shape \(3, 4\)",
        ),
        ((3, 5), (4, 5), {"query_offset": 0.0}, TypeError, r"^query_offset must be an integer"),
    ],
)
def test_scores_refuse_the_same(query: Any, key: Any, options: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        attention_scores(np.ones(query), np.ones(key), **options)

"""What multi-head attention refuses, and that it says which argument and what it got."""

from typing import Any

import numpy as np
import pytest

from attn_core import multi_head_attention

EYE = np.eye(2)
RIGHT: dict[str, Any] = {
    "query": np.ones((1, 2)),
    "key": np.ones((2, 2)),
    "value": np.ones((2, 2)),
    "num_heads": 2,
    **dict.fromkeys(("w_q", "w_k", "w_v", "w_o"), EYE),
}


def test_the_call_that_the_cases_vary_is_right() -> None:
    multi_head_attention(**RIGHT, b_q=EYE[0], bias_k=EYE[0], bias_v=EYE[0], attn_mask=[True, False], key_mask=True)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            {"query": np.ones(2)},
            ValueError,
            r"^query must have at least 2 axes \(..., length, width\); got shape \(2,\)$",
        ),
        ({"key": np.ones(2)}, ValueError, r"^key must have at least 2 axes"),
        ({"value": np.ones(2)}, ValueError, r"^value must have at least 2 axes"),
        (
            {"key": np.ones((1, 2))},
            ValueError,
            r"^key and value must have the same length; got \(1, 2\) and \(2, 2\)$",
        ),
        (
            {"query": np.ones((2, 1, 2)), "key": np.ones((3, 2, 2))},
            ValueError,
            r"^leading axes of query, key and value must broadcast together; got \(2, 1, 2\) and \(3, 2, 2\) and \(2, 2\)$",
        ),
        ({"num_heads": 0}, ValueError, r"^num_heads must be at least 1; got 0$"),
        ({"num_heads": 1.0}, TypeError, r"^num_heads must be an integer; got 1.0$"),
        ({"num_heads": 3}, ValueError, r"^num_heads must divide the rows of w_q; got 3 heads and shape \(2, 2\)$"),
        (
            {"w_k": np.ones((3, 2))},
            ValueError,
            r"^num_heads must divide the rows of w_k; got 2 heads and shape \(3, 2\)$",
        ),
        (
            {"w_v": np.ones((3, 2))},
            ValueError,
            r"^num_heads must divide the rows of w_v; got 2 heads and shape \(3, 2\)$",
        ),
        (
            {"w_q": np.ones((2, 3))},
            ValueError,
            r"^w_q must have the shape \(rows, 2\), the width of query; got \(2, 3\)$",
        ),
        ({"w_k": np.ones(2)}, ValueError, r"^w_k must have the shape \(rows, 2\), the width of key; got \(2,\)$"),
        (
            {"w_v": np.ones((2, 2, 2))},
            ValueError,
            r"^w_v must have the shape \(rows, 2\), the width of value; got \(2, 2, 2\)$",
        ),
        (
            {"w_o": np.ones((2, 4))},
            ValueError,
            r"^w_o must have the shape \(rows, 2\), the width of the heads together; got \(2, 4\)$",
        ),
        ({"w_q": np.ones((4, 2))}, ValueError, r"^w_q and w_k must have as many rows; got 4 and 2$"),
        (
            {
                "query": np.ones((7, 1, 3, 2)),
                "key": np.ones((7, 8, 5, 2)),
                "value": np.ones((5, 2)),
                "w_q": np.ones((4, 2)),
            },
            ValueError,
            r"^w_q and w_k must have as many rows; got 4 and 2$",
        ),
        ({"b_q": np.ones(3)}, ValueError, r"^b_q must have the shape \(2,\); got \(3,\)$"),
        ({"b_k": np.ones(1)}, ValueError, r"^b_k must have the shape \(2,\); got \(1,\)$"),
        ({"b_v": np.ones((1, 2))}, ValueError, r"^b_v must have the shape \(2,\); got \(1, 2\)$"),
        ({"b_o": 1.0}, ValueError, r"^b_o must have the shape \(2,\); got \(\)$"),
        ({"bias_k": np.ones(2)}, ValueError, r"^bias_k and bias_v must be given together; got bias_k alone$"),
        ({"bias_v": np.ones(2)}, ValueError, r"^bias_k and bias_v must be given together; got bias_v alone$"),
        (
            {"bias_k": np.ones(1), "bias_v": np.ones(2)},
            ValueError,
            r"^bias_k must have the shape \(2,\); got \(1,\)$",
        ),
        (
            {"bias_k": np.ones(2), "bias_v": np.ones((2, 2))},
            ValueError,
            r"^bias_v must have the shape \(2,\); got \(2, 2\)$",
        ),
        ({"bias_k": 1.0, "bias_v": np.ones(2)}, ValueError, r"^bias_k must have the shape \(2,\); got \(\)$"),
        (
            {"bias_k": [1j, 0], "bias_v": np.ones(2)},
            TypeError,
            r"^bias_k must hold real numbers; got dtype complex128$",
        ),
        (
            {"bias_k": np.ones(2), "bias_v": [1j, 0]},
            TypeError,
            r"^bias_v must hold real numbers; got dtype complex128$",
        ),
        (
            {"attn_mask": [1, 0]},
            ValueError,
            r"^attn_mask must be bool \(True = attend\) or floating \(added to the scores\); got dtype int",
        ),
        (
            {"key_mask": [1, 0]},
            ValueError,
            r"^key_mask must be bool \(True = attend\) or floating \(added to the scores\); got dtype int",
        ),
        ({"key_mask": [1j, 0]}, TypeError, r"^key_mask must be bool or floating; got dtype complex128$"),
        (
            {"attn_mask": np.ones((2, 2), bool)},
            ValueError,
            r"^attn_mask must broadcast to the scores' shape \(2, 1, 2\); got \(2, 2\)$",
        ),
        (
            {"key_mask": np.ones((1, 2), bool)},
            ValueError,
            r"^key_mask must broadcast to the keys' shape \(2,\); got \(1, 2\)$",
        ),
        (
            {"key_mask": np.ones(3, bool)},
            ValueError,
            r"^key_mask must broadcast to the keys' shape \(2,\); got \(3,\)$",
        ),
        ({"query": np.ones((1, 2), complex)}, TypeError, r"^query must hold real numbers; got dtype complex128$"),
        ({"w_q": EYE.astype(bool)}, TypeError, r"^w_q must hold real numbers; got dtype bool$"),
        ({"w_o": [[1j, 0]]}, TypeError, r"^w_o must hold real numbers; got dtype complex128$"),
        ({"b_v": [None, None]}, TypeError, r"^b_v must hold real numbers; got dtype object$"),
    ],
)
def test_errors(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        multi_head_attention(**(RIGHT | options))

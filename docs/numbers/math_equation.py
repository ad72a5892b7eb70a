"""Numbers of the page “The equation”: the three words of the bench, worked through."""

import numpy as np

from attn_core import (
    attention_scores,
    scaled_dot_product_attention,
    scaled_dot_product_attention_backward,
    softmax,
)
from demos import qkv_bench

Q, K, V = (np.array(rows) for rows in (qkv_bench.Q, qkv_bench.K, qkv_bench.V))

S = attention_scores(Q, K, scale=1)
Z = attention_scores(Q, K)
output, A = scaled_dot_product_attention(Q, K, V, return_weights=True)
# The wrong way round: over the queries of a key.
columns = softmax(Z, axis=0)
# What the loss “first number of the first output” asks of the scores.
loss = np.zeros_like(output)
loss[0, 0] = 1.0
dq, dk, dv = scaled_dot_product_attention_backward(loss, Q, K, V)
ds = A[0] * (V[:, 0] - output[0, 0])

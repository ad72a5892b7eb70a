"""The layers against equations worked out by hand, central differences and attn_core."""

import math

import numpy as np
import pytest

from attn_core import scaled_dot_product_attention, scaled_dot_product_attention_backward
from demos.training import layers
from demos.training.adam import Adam
from demos.training.head import head, head_backward, head_parameters, matrix
from tests.training.differences import check

RNG = np.random.default_rng(7)
X = RNG.normal(size=(2, 3, 4))
PROBE = RNG.normal(size=(2, 3, 4))  # the loss is a sum weighted by these, so its gradient at the output is these


def test_a_table_gives_each_row_all_that_was_done_with_it() -> None:
    E = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    y, saved = layers.embedding(E, np.array([[2, 0], [2, 2]]))
    assert y.tolist() == [[[5, 6], [1, 2]], [[5, 6], [5, 6]]]
    dy = np.array([[[1.0, 10.0], [2.0, 20.0]], [[3.0, 30.0], [4.0, 40.0]]])
    assert layers.embedding_backward(saved, dy).tolist() == [[2, 20], [0, 0], [8, 80]]


def test_linear() -> None:
    W = RNG.normal(size=(4, 4))
    y, saved = layers.linear(X, W)
    np.testing.assert_allclose(y, np.einsum("bni,oi->bno", X, W), rtol=1e-14)
    dx, dW = layers.linear_backward(saved, PROBE)
    check(lambda: float((layers.linear(X, W)[0] * PROBE).sum()), {"x": X, "W": W}, {"x": dx, "W": dW})


def test_tanh() -> None:
    x = X.copy()
    check(lambda: float((np.tanh(x) * PROBE).sum()), {"x": x}, {"x": layers.tanh_backward(np.tanh(x), PROBE)})


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("scale", [None, 1.0])
def test_attention(masked: bool, scale: float | None) -> None:
    Q, K, V = RNG.normal(size=(3, 2, 3, 4))
    mask = np.tri(3, dtype=bool) if masked else None
    O, saved = layers.attention(Q, K, V, mask, scale)
    gradients = layers.attention_backward(saved, PROBE)
    np.testing.assert_allclose(O, scaled_dot_product_attention(Q, K, V, mask, scale=scale), rtol=1e-13)
    peers = scaled_dot_product_attention_backward(PROBE, Q, K, V, mask, scale=scale)
    for ours, peer in zip(gradients, peers, strict=True):
        np.testing.assert_allclose(ours, peer, rtol=1e-12, atol=1e-14)
    check(
        lambda: float((layers.attention(Q, K, V, mask, scale)[0] * PROBE).sum()),
        {"Q": Q, "K": K, "V": V},
        dict(zip("QKV", gradients, strict=True)),
    )


def test_cross_entropy_of_two_classes_by_hand() -> None:
    logits = np.array([[0.0, math.log(3)], [5.0, 5.0]])  # p = (1/4, 3/4) and (1/2, 1/2)
    loss, dlogits = layers.cross_entropy(logits, np.array([1, 0]))
    assert loss == pytest.approx((math.log(4 / 3) + math.log(2)) / 2)
    np.testing.assert_allclose(dlogits, [[0.125, -0.125], [-0.25, 0.25]], atol=1e-15)


def test_a_target_of_minus_one_does_not_count() -> None:
    logits, targets = RNG.normal(size=(2, 3, 5)), np.array([[0, -1, 4], [-1, 2, -1]])
    loss, dlogits = layers.cross_entropy(logits, targets)
    counted = targets >= 0
    alone, of_alone = layers.cross_entropy(logits[counted], targets[counted])
    assert loss == pytest.approx(alone)
    np.testing.assert_allclose(dlogits[counted], of_alone)
    assert not dlogits[~counted].any()
    check(lambda: layers.cross_entropy(logits, targets)[0], {"logits": logits}, {"logits": dlogits})


def test_accuracy_is_a_share_of_what_counts() -> None:
    logits = np.eye(4)[[0, 1, 2, 3]]
    assert layers.accuracy(logits, np.array([0, 1, 3, -1])) == pytest.approx(2 / 3)


@pytest.mark.parametrize("crossed", [False, True])
def test_a_head(crossed: bool) -> None:
    rng = np.random.default_rng(3)
    p, x = head_parameters(rng, "h", 4), rng.normal(size=(2, 3, 4))
    memory = rng.normal(size=(2, 5, 4)) if crossed else x
    _, saved = head(p, "h", x, memory)
    dx, dmemory, matrices = head_backward("h", saved, PROBE)
    inputs = {"x": x, "memory": memory} if crossed else {"x": x}
    by_inputs = {"x": dx, "memory": dmemory} if crossed else {"x": dx + dmemory}
    check(lambda: float((head(p, "h", x, memory)[0] * PROBE).sum()), p | inputs, matrices | by_inputs)


def test_matrices_keep_variance_one() -> None:
    rng = np.random.default_rng(0)
    W = matrix(rng, 500, 200)
    assert W.shape == (500, 200)
    assert np.var(W @ rng.normal(size=(200, 50))) == pytest.approx(1, abs=0.05)


def test_adam_by_hand() -> None:
    p = {"x": np.array([1.0, 1.0, 1.0])}
    adam = Adam(p, rate=0.1)
    adam.step({"x": np.array([5.0, -0.001, 0.0])})
    # After one step both means are the gradient's own, so each moves by the rate, against its sign.
    np.testing.assert_allclose(p["x"], [0.9, 1.1, 1.0], rtol=1e-5)
    adam.step({"x": np.array([0.0, 0.0, 0.0])})
    # m = 0.09 g / 0.19 and v = 0.000999 g² / 0.001999 after the second.
    moved = 0.1 * (0.09 / 0.19) / math.sqrt(0.000999 / 0.001999)
    np.testing.assert_allclose(p["x"], [0.9 - moved, 1.1 + moved, 1.0], rtol=1e-5)

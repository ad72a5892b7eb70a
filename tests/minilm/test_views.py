"""Heads by what they add, without the sink, followed through the layers, and switched off."""

import numpy as np
import pytest

from demos.minilm.model import Model, from_floats, run
from demos.minilm.views import ablation, by_norm, rollout, value_norms, without_keys
from tests.minilm.toy import WIDTH, toy_weights

IDS = [3, 14, 15, 9]


@pytest.fixture(scope="module")
def toy() -> Model:
    return from_floats(toy_weights())


def test_lengths_are_those_of_values_after_the_heads_part_of_w_o(toy: Model) -> None:
    done = run(toy, IDS)
    norms = value_norms(toy, done)
    assert norms.shape == (6, 12, 4)
    w_o = toy.weights["encoder.layer.4.attention.output.dense.weight"]
    offered = w_o[:, 10:12] @ done.layers[4].value[5, 2]  # head 5 has columns 10 and 11
    assert norms[4, 5, 2] == pytest.approx(np.sqrt((offered**2).sum()), rel=1e-5)


def test_shares_of_what_is_added_sum_to_one() -> None:
    # 0.9 on a vector of length 1 and 0.1 on one of length 6: 0.9 and 0.6 of 1.5.
    shares = by_norm(np.array([[0.9, 0.1], [0.0, 1.0]], np.float32), np.array([1, 6], np.float32))
    np.testing.assert_allclose(shares, np.array([[0.6, 0.4], [0, 1]]), atol=1e-6)


def test_a_row_that_knew_only_the_sink_becomes_empty() -> None:
    rows = np.array([[1.0, 0, 0], [0.5, 0.1, 0.4]], np.float32)
    np.testing.assert_allclose(without_keys(rows, [0]), np.array([[0, 0, 0], [0, 0.2, 0.8]]), atol=1e-6)
    assert rows[0, 0] == 1  # the original stays


def test_rollout_multiplies_the_mean_heads_with_half_of_the_input() -> None:
    maps = np.random.default_rng(0).dirichlet(np.ones(3), size=(2, 2, 3)).astype(np.float32)
    first, second = ((layer.mean(0) + np.eye(3)) / 2 for layer in maps)
    np.testing.assert_allclose(rollout(maps), [first, second @ first], atol=1e-6)


def test_a_head_that_offers_nothing_is_not_missed() -> None:
    weights = toy_weights()
    name, head = "encoder.layer.1.attention.output.dense.weight", 3
    weights[name][:, 2 * head : 2 * head + 2] = 0
    moved = ablation(from_floats(weights), IDS)
    assert moved.shape == (6, 12, 4)
    assert np.abs(moved[1, head]).max() == 0
    assert (np.delete(moved.reshape(72, 4), 12 + head, axis=0) > 0).all()


def test_what_moves_is_a_part_of_the_vectors_length(toy: Model) -> None:
    before = run(toy, IDS).layers[-1].output[2]
    after = run(toy, IDS, without=[(5, 11)]).layers[-1].output[2]
    assert before.shape == (WIDTH,)
    expected = np.sqrt(((after - before) ** 2).sum() / (before**2).sum())
    assert ablation(toy, IDS)[5, 11, 2] == pytest.approx(expected, rel=1e-4)

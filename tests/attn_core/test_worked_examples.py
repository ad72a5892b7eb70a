"""The numbers that the site's pages print about attention, from the equation alone."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from attn_core import attention_scores, entropy, scaled_dot_product_attention, softmax, softmax_backward

SCORES = np.array([2.0, 95.0, 10.0, 80.0])  # The, animal, street, tired
PADDED = np.array([2, 0.5, 0.8, 1, 0, 0, 0, 0])  # four words, four pads


@pytest.mark.parametrize(
    ("divide_by", "animal", "street", "tired"),
    [
        (1, (0.9999997, 5e-8), (1e-37, 5e-38), (3.1e-7, 5e-9)),
        (4, (0.97702, 5e-6), (0, 1e-8), (0.02298, 5e-6)),
        (8, (0.86701, 5e-6), (0.00002, 5e-6), (0.13296, 5e-6)),
        (np.sqrt(512), (0.64304, 5e-6), (0.01502, 5e-6), (0.33139, 5e-6)),
    ],
)
def test_weights_of_the_worked_scores(
    divide_by: float, animal: tuple[float, float], street: tuple[float, float], tired: tuple[float, float]
) -> None:
    w = softmax(SCORES / divide_by)
    for got, (printed, half_a_digit) in zip(w[1:], (animal, street, tired), strict=True):
        assert abs(got - printed) <= half_a_digit


def test_attention_gives_the_same_weights() -> None:
    # One key per word whose only number is its score; the query is 1.
    _, w = scaled_dot_product_attention([[1.0]], SCORES[:, None], np.eye(4), scale=1 / 8, return_weights=True)
    assert_allclose(w[0, [1, 3]], [0.86701, 0.13296], atol=5e-6)
    assert_allclose(attention_scores([[1.0]], SCORES[:, None], scale=1 / 8), [SCORES / 8])


def test_no_single_scale_gives_the_printed_weights() -> None:
    # The ratio of two weights fixes the scale: (95 - 80) / s = ln(.85 / .12) and (95 - 10) / s = ln(.85 / .01).
    by_tired, by_street = np.sqrt(58.7), np.sqrt(366)
    for scale, other, ratio in ((by_tired, 3, 0.85 / 0.12), (by_street, 2, 0.85 / 0.01)):
        w = softmax(SCORES / scale)
        assert_allclose(w[1] / w[other], ratio, rtol=2e-3)
    assert_allclose(softmax(SCORES / np.sqrt(74.7))[1], 0.85, atol=5e-4)


def test_exponentials_overflow_where_softmax_does_not() -> None:
    with np.errstate(over="ignore"):
        assert np.exp(np.float32(95)) == np.inf
        assert np.exp(np.float16(12)) == np.inf
    assert_allclose(softmax(SCORES.astype(np.float32))[1], 0.9999997, atol=1e-7)
    assert_allclose(softmax(np.array([12, 12], "f2")), [0.5, 0.5])


@pytest.mark.parametrize(("divide_by", "printed", "half_a_digit"), [(1, 3.1e-7, 5e-9), (8, 0.0144, 5e-5)])
def test_gradient_of_the_top_weight_by_its_own_score(
    divide_by: float, printed: float, half_a_digit: float
) -> None:
    grad = softmax_backward([0.0, 1.0, 0.0, 0.0], softmax(SCORES / divide_by)) / divide_by
    assert abs(grad[1] - printed) <= half_a_digit


def test_padding_leaks_without_a_mask() -> None:
    assert_allclose(softmax(PADDED)[4:].sum(), 0.222, atol=5e-4)


def test_padding_mask_stops_the_leak() -> None:
    _, w = scaled_dot_product_attention(
        [[1.0]], PADDED[:, None], np.eye(8), attn_mask=[True] * 4 + [False] * 4, return_weights=True
    )
    assert_allclose(w[0, :4], [0.528, 0.118, 0.159, 0.194], atol=5e-4)
    assert (w[0, 4:] == 0).all()


def test_four_equal_keys_are_the_uniform_baseline_of_two_bits() -> None:
    _, w = scaled_dot_product_attention([[0.0, 0.0]], np.eye(4)[:, :2], np.eye(4), return_weights=True)
    assert (w == 0.25).all()
    assert entropy(w, base=2)[0] == 2

"""Each approximation against its definition, key by key."""

import numpy as np
import numpy.typing as npt
import pytest

from demos.minilm.approximations import (
    APPROXIMATIONS,
    linear,
    random_features,
    relative_error,
    tiled,
    top_keys,
    uniform,
    window,
)

N, WIDTH = 9, 4

type Floats = npt.NDArray[np.float32]


@pytest.fixture
def qkv() -> tuple[Floats, Floats, Floats]:
    Q, K, V = np.random.default_rng(5).standard_normal((3, 2, N, WIDTH)).astype(np.float32)
    return Q, K, V


def by_hand(Q: Floats, K: Floats, V: Floats, seen: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    powers = np.exp(Q.astype(np.float64) @ K.swapaxes(1, 2) / 2) * seen  # sqrt(4) = 2
    result: npt.NDArray[np.float64] = powers / powers.sum(-1, keepdims=True) @ V
    return result


@pytest.mark.parametrize("sink", [False, True])
def test_a_window_sees_its_neighbours(qkv: tuple[Floats, Floats, Floats], sink: bool) -> None:
    seen = np.array([[abs(i - j) <= 2 or (sink and j == 0) for j in range(N)] for i in range(N)])
    np.testing.assert_allclose(window(2, sink=sink)(*qkv), by_hand(*qkv, seen), atol=1e-5)


def test_the_keys_that_fit_best_are_seen(qkv: tuple[Floats, Floats, Floats]) -> None:
    S = qkv[0] @ qkv[1].swapaxes(1, 2)
    seen = np.argsort(np.argsort(-S)) < 3
    np.testing.assert_allclose(top_keys(3)(*qkv), by_hand(*qkv, seen), atol=1e-5)


@pytest.mark.parametrize("exact", [tiled, window(N), top_keys(N), top_keys(100)])
def test_what_sees_all_keys_is_exact(qkv: tuple[Floats, Floats, Floats], exact: object) -> None:
    assert callable(exact)
    assert relative_error(exact, *qkv) < 1e-6


def test_no_attention_is_the_mean(qkv: tuple[Floats, Floats, Floats]) -> None:
    np.testing.assert_allclose(uniform(*qkv), np.repeat(qkv[2].mean(axis=1, keepdims=True), N, axis=1), atol=1e-6)


def test_linear_attention_has_the_kernel_of_elu(qkv: tuple[Floats, Floats, Floats]) -> None:
    Q, K = (np.where(x > 0, x + 1, np.exp(x)) for x in qkv[:2])
    kernel = Q @ K.swapaxes(1, 2)
    np.testing.assert_allclose(linear(*qkv), kernel / kernel.sum(-1, keepdims=True) @ qkv[2], atol=1e-5)


def test_more_random_features_come_closer(qkv: tuple[Floats, Floats, Floats]) -> None:
    few, many = (
        np.mean([relative_error(random_features(count, seed), *qkv) for seed in range(10)]) for count in (8, 2048)
    )
    assert many < few / 3


def test_the_error_is_relative_to_the_exact_output(qkv: tuple[Floats, Floats, Floats]) -> None:
    assert relative_error(lambda *qkv: 0 * tiled(*qkv), *qkv) == pytest.approx(1)
    assert relative_error(lambda *qkv: 3 * tiled(*qkv), *qkv) == pytest.approx(2)


def test_all_of_them_can_be_run(qkv: tuple[Floats, Floats, Floats]) -> None:
    assert {name: approximate(*qkv).shape for name, approximate in APPROXIMATIONS.items()} == dict.fromkeys(
        APPROXIMATIONS, (2, N, WIDTH)
    )

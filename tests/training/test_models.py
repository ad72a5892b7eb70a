"""The gradients of each whole network, against central differences."""

from typing import Any

import numpy as np
import pytest

from demos.training import bottleneck, induction, scale_duel, translation
from demos.training.layers import cross_entropy
from demos.training.sentences import all_pairs
from tests.training.differences import check


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Networks of a few hundred numbers, each of which is moved."""
    sizes: dict[Any, dict[str, Any]] = {
        scale_duel: {"WORDS": 4, "PAIRS": 3},
        induction: {"LETTERS": 8, "LENGTH": 10, "WIDTH": 4, "CAUSAL": np.tri(10, dtype=bool)},
        translation: {"WIDTH": 4},
        bottleneck: {"LETTERS": 3, "WIDTH": 4, "HIDDEN": 5},
    }
    for module, values in sizes.items():
        for name, value in values.items():
            monkeypatch.setattr(module, name, value)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("scale", [0.5, 1.0])
def test_scale_duel(scale: float) -> None:
    rng = np.random.default_rng(0)
    p, batch = scale_duel.start(rng, 4), scale_duel.draw(rng, 5)

    def loss() -> float:
        return cross_entropy(scale_duel.forward(p, batch, scale)[0], batch.target)[0]

    logits, saved = scale_duel.forward(p, batch, scale)
    check(loss, p, scale_duel.backward(saved, cross_entropy(logits, batch.target)[1]))


@pytest.mark.usefixtures("small")
def test_induction() -> None:
    rng = np.random.default_rng(0)
    p, batch = induction.start(rng), induction.draw(rng, 4, (3, 4))

    def loss() -> float:
        return cross_entropy(induction.forward(p, batch.text)[0], batch.following)[0]

    logits, saved = induction.forward(p, batch.text)
    check(loss, p, induction.backward(saved, cross_entropy(logits, batch.following)[1]))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("mixing", [False, True])
def test_translation(mixing: bool) -> None:
    rng = np.random.default_rng(0)
    p = translation.start(rng, mixing=mixing)
    batch = translation.as_batch(list(all_pairs())[::1500])

    def loss() -> float:
        return cross_entropy(translation.forward(p, batch)[0], batch.french)[0]

    logits, saved = translation.forward(p, batch)
    check(loss, p, translation.backward(saved, cross_entropy(logits, batch.french)[1]))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("attends", [False, True])
def test_bottleneck(attends: bool) -> None:
    rng = np.random.default_rng(0)
    p, text = bottleneck.start(rng, 5, attends=attends), bottleneck.draw(rng, 6, 5)

    def loss() -> float:
        return cross_entropy(bottleneck.forward(p, text)[0], text[:, ::-1])[0]

    logits, saved = bottleneck.forward(p, text)
    check(loss, p, bottleneck.backward(p, saved, cross_entropy(logits, text[:, ::-1])[1]))

"""Gradients by central differences: each number is moved a little up and down."""

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt

type Floats = npt.NDArray[np.floating]

STEP = 1e-5
CLOSE = 1e-6


def difference(loss: Callable[[], float], x: Floats, places: npt.NDArray[np.intp] | None = None) -> Floats:
    """The derivative of the loss by the numbers of x, or by those at some places of its flat view."""
    flat = x.reshape(-1)
    assert np.shares_memory(flat, x)
    found = []
    for i in range(x.size) if places is None else places:
        before = flat[i]
        flat[i] = before + STEP
        up = loss()
        flat[i] = before - STEP
        down = loss()
        flat[i] = before
        found.append((up - down) / (2 * STEP))
    return np.array(found) if places is not None else np.array(found).reshape(x.shape)


def check(loss: Callable[[], float], arrays: Mapping[str, Floats], gradients: Mapping[str, Floats]) -> None:
    """Compare all gradients with differences: to 1e-6 of the largest number of each."""
    assert arrays.keys() == gradients.keys()
    for name, x in arrays.items():
        assert gradients[name].shape == x.shape, name
        expected = difference(loss, x)
        size = np.abs(expected).max()
        assert size > 1e-3, f"{name}: a loss that doesn't depend on it tests nothing"
        np.testing.assert_allclose(gradients[name], expected, rtol=0, atol=CLOSE * size, err_msg=name)

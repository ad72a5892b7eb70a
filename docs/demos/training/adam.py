"""Adam: gradient descent in which each number sets the size of its own steps (Kingma and Ba 2015, algorithm 1)."""

import numpy as np

from demos.training.layers import Array

type Parameters = dict[str, Array]

KEEP, KEEP_SQUARES, EPSILON = 0.9, 0.999, 1e-8


class Adam:
    """Moves parameters, in place, against their gradients."""

    def __init__(self, parameters: Parameters, rate: float) -> None:
        self._parameters, self._rate, self._steps = parameters, rate, 0
        self._means = {name: np.zeros_like(p) for name, p in parameters.items()}
        self._squares = {name: np.zeros_like(p) for name, p in parameters.items()}

    def step(self, gradients: Parameters) -> None:
        """``p -= rate m / (√v + ε)``, with m and v the running means of the gradient and of its square."""
        self._steps += 1
        for name, g in gradients.items():
            m, v = self._means[name], self._squares[name]
            m += (1 - KEEP) * (g - m)
            v += (1 - KEEP_SQUARES) * (g * g - v)
            # Both start at 0; divided by this they are means of the gradients seen so far.
            m_hat = m / (1 - KEEP**self._steps)
            v_hat = v / (1 - KEEP_SQUARES**self._steps)
            self._parameters[name] -= self._rate * m_hat / (np.sqrt(v_hat) + EPSILON)

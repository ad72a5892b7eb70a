"""The four toy keys of the lab: words of the sentence as vectors in the plane, chosen by hand."""

import numpy as np

from live_demo import Series

KEYS = (
    Series("The", "circle", "k1"),
    Series("animal", "square", "k2"),
    Series("street", "triangle", "k3"),
    Series("tired", "diamond", "k4"),
)
NAMES = tuple(key.name for key in KEYS)
K = np.array([(-1.2, 0.5), (1.7, 1.1), (1.1, -1.7), (0.3, 1.9)])

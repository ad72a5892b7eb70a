"""The numbers of the lab’s text: what four equal weights are."""

from attn_core import entropy, uniform_weights
from demos._keys import K
from live_demo import fixed

UNIFORM = fixed(float(uniform_weights(len(K))[0]))
MOST_BITS = fixed(float(entropy(uniform_weights(len(K)), base=2)), 0)
WIDTH = K.shape[1]

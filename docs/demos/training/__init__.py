"""Small networks that learn while one watches, in numpy, with their gradients written out by hand.

`layers` and `head` are what they are made of, `adam` and `loop` how they learn. `scale_duel`, `induction`,
`translation` (with its `sentences`) and `bottleneck` each have a `run` that yields a frame every few steps;
`recorded` reads the finished runs.
"""

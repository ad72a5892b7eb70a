"""MiniLM-L6, a small language model that was trained on real text, in numpy.

`tokenizer` cuts a sentence into tokens, `model` runs them through the six layers, `weights` and `quantised` read
the numbers that it has learned, `recorded` reads what was computed beforehand, `views` looks at heads in other
ways than by weight. Layers and heads count from 0.
"""

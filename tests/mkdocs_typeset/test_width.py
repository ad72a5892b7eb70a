import pytest

from mkdocs_typeset.math import convert
from mkdocs_typeset.width import width_in_em

# Widths in em, measured in Chromium 156 with the site's maths font, 2026-11-29.
MEASURED = [
    (r"x", 0.56),
    (r"\sum_{i=1}^{n} p_i \log p_i", 4.55),
    (r"\alpha_i = \frac{e^{s_i}}{\sum_j e^{s_j}}", 4.56),
    (r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}", 3.38),
    (r"\begin{aligned} S &= QK^\top \\ A &= \operatorname{softmax}(S)\end{aligned}", 7.35),
    (r"\operatorname{softmax}(z)_i = \frac{\exp(z_i)}{\sum_{j=1}^{n} \exp(z_j)}", 11.40),
    (
        r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V",
        15.92,
    ),
]


@pytest.mark.parametrize(("latex", "measured"), MEASURED)
def test_the_estimate_is_right_or_somewhat_too_wide(latex: str, measured: float) -> None:
    estimate = width_in_em(convert(latex, display=True).mathml)
    assert 0.95 * measured < estimate < 1.25 * measured

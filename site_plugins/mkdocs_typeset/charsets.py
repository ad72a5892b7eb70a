"""Which characters the site's fonts hold. A character that is needed and missing is added here."""

from typing import Literal

LATIN = frozenset(
    [*map(chr, range(0x20, 0x7F)), *map(chr, range(0xA0, 0xAD)), *map(chr, range(0xAE, 0x100))]
) | set("ıŒœ–—‘’‚“”„•…‹›€™−")
"""What the text faces hold themselves."""

GREEK = frozenset("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψωϵϕ")

SYMBOLS = frozenset("←↑→↓↔↦⇐⇒⇔⟵⟶⟷⟸⟹⟺∀∂∃∅∇∈∉∋∏∑∓∗∘√∝∞∠∥∧∨∩∪∫∴∼≃≅≈≔≠≡≤≥≪≫⊂⊃⊆⊇⊕⊖⊗⊙⊤⊥⋅⋆⋮⋯⋱⟂⊺′″‴‖⟨⟩⌈⌉⌊⌋●■▲◆○□△◇")
"""Arrows, signs and marks: drawn from the maths font wherever they stand."""

_ALPHABETS = [
    *map(chr, range(0x1D400, 0x1D434)),  # bold
    *map(chr, range(0x1D434, 0x1D455)),  # italic, up to g
    "ℎ",
    *map(chr, range(0x1D456, 0x1D468)),  # italic, from i
    *map(chr, range(0x1D468, 0x1D49C)),  # bold italic
    *map(chr, range(0x1D6FC, 0x1D71C)),  # italic Greek
    *"𝒜ℬ𝒞𝒟ℰℱ𝒢ℋℐ𝒥𝒦ℒℳ𝒩𝒪𝒫𝒬ℛ𝒮𝒯𝒰𝒱𝒲𝒳𝒴𝒵",
    *"ℂ𝔼ℕℙℚℝℤ𝟙",
]
_ACCENTS = "¬±·×÷¯´˙ˆ˜‾̸̂̃̄̇⃗⏞⏟ℓ∣−"

MATH = frozenset([*map(chr, range(0x20, 0x7F)), *_ALPHABETS, *_ACCENTS]) | GREEK | SYMBOLS
"""What the maths face holds."""

# Drawn by no font: joiners, MathML's invisible operators, variation selectors.
_NO_GLYPH = frozenset("\xad\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufe00\ufe0e\ufe0f\ufeff")


def missing_glyphs(text: str, face: Literal["text", "math"] = "text") -> set[str]:
    """Find the characters of ``text`` that would fall back to a font of the reader's system.

    Examples
    --------
    >>> missing_glyphs("d → ∞, café")
    set()
    >>> missing_glyphs("☃")
    {'☃'}
    """
    held = LATIN | GREEK | SYMBOLS if face == "text" else MATH
    return {sign for sign in set(text) - held - _NO_GLYPH if not sign.isspace()}

"""Make tall brackets and radicals hardly wider than small ones.

Chromium gives a stretched sign a box as wide as the widest of its variants, whichever it then draws: round a
small fraction, the brackets of STIX Two Math stand apart by half an em, and √d is followed by a hole.
"""

from fontTools.ttLib import TTFont

_STRETCHED = "()[]{}⌈⌉⌊⌋⟨⟩√"
_WIDEST = 1.1  # of the smallest variant


def narrow_variants(font: TTFont) -> None:
    """Squeeze, in place, the variants of stretched signs to 1.1 times the width of the smallest."""
    variants = font["MATH"].table.MathVariants
    names = font.getBestCmap()
    constructions = dict(zip(variants.VertGlyphCoverage.glyphs, variants.VertGlyphConstruction, strict=True))
    done: set[str] = set()
    for sign in _STRETCHED:
        base = names[ord(sign)]
        construction = constructions[base]
        glyphs = [record.VariantGlyph for record in construction.MathGlyphVariantRecord]
        if construction.GlyphAssembly:
            glyphs += [part.glyph for part in construction.GlyphAssembly.PartRecords]
        limit = _WIDEST * font["hmtx"][base][0]
        for glyph in dict.fromkeys(glyphs):  # a part may serve two signs
            if glyph not in done:
                _squeeze(font, glyph, limit)
                done.add(glyph)


def _squeeze(font: TTFont, name: str, limit: float) -> None:
    advance, bearing = font["hmtx"][name]
    factor = limit / advance
    if factor >= 1:
        return
    outline = font["glyf"][name]
    outline.coordinates.scale((factor, 1))
    outline.coordinates.toInt()
    outline.recalcBounds(font["glyf"])
    font["hmtx"][name] = (round(limit), round(bearing * factor))

import io
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from mkdocs_typeset.charsets import LATIN, MATH, missing_glyphs
from mkdocs_typeset.errors import FontError
from mkdocs_typeset.faces import FACES, INTER, MATHS, SERIF, SERIF_ITALIC, Face
from mkdocs_typeset.fonts import FontFolder, build_fonts


@pytest.fixture(scope="module")
def folder(node_modules: Path, cache: Path) -> FontFolder:
    return build_fonts(node_modules, cache)


@pytest.fixture(scope="module")
def fonts(folder: FontFolder) -> dict[str, TTFont]:
    return {face.name: TTFont(io.BytesIO(folder.files[face.name])) for face in FACES}


def test_all_fonts_together_stay_within_160_kilobytes(folder: FontFolder) -> None:
    sizes = {name: len(content) for name, content in folder.files.items() if name.endswith(".woff2")}
    assert len(sizes) == 4
    assert sum(sizes.values()) < 160_000, sizes


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.name)
def test_each_face_holds_its_characters_and_no_other(face: Face, fonts: dict[str, TTFont]) -> None:
    held = set(map(chr, fonts[face.name].getBestCmap()))
    assert held == face.characters


def test_text_faces_keep_weights_from_regular_to_bold_and_no_other_axis(fonts: dict[str, TTFont]) -> None:
    for face in (INTER, SERIF, SERIF_ITALIC):
        axes = [
            (axis.axisTag, axis.minValue, axis.defaultValue, axis.maxValue)
            for axis in fonts[face.name]["fvar"].axes
        ]
        assert axes == [("wght", 400, 400, 700)]


def test_figures_of_one_width_can_be_had(fonts: dict[str, TTFont]) -> None:
    for face in (SERIF, SERIF_ITALIC):  # they are the ones that show
        glyphs, widths = fonts[face.name].getBestCmap(), fonts[face.name]["hmtx"]
        assert len({widths[glyphs[ord(figure)]][0] for figure in "0123456789"}) == 1
    features = {record.FeatureTag for record in fonts[INTER.name]["GSUB"].table.FeatureList.FeatureRecord}
    assert "tnum" in features


def test_brackets_and_radicals_still_grow(fonts: dict[str, TTFont]) -> None:
    font = fonts[MATHS.name]
    variants = font["MATH"].table.MathVariants
    heights = {
        glyph: max(record.AdvanceMeasurement for record in construction.MathGlyphVariantRecord)
        for glyph, construction in zip(
            variants.VertGlyphCoverage.glyphs, variants.VertGlyphConstruction, strict=True
        )
    }
    names = font.getBestCmap()
    for sign in "()[]{}√⌈⌉⟨⟩":
        assert heights[names[ord(sign)]] > 2.3 * font["head"].unitsPerEm


def test_a_tall_bracket_is_hardly_wider_than_a_small_one(fonts: dict[str, TTFont]) -> None:
    font = fonts[MATHS.name]
    variants = font["MATH"].table.MathVariants
    widths = font["hmtx"]
    wanted = {font.getBestCmap()[ord(sign)] for sign in "()[]{}√⌈⌉⌊⌋⟨⟩"}
    seen = set()
    for glyph, construction in zip(variants.VertGlyphCoverage.glyphs, variants.VertGlyphConstruction, strict=True):
        if glyph in wanted:
            seen.add(glyph)
            parts = construction.GlyphAssembly.PartRecords if construction.GlyphAssembly else []
            tall = [record.VariantGlyph for record in construction.MathGlyphVariantRecord]
            tall += [part.glyph for part in parts]
            assert max(widths[name][0] for name in tall) <= 1.11 * widths[glyph][0]
    assert seen == wanted


def test_a_changed_font_carries_no_name_but_its_copyright(fonts: dict[str, TTFont]) -> None:
    names = {record.nameID: str(record) for record in fonts[SERIF.name]["name"].names}
    assert "Adobe" in names[0]
    assert "OFL" in names[14]
    assert not {1, 3, 4, 6, 16} & set(names)


def test_licences_lie_beside_the_fonts(folder: FontFolder) -> None:
    licences = {name for name in folder.files if name.startswith("LICENSE")}
    assert licences == {"LICENSE-inter.txt", "LICENSE-source-serif-4.txt", "LICENSE-stix-two-math.txt"}
    assert all(b"SIL Open Font License" in folder.files[name] for name in licences)


def test_the_style_sheet_names_files_of_the_folder_and_no_other_place(folder: FontFolder) -> None:
    css = folder.files["fonts.css"].decode()
    urls = set(re.findall(r'url\("([^"]*)"\)', css))
    assert urls == {face.name for face in FACES}
    assert "//" not in css


def test_signs_that_text_faces_lack_come_from_the_maths_face(folder: FontFolder) -> None:
    css = folder.files["fonts.css"].decode()
    borrowed = [rule for rule in css.splitlines() if MATHS.name in rule and "unicode-range" in rule]
    families = [(rule.split('"')[1], "italic" in rule) for rule in borrowed]
    assert families == [("Signs", False), ("Signs", True)]
    assert all("U+2190-2194" in rule for rule in borrowed)
    assert not any("U+61" in rule or "U+20-" in rule for rule in borrowed)


def test_the_fallback_is_scaled_to_the_width_and_line_of_source_serif(folder: FontFolder) -> None:
    # Source Serif 4 at 1000 units: mean letter 470.6, line 1036 + 335. Georgia: mean 434.3.
    georgia = next(rule for rule in folder.files["fonts.css"].decode().splitlines() if "Georgia" in rule)
    numbers = {name: float(value) for name, value in re.findall(r"([a-z-]+): ([\d.]+)%", georgia)}
    scale = 470.6 / 434.3
    assert numbers["size-adjust"] == pytest.approx(100 * scale, abs=0.1)
    assert numbers["ascent-override"] == pytest.approx(103.6 / scale, abs=0.1)
    assert numbers["descent-override"] == pytest.approx(33.5 / scale, abs=0.1)


@pytest.mark.slow
def test_the_folder_is_named_by_its_content(folder: FontFolder, node_modules: Path, tmp_path: Path) -> None:
    assert re.fullmatch(r"assets/fonts-[0-9a-f]{12}", folder.name)
    anew = build_fonts(node_modules, tmp_path)
    assert anew == folder


def test_a_missing_package_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(FontError) as caught:
        build_fonts(tmp_path / "node_modules", tmp_path)
    message = str(caught.value)
    assert "\n" not in message
    assert "expected the npm package @fontsource-variable/inter" in message
    assert "hint: run `make setup`, or `npm ci`" in message


def test_missing_glyphs() -> None:
    assert missing_glyphs("naïve “quotes” – α ≤ √2 → ∞ ● 0.64 − 1") == set()
    assert missing_glyphs("snow ☃ and 漢") == {"☃", "漢"}
    assert missing_glyphs("𝑥 ∈ ℝ", "math") == set()
    assert missing_glyphs("é", "math") == {"é"}
    assert missing_glyphs("a\u2061\n\u00a0b") == set()


def test_what_chromium_maps_to_italics_has_its_italic() -> None:
    italic = {chr(0x1D44E + index) for index in range(26)} - {chr(0x1D455)} | {"ℎ"}
    greek = {chr(0x1D6FC + index) for index in range(25)}
    assert italic | greek <= MATH
    assert not LATIN & greek

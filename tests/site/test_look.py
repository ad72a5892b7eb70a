"""The colours hold what the look promises: contrast of every pair in use, the ramps, the four keys."""

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
CSS = (ROOT / "docs/css/tokens.css").read_text(encoding="utf-8")
PLUGIN = (ROOT / "site_plugins/mkdocs_live_demo/assets/tokens.css").read_text(encoding="utf-8")
SCHEMES = ("default", "slate")
type Colour = np.ndarray

# Björn Ottosson's OKLab; Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
SEEN = {
    "all colours": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
    "grey": np.tile([0.2126, 0.7152, 0.0722], (3, 1)),
}
PAIRS = [
    ("md-default-fg-color", "md-default-bg-color", 4.5),
    ("md-default-fg-color", "ld-raised", 4.5),
    ("md-default-fg-color", "ld-sunken", 4.5),
    ("ld-ink-strong", "md-default-bg-color", 4.5),
    ("md-default-fg-color--light", "md-default-bg-color", 4.5),
    ("md-default-fg-color--light", "ld-raised", 4.5),
    ("md-default-fg-color--light", "ld-sunken", 4.5),
    ("md-typeset-a-color", "md-default-bg-color", 4.5),
    ("md-typeset-a-color", "ld-raised", 4.5),
    ("md-accent-bg-color", "md-typeset-a-color", 4.5),
    ("ld-good", "ld-raised", 4.5),
    ("ld-bad", "ld-raised", 4.5),
    ("md-code-hl-string-color", "md-code-bg-color", 4.5),
    ("md-code-hl-number-color", "md-code-bg-color", 4.5),
    ("md-code-hl-comment-color", "md-code-bg-color", 4.5),
    ("md-default-fg-color--lighter", "ld-raised", 3),
    ("md-default-fg-color--lighter", "ld-sunken", 3),
    *((f"key-{i}", "ld-raised", 3) for i in range(1, 5)),
]


def tokens(scheme: str) -> dict[str, str]:
    blocks = re.findall(rf'\[data-md-color-scheme="{scheme}"\]\s*{{(.*?)\n}}', CSS, re.DOTALL)
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", "".join(blocks)))


def rgb(text: str) -> Colour:
    c = np.array([int(text.lstrip("#")[i : i + 2], 16) / 255 for i in (0, 2, 4)])
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def oklch(light: float, chroma: float, hue: float) -> Colour:
    lab = [light, chroma * np.cos(np.radians(hue)), chroma * np.sin(np.radians(hue))]
    light_by_cone: Colour = (np.linalg.inv(LAB) @ lab) ** 3
    return np.asarray(np.linalg.inv(LMS) @ light_by_cone)


def oklab(c: Colour) -> Colour:
    return np.asarray(LAB @ np.cbrt(LMS @ np.clip(c, 0, 1)))


def contrast(a: Colour, b: Colour) -> float:
    high, low = sorted((float(np.clip(c, 0, 1) @ [0.2126, 0.7152, 0.0722]) + 0.05 for c in (a, b)), reverse=True)
    return high / low


def ramp(scheme: str) -> list[tuple[float, Colour]]:
    n = {k: float(v) for k, v in tokens(scheme).items() if k.startswith("attn-")}
    return [
        (
            w,
            oklch(
                n["attn-l0"] + n["attn-dl"] * w,
                n["attn-c0"] + n["attn-dc"] * w + n["attn-cb"] * w * (1 - w),
                n["attn-h0"] + n["attn-dh"] * w,
            ),
        )
        for w in np.linspace(0, 1, 1001)
    ]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("on", "under", "least"), PAIRS)
def test_contrast_of_what_is_read(scheme: str, on: str, under: str, least: float) -> None:
    t = tokens(scheme)
    assert contrast(rgb(t[on]), rgb(t[under])) >= least


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_number_can_be_read_on_every_weight(scheme: str) -> None:
    t = tokens(scheme)
    flip, sign = float(t["attn-flip"]), float(t["attn-sign"])
    for w, colour in ramp(scheme):
        ink = np.ones(3) if (w > flip) == (sign > 0) else np.zeros(3)
        assert contrast(colour, ink) >= 4.5, w
        assert colour.min() > -0.002, w  # inside sRGB
        assert colour.max() < 1.002, w


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("seen", SEEN)
def test_more_weight_is_always_darker_or_always_lighter(scheme: str, seen: str) -> None:
    lightness = np.array([oklab(np.clip(SEEN[seen] @ c, 0, 1))[0] for _, c in ramp(scheme)[::125]])
    steps = np.diff(lightness) * np.sign(float(tokens(scheme)["attn-dl"]))
    assert steps.min() > 0.02


@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_key_is_mistaken_for_a_weight(scheme: str) -> None:
    keys = [oklab(rgb(tokens(scheme)[f"key-{i}"])) for i in range(1, 5)]
    weights = [oklab(c) for w, c in ramp(scheme) if w >= 0.15]
    assert min(np.linalg.norm(k - c) for k in keys for c in weights) > 0.04


@pytest.mark.parametrize("scheme", SCHEMES)
def test_signed_numbers_can_be_read(scheme: str) -> None:
    t = tokens(scheme)
    ink = rgb((t["sign-ink"].strip().lstrip("#") * 2)[:6])
    for s in np.linspace(0, 1, 101):
        for hue in (52, 205):
            colour = oklch(float(t["sign-l0"]) + float(t["sign-dl"]) * s, 0.004 + float(t["sign-c"]) * s, hue)
            assert contrast(colour, ink) >= 4.5


PRINTED = ("red", "green", "yellow", "blue", "magenta", "cyan")


def printed(scheme: str) -> tuple[dict[str, Colour], list[Colour]]:
    """The plugin's colours of what code prints, and the grounds on which it may lie: the site's, Material's own."""
    default, slate = PLUGIN.split("@media screen", 1)
    block = slate if scheme == "slate" else default
    own = {name: rgb(re.findall(rf"--ld-{name}: (#[0-9a-f]{{6}})", block)[0]) for name in PRINTED}
    t = tokens(scheme)
    material = "#1e2129" if scheme == "slate" else "#ffffff"
    return own, [rgb(t["ld-raised"]), rgb(t["md-default-bg-color"]), rgb(t["ld-sunken"]), rgb(material)]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_code_prints_in_colour_can_be_read(scheme: str) -> None:
    own, grounds = printed(scheme)
    for name, colour in own.items():
        assert min(contrast(colour, ground) for ground in grounds) >= 4.5, name


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("seen", [name for name in SEEN if name != "grey"])
def test_colours_of_what_code_prints_are_told_apart(scheme: str, seen: str) -> None:
    own, _ = printed(scheme)
    for (one, a), (other, b) in combinations(own.items(), 2):
        assert np.linalg.norm(oklab(SEEN[seen] @ a) - oklab(SEEN[seen] @ b)) > 0.08, (one, other)

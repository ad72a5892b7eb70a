"""The author's list, and what it says when it is wrong."""

import pytest

from mkdocs_sbom.errors import SbomError
from mkdocs_sbom.listed import Listed, read

GOOD = """
[[shipped]]
name = "Engine"
group = "Scripts"
source = "npm:engine"
files = ["assets/engine/*"]
[[shipped]]
name = "Wheel"
group = "Scripts"
licence = "MIT"
text = "licences/wheel.txt"
within = "Engine"
"""


def test_each_entry_is_read_in_order() -> None:
    assert read(GOOD, "l.toml") == [
        Listed("Engine", "Scripts", "npm:engine", files=("assets/engine/*",)),
        Listed("Wheel", "Scripts", licence="MIT", text="licences/wheel.txt", within="Engine"),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("shipped = [", "l.toml: expected [[shipped]] entries in TOML / found "),
        ("[[other]]", "l.toml: expected [[shipped]] entries in TOML / found 'shipped'"),
        (GOOD.replace("licence =", "license ="), "l.toml, Wheel: expected dependencies, files, group, "),
        (GOOD.replace('group = "Scripts"', "", 1), "l.toml, Engine: expected dependencies, files, group, "),
        (GOOD + GOOD, "l.toml, Engine: expected each name once / found it twice"),
        (GOOD.replace('within = "Engine"', 'within = "Car"'), "l.toml, Wheel: expected either files or "),
        (GOOD.replace('within = "Engine"', ""), "l.toml, Wheel: expected either files or "),
        (GOOD + 'files = ["b.js"]', "l.toml, Wheel: expected either files or "),
    ],
)
def test_what_is_wrong_is_named(text: str, said: str) -> None:
    with pytest.raises(SbomError) as caught:
        read(text, "l.toml")
    assert str(caught.value).startswith(said)

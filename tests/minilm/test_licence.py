"""The notice that goes with the model: both licences in full, and what was changed."""

from pathlib import Path

import pytest

from demos.minilm.quantised import GROUP
from demos.minilm.tokenizer import LONGEST_TEXT
from tools.minilm.fetch import MissingError, folder
from tools.minilm.source import PACKAGE, VERSION

ROOT = Path(__file__).parents[2]
NOTICE = (ROOT / "licences/minilm.txt").read_text(encoding="utf-8")


def test_the_licence_of_the_weights_is_whole() -> None:
    assert (ROOT / "licences/Apache-2.0.txt").read_text(encoding="utf-8").strip("\n") in NOTICE


def test_the_notice_names_the_source_and_the_changes() -> None:
    one_line = " ".join(NOTICE.split())
    assert f"{PACKAGE} {VERSION}" in one_line
    assert f"eight bits in groups of {GROUP} numbers" in one_line
    assert f"positions from {LONGEST_TEXT} on are left out" in one_line
    assert (ROOT / "requirements-minilm.txt").read_text(encoding="utf-8").startswith(f"{PACKAGE}=={VERSION} ")


@pytest.mark.slow
def test_the_licence_of_the_package_is_its_own() -> None:
    try:
        text = (folder() / "LICENSE").read_text(encoding="utf-8")
    except MissingError as error:
        pytest.skip(str(error))
    assert text.startswith("MIT License")
    assert text.strip("\n") in NOTICE

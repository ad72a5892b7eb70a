"""Where the model's files are kept, and what is said when they are not there."""

from pathlib import Path

import pytest

from tools.minilm.fetch import MissingError, folder


def test_files_that_were_not_fetched_are_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MKDOCS_PYODIDE_CACHE", str(tmp_path))
    with pytest.raises(MissingError) as raised:
        folder()
    said = str(raised.value)
    assert said.startswith(f"minilm: expected the model's files in {tmp_path}/minilm-")
    assert said.endswith(" / found none / hint: run `make minilm`")
    assert list(tmp_path.iterdir()) == []  # looking does not make anything


def test_a_download_that_was_broken_off_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MKDOCS_PYODIDE_CACHE", str(tmp_path))
    with pytest.raises(MissingError) as raised:
        folder()
    place = Path(str(raised.value).split(" in ")[1].split(" / ")[0])
    place.mkdir(parents=True)
    (place / "vocab.txt").write_text("a")
    with pytest.raises(MissingError):
        folder()
    (place / "sha256.json").write_text("{}")  # written last
    assert folder() == place

"""A reader's text through the trained model in eight bits, as the site publishes it."""

from pathlib import Path

import numpy as np
import pytest

from demos import own_sentence
from demos.minilm.model import run
from demos.own_sentence import answered, view
from tools.minilm import publish
from tools.minilm.fetch import folder
from tools.minilm.source import Source

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def published(source: Source, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("fetched") / "model.safetensors"
    assert publish.publish(file, folder())
    return file


@pytest.fixture(autouse=True)
def _model(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_sentence, "fetched", lambda _name, _what: published.read_bytes())


def test_the_file_is_made_once_and_made_anew_when_it_is_spoilt(published: Path) -> None:
    assert published.stat().st_size <= 24_000_000
    assert not publish.publish(published, folder())
    data = published.read_bytes()
    published.write_bytes(data[:-1])
    assert publish.publish(published, folder())
    assert published.read_bytes() == data
    assert [path.name for path in published.parent.iterdir()] == ["model.safetensors"]


def test_a_file_of_another_hash_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publish, "quantised", lambda _source: b"other")
    with pytest.raises(
        publish.PublishError, match=r"^minilm: expected sha256 3fd2\w+ / found d9298a10\w+ / hint: "
    ):
        publish.publish(tmp_path / "model", folder())
    assert list(tmp_path.iterdir()) == []


def test_weights_are_those_of_the_published_model_but_for_the_rounding(source: Source) -> None:
    for text in ("My cat sleeps on the sofa because it is warm.", "Кошка спит.", "Zoë’s 🐈 can’t read."):
        seen = answered(text).seen
        assert list(seen.tokens) == source.tokens(text)
        exact = run(source.model, source.numbered(seen.tokens)).attention
        assert 0 < np.abs(seen.attention - exact).max() <= 0.06


def test_the_longest_text_is_answered_and_stays_small() -> None:
    text = ("The quick brown fox jumps over the lazy dog, and then it sleeps. " * 200)[:10_000]
    html = view(text).html()
    assert "more are left out" in html
    assert len(html.encode()) < 150_000

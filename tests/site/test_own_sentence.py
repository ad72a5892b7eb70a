"""A reader's text through the model: what is cut, what is said of it, and what needs no model at all."""

import re
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from demos import own_sentence
from demos._recordings import RECORDED, START
from demos.attention_explorer import view as explorer
from demos.minilm.model import from_floats, run
from demos.own_sentence import answered, view
from live_demo.files import NotFetchedError
from live_demo.views.view import View
from tests.minilm.toy import POSITIONS, toy_weights

PIECES = [
    "[PAD]",
    "[CLS]",
    "[SEP]",
    "[UNK]",
    "cat",
    "cats",
    "##s",
    "the",
    "dog",
    "sleep",
    "##ing",
    ".",
    ",",
    "é",
    "к",
    "##о",
    "##т",
    "猫",
]


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """A small one in the place of the trained one; the number of tokens of each run."""
    ran: list[int] = []

    def counted(model: Any, ids: list[int]) -> Any:
        ran.append(len(ids))
        return run(model, ids)

    vocabulary = {piece: number for number, piece in enumerate(PIECES)}
    monkeypatch.setattr(own_sentence, "trained", lambda: (from_floats(toy_weights()), vocabulary))
    monkeypatch.setattr(own_sentence, "run", counted)
    monkeypatch.setattr(own_sentence, "LONGEST_TEXT", POSITIONS)
    answered.cache_clear()
    yield ran
    answered.cache_clear()


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def absent(name: str, what: str) -> bytes:
        raise NotFetchedError(name, what)

    monkeypatch.setattr(own_sentence, "fetched", absent)
    own_sentence.trained.cache_clear()
    answered.cache_clear()
    yield
    own_sentence.trained.cache_clear()


def said(view: View) -> str:
    (found,) = re.findall(r'<p class="ld-say".*?</p>', view.html())
    return re.sub("<[^>]+>", "", found)


def tokens(text: str) -> tuple[str, ...]:
    return answered(text).seen.tokens


@pytest.mark.usefixtures("no_model")
def test_what_was_recorded_needs_no_model() -> None:
    assert view().html() == explorer().html()
    assert view(f"  {START}\n").html() == explorer().html()
    for sentence in sorted(RECORDED):
        assert tokens(sentence)[0] == "[CLS]"


@pytest.mark.usefixtures("no_model")
@pytest.mark.parametrize("text", ["", " ", "\t \n"])
def test_an_empty_text_is_answered_without_the_model(text: str) -> None:
    assert said(view(text)).startswith("There is no word to look at yet")
    assert "<table" in view(text).html()


@pytest.mark.usefixtures("no_model")
def test_another_text_asks_for_the_model_by_a_name_for_readers() -> None:
    with pytest.raises(NotFetchedError) as raised:
        view("Cats sleep.")
    assert (raised.value.name, raised.value.called) == ("minilm/model.safetensors", "the trained model")


@pytest.mark.usefixtures("model")
def test_a_text_without_a_shape_is_as_good_as_empty() -> None:
    assert said(view("\u200d\ufeff")).startswith("There is no word to look at yet")


def test_attention_is_that_of_the_model_on_the_tokens(model: list[int]) -> None:
    seen = answered("The cats sleeping.").seen
    assert seen.tokens == ("[CLS]", "the", "cats", "sleep", "##ing", ".", "[SEP]")
    ids = [PIECES.index(token) for token in seen.tokens]
    np.testing.assert_array_equal(seen.attention, run(from_floats(toy_weights()), ids).attention)
    np.testing.assert_allclose(seen.attention.sum(axis=-1), 1, atol=1e-5)
    row = seen.attention[2, 5, 3]
    first = seen.tokens[int(row.argmax())]
    words = said(view("The cats sleeping.", head="2.5", asks="4"))
    assert words.startswith(
        f"{'itself' if first == 'sleep' else first} gets {row.max():.2f} of the weight of “sleep”"
    )


def test_a_text_is_run_once(model: list[int]) -> None:
    for head in ("0.0", "3.1", "5.11"):
        view("The dog sleeps.", head=head)
        view(" The  dog sleeps.", head=head)
    assert model == [7]


def test_what_is_too_long_is_cut_and_counted(model: list[int]) -> None:
    whole = view("cat " * (POSITIONS - 2))
    assert "left out" not in said(whole)
    cut = view("cat " * (POSITIONS + 3))
    assert said(cut).endswith("The model takes 20 tokens with its marks: 5 more are left out.")
    assert model == [POSITIONS, POSITIONS]
    assert tokens("cat " * (POSITIONS + 3)) == ("[CLS]", *["cat"] * (POSITIONS - 2), "[SEP]")


@pytest.mark.parametrize(
    "text", ["cat " * 2500, "W" * 10_000, "猫" * 10_000, "cat, " * 2000, "🐈" * 10_000, "é" * 10_000]
)
def test_ten_thousand_characters_take_no_time(model: list[int], text: str) -> None:
    view("cat")
    begun = time.perf_counter()
    assert said(view(text))
    assert time.perf_counter() - begun < 2  # a quadratic step would take minutes


@pytest.mark.usefixtures("model")
def test_what_has_no_piece_and_what_is_another_script_is_explained() -> None:
    assert "such as an emoji" in said(view("🐈 sleep"))
    assert "such as an emoji" not in said(view("cat sleep"))
    assert tokens("кот") == ("[CLS]", "к", "##о", "##т", "[SEP]")
    assert "has learned English" in said(view("кот"))
    assert "has learned English" not in said(view("The cat."))


@pytest.mark.usefixtures("model")
@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "a & b \"c\" 'd'"])
def test_markup_in_a_text_stays_text(text: str) -> None:
    assert "<script" not in view(text).html()


def test_a_long_text_takes_several_lines_and_its_map_is_a_picture(
    model: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("demos._explorer.IN_A_ROW", 8)
    short, long = view("cat " * 6).html(), view("cat " * 7).html()
    assert ("large-map" in short, "weight-map" in short, 'class="arcs"' in short) == (True, False, True)
    assert ("large-map" in long, "weight-map" in long, 'class="arcs"' in long) == (False, True, False)
    for html, count in ((short, 8), (long, 9)):
        (twin,) = re.findall(r'<table class="ld-table.*?</table>', html)
        assert twin.count("<tr>") == count + 1
        assert html.count('class="word"') == count

"""Tokens: by hand with a small vocabulary, and against Hugging Face's for fifty texts."""

import doctest
import importlib
import pkgutil
from typing import Any

import pytest

import demos.minilm
from demos.minilm.tokenizer import plain, read_vocabulary, tokenize, word_pieces, words
from tools.minilm.source import Source


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ångström, DVOŘÁK", "angstrom , dvorak"),
        ("e\u0301", "e"),
        ("state-of-the-art", "state - of - the - art"),
        ("$5 + 5% = ~5^2`", "$ 5 + 5 % = ~ 5 ^ 2 `"),
        ("a\tb\nc\u00a0d\u3000e\u2028f", "a b c d e f"),
        (
            "soft\u00adhyphen, zero\u200bwidth, b\x07ell, re\ufffdplaced",
            "softhyphen , zerowidth , bell , replaced",
        ),
        ("注意力。", "注 意 力 。"),
        ("カタカナ", "カタカナ"),
        ("ΟΔΟΣ", "οδοσ"),  # not ς, which str.lower would write at the end of a word
        ("İ", "i"),
        ("“a” — ‘b’…", "“ a ” — ‘ b ’ …"),
        ("x [MASK]y [mask]", "x [MASK] y [ mask ]"),
        ("👩‍👧", "👩👧"),
    ],
)
def test_words(text: str, expected: str) -> None:
    assert list(words(text)) == expected.split(" ")


def test_nothing_but_white_space_has_no_words() -> None:
    assert list(words(" \t\n\u00a0\u200b")) == []


def test_a_line_end_is_white_space_and_not_a_control_character() -> None:
    assert plain("a\r\nb") == "a  b"


def test_a_word_of_more_than_100_characters_is_unknown() -> None:
    known = {"x": 0, "##x": 1}
    assert word_pieces("x" * 100, known) == ["x"] + ["##x"] * 99
    assert word_pieces("x" * 101, known) == ["[UNK]"]


def test_a_long_text_ends_at_128_tokens() -> None:
    tokens = tokenize("the " * 10_000, {"the": 0})
    assert tokens == ["[CLS]", *["the"] * 126, "[SEP]"]


def test_a_vocabulary_may_hold_a_line_separator() -> None:
    assert read_vocabulary("a\n\u2028\nb\n") == {"a": 0, "\u2028": 1, "b": 2}


def test_the_examples_hold() -> None:
    attempted = 0
    for module in pkgutil.iter_modules(demos.minilm.__path__, "demos.minilm."):
        result = doctest.testmod(importlib.import_module(module.name))
        assert result.failed == 0, module.name
        attempted += result.attempted
    assert attempted >= 15


@pytest.mark.slow
def test_tokens_and_numbers_are_those_of_hugging_face(source: Source, golden: list[dict[str, Any]]) -> None:
    assert len(source.vocabulary) == 30_522
    for case in golden:
        tokens = source.tokens(case["text"])
        assert tokens == case["tokens"], case["text"]
        assert source.numbered(tokens) == case["ids"]


def test_the_fifty_texts_are_of_all_kinds(golden: list[dict[str, Any]]) -> None:
    assert len({case["text"] for case in golden}) == 50
    tokens = [token for case in golden for token in case["tokens"]]
    for kind in ("[UNK]", "[MASK]", "##s", "zoe", "149", ",", "力", "’", "½", "カ"):
        assert kind in tokens, kind
    lengths = [len(case["tokens"]) for case in golden]
    assert (min(lengths), max(lengths)) == (2, 128)

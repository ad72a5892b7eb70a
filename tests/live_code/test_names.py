import json

import pytest

from live_code import browser
from live_code.names import completions


class Trap:
    @property
    def costly(self) -> str:
        raise AssertionError("it was read")

    def method(self) -> str:
        raise AssertionError("it was called")


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("tot", ["total"]),
        ("x = tot", ["total"]),
        ("print(to", ["total"]),
        ("text.spli", ["split", "splitlines"]),
        ("trap.cos", ["costly"]),
        ("trap.costly.", []),
        ("trap.method().x", []),
        ("'a'.up", []),
        ("_hid", ["_hidden"]),
        ("", []),
        ("total + ", []),
        ("nowhere.x", []),
        ("3.", []),
    ],
)
def test_names_that_exist_are_offered(typed: str, names: list[str]) -> None:
    namespace = {"total": 1, "_hidden": 2, "text": "a", "trap": Trap()}
    assert completions(namespace, typed) == names


def test_hidden_names_come_when_asked_for() -> None:
    assert all(not n.startswith("_") for n in completions({"_a": 1}, "trap."))
    assert completions({"total": 1}, "total.__ab") == ["__abs__"]


def test_the_face_speaks_json_and_knows_the_session() -> None:
    assert json.loads(browser.complete("nobody", "prin", 4)) == ["print"]
    assert json.loads(browser.complete("nobody", "prin and more", 4)) == ["print"]

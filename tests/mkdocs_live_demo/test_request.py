import pytest

from live_demo import DemoError
from mkdocs_live_demo.request import DemoRequest, parse


def test_a_name_alone() -> None:
    assert parse("  attention-lab \n") == DemoRequest("attention-lab", {})


def test_starting_values_keep_their_types() -> None:
    assert parse("a\nx: -1.5\non: true\nword: cat\nn: 3").values == {"x": -1.5, "on": True, "word": "cat", "n": 3}


@pytest.mark.parametrize("source", ["", "\n \n"])
def test_an_empty_block(source: str) -> None:
    with pytest.raises(DemoError, match="expected the name of a demo on the first line; found an empty block"):
        parse(source)


@pytest.mark.parametrize("rest", ["just words", "- 1", ": 3", "x: [1"])
def test_what_is_no_mapping_is_refused_on_one_line(rest: str) -> None:
    with pytest.raises(DemoError, match="lines of the form `control: value`") as caught:
        parse(f"a\n{rest}")
    assert "\n" not in str(caught.value)

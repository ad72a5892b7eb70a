import pytest

from mkdocs_typeset.errors import MathError
from mkdocs_typeset.math import convert, split_tag
from tests.mkdocs_typeset.drawing import parsed


def texts(mathml: str, tag: str) -> list[str | None]:
    return [element.text for element in parsed(mathml).iter(tag)]


def test_letters_operators_and_structure_of_the_attention_formula() -> None:
    formula = convert(r"\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V", display=True)
    assert texts(formula.mathml, "mi") == ["softmax", "Q", "K", "⊤", "d", "k", "V"]
    root = parsed(formula.mathml)
    assert root.get("display") == "block"
    fraction = root.find(".//mfrac")
    assert fraction is not None
    assert [part.tag for part in fraction] == ["mrow", "msqrt"]


def test_inline_formula_is_not_a_block() -> None:
    assert "display" not in parsed(convert("x").mathml).attrib


def test_alternative_text_is_the_source_even_with_markup_in_it() -> None:
    mathml = convert('a < b \\text{"}').mathml
    assert '<math alttext="a &lt; b \\text{&quot;}">' in mathml
    assert parsed(mathml).get("alttext") == 'a < b \\text{"}'


def test_line_breaks_in_the_source_are_spaces() -> None:
    assert convert("a\n  = b").latex == "a = b"


@pytest.mark.parametrize(
    ("latex", "tag", "line"), [(r"\overline{xy}", "mover", "‾"), (r"\underline{xy}", "munder", "_")]
)
def test_lines_over_and_under_stretch(latex: str, tag: str, line: str) -> None:
    element = parsed(convert(latex).mathml).find(f".//{tag}")
    assert element is not None
    assert element[-1].text == line
    assert element[-1].get("stretchy") == "true"
    assert "accent" not in element.attrib
    assert "accentunder" not in element.attrib


def test_tag_is_taken_out_wherever_it_stands() -> None:
    assert split_tag(r"\tag{2} a = b") == ("a = b", "2")
    assert split_tag(r"a \tag{1a} = b") == ("a = b", "1a")
    formula = convert(r"a = b \tag{1}", display=True)
    assert formula.number == "1"
    assert formula.mathml == convert("a = b", display=True).mathml


def test_a_formula_without_tag_has_no_number() -> None:
    assert convert("a = b", display=True).number is None


@pytest.mark.parametrize(
    ("latex", "expected", "found", "hint"),
    [
        (r"\frac{a}{b", 'closing token "}"', "end of input at character 11", "close every brace"),
        (r"x + \foo", "LaTeX", r'unknown command "\foo" at character 5', r"\operatorname{softmax}"),
        (r"a \left( b", r'closing token "\right"', "end of input", "close every"),
        ("a & b", "LaTeX", '"&"', "amsmath"),
        (" ", "a formula", "nothing", r"\$"),
        (r"\begin{align} a &= b \end{align}", "without numbers", "align", r"\tag{1}"),
        (r"a \tag{1} \tag{2}", r"one \tag", "two", "as a whole"),
        (r"a \tag{1", "closing brace", "the end", r"\tag{1}"),
    ],
)
def test_errors_say_what_was_expected_and_found_and_what_to_do(
    latex: str, expected: str, found: str, hint: str
) -> None:
    with pytest.raises(MathError) as caught:
        convert(latex, display=True)
    message = str(caught.value)
    assert "\n" not in message
    assert f"formula ${latex.strip()}$" in message
    start, rest = message.split(" / found ")
    assert expected in start
    assert found in rest.split(" / hint: ")[0]
    assert hint in rest.split(" / hint: ")[1]


def test_a_number_needs_a_display_formula() -> None:
    with pytest.raises(MathError, match="display formula only"):
        convert(r"a \tag{1}")


def test_starred_and_inner_environments_are_accepted() -> None:
    convert(r"\begin{align*} a &= b \end{align*}", display=True)
    convert(r"\begin{aligned} a &= b \end{aligned}", display=True)

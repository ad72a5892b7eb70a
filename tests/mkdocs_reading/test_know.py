import pytest

from mkdocs_reading.errors import KnowError
from mkdocs_reading.know import check_know

LIST = '<div class="know"><ul>{}</ul></div>'
LINKED = '<li><a href="#a">A</a>: needed</li>'


def test_a_list_of_links_is_taken_and_other_lists_are_left_alone() -> None:
    check_know(f"<ul><li>a</li></ul>{LIST.format(LINKED * 2)}<div><ul><li>b</li></ul></div>")


@pytest.mark.parametrize(
    ("html", "says"),
    [
        (LIST.format(f"{LINKED}<li>Vectors: needed</li>"), "expected a link in each item.* / found “Vectors: needed” "),
        (LIST.format(""), "expected a list of links / found nothing / hint: "),
        ('<div class="know">\n- [A](a.md): needed\n</div>', r"expected a list of links / found “- \[A\]\(a\.md\): needed” "),
        (f'{LIST.format(LINKED)}<div class="know"><div></div></div>', "expected a list of links / found nothing "),
    ],
)  # fmt: skip
def test_what_could_not_be_ticked_is_refused(html: str, says: str) -> None:
    with pytest.raises(KnowError, match=f"^what to know first: {says}"):
        check_know(html)

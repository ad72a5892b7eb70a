import pytest

from mkdocs_typeset.tables import with_frames


def framed(table: str) -> str:
    return f'<div class="md-typeset__scrollwrap"><div class="md-typeset__table">{table}</div></div>'


@pytest.mark.parametrize(
    ("html", "made"),
    [
        ("<p>a</p>", "<p>a</p>"),
        ("<table><tr></tr></table>", framed("<table><tr></tr></table>")),
        ("<TABLE id='a'></TABLE>", framed("<TABLE id='a'></TABLE>")),
        ("<table data-class='a'></table>", framed("<table data-class='a'></table>")),
        ("<table\nclass='a'></table>", "<table\nclass='a'></table>"),
        (
            '<table class="a"><tr><td><table></table></td></tr></table><table></table>',
            f'<table class="a"><tr><td>{framed("<table></table>")}</td></tr></table>{framed("<table></table>")}',
        ),
        (
            '<table><tr><td><table class="a"></table></td></tr></table>',
            framed('<table><tr><td><table class="a"></table></td></tr></table>'),
        ),
        ("<tablet></tablet></table>", "<tablet></tablet></table>"),
        ("&lt;table&gt;", "&lt;table&gt;"),
    ],
)
def test_each_table_without_a_class_gets_two_frames(html: str, made: str) -> None:
    assert with_frames(html) == made

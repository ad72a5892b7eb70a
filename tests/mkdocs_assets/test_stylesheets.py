import doctest

import pytest

from mkdocs_assets import pages, search, stylesheets
from mkdocs_assets.stylesheets import join, stands_alone


@pytest.mark.parametrize("module", [pages, search, stylesheets], ids=lambda module: module.__name__)
def test_the_examples_hold(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize(
    ("written", "moved"),
    [
        ("url(a.png)", "url(../css/deep/a.png)"),
        ("url( 'a.png' )", "url('../css/deep/a.png')"),
        ('URL("../a b.png#part")', 'url("../css/a b.png#part")'),
        ("url(../../img/a.svg?v=1)", "url(../img/a.svg?v=1)"),
        ("url(/img/a.png)", "url(/img/a.png)"),
        ("url(#mark)", "url(#mark)"),
        ("url()", "url()"),
        ("url(https://host.example/a.png)", "url(https://host.example/a.png)"),
        ("url(//host.example/a.png)", "url(//host.example/a.png)"),
        ("""url('data:image/svg+xml,<svg xmlns="x"><path d="M8.5)"/></svg>')""",) * 2,
        ("/* url(a.png) */", "/* url(a.png) */"),
        ('content: "url(a.png) /*"; src: url(b)', 'content: "url(a.png) /*"; src: url(../css/deep/b)'),
        (r'content: "\"url(a.png)"', r'content: "\"url(a.png)"'),
    ],
)
def test_references_lead_where_they_led(written: str, moved: str) -> None:
    assert join([("css/deep/a.css", written)], "assets/site.css") == moved + "\n"


def test_sheets_keep_their_order() -> None:
    assert join([("b.css", "b{}"), ("a.css", "a{}")], "assets/site.css") == "b{}\na{}\n"


@pytest.mark.parametrize(
    ("css", "alone"),
    [
        ("@IMPORT url(more.css);", True),
        ('/* first */ @charset "utf-8";', True),
        ("@namespace svg url(a);", True),
        ("@media print { a { color: red } }", False),
        ('a::after { content: "@import" }', False),
        ("@important { }", False),
    ],
)
def test_a_sheet_that_counts_only_at_the_top_stands_alone(css: str, alone: bool) -> None:
    assert stands_alone(css) is alone

import re

import pytest

from mkdocs_policy.errors import PolicyError
from mkdocs_policy.policy import Inline, inline, policy, with_policy

PAGE = """<!doctype html><html lang="en"><head>
<script>early()</script>
<meta charset="utf-8">
<style>p { color: red }</style>
</head><body style="--w: 1"><script id="data" type="application/json">{"a": "</p>"}</script>
<script type="module">import "./a.js";</script><script src="b.js"></script><script src="c.js" type="late"></script>
<p title="onclick=x">text</p></body></html>"""
# echo -n 'early()' | openssl dgst -sha256 -binary | base64
EARLY = "sha256-G2Y/0fpEoq/QMzbid/byF0KE5sX9e6ar19Om2+xoMnU="


def test_what_runs_in_a_page_is_found_and_data_is_not() -> None:
    assert inline("a.html", PAGE) == Inline(
        frozenset({"early()", 'import "./a.js";'}), frozenset({"p { color: red }"})
    )


def test_the_policy_names_what_the_pages_hold_and_nothing_looser() -> None:
    text = policy([inline("a.html", PAGE), Inline(frozenset({"other()"}))])
    parts = {part.split()[0]: part.split()[1:] for part in text.split("; ")}
    assert parts["default-src"] == ["'self'"]
    scripts = parts["script-src"]
    assert scripts[:2] == ["'self'", "'wasm-unsafe-eval'"]
    assert len(scripts) == 5
    assert f"'{EARLY}'" in scripts
    assert all(re.fullmatch(r"'sha256-[\w+/]{43}='", source) for source in scripts[2:])
    assert parts["style-src-elem"][0] == "'self'"
    assert len(parts["style-src-elem"]) == 2
    assert parts["style-src-attr"] == ["'unsafe-inline'"]
    assert "unsafe-eval'" not in text.replace("'wasm-unsafe-eval'", "")
    assert "*" not in text
    assert "http" not in text


def test_the_order_of_pages_changes_nothing() -> None:
    pages = [Inline(frozenset({str(i)})) for i in range(9)]
    assert policy(pages) == policy(reversed(pages))


def test_the_policy_stands_before_all_that_it_governs_and_behind_the_encoding() -> None:
    html = with_policy(PAGE, "default-src 'self'")
    order = [
        html.index(part) for part in ('<meta charset="utf-8">', "Content-Security-Policy", "early()", "<style>")
    ]
    assert order == sorted(order)
    assert html.count("<meta charset") == 1
    assert html.replace(" ", "").count("\n") == PAGE.count("\n") - 1


@pytest.mark.parametrize(
    "part",
    [
        '<p onclick="go()">',
        "<img src=x OnError=go()>",
        '<a href="javascript:go()">',
        '<a href=" java\nscript:go()">',
        '<form action="JavaScript:go()">',
        '<svg><a xlink:href="javascript:go()"></a></svg>',
    ],
)
def test_a_script_in_an_attribute_is_an_error_that_names_page_and_line(part: str) -> None:
    with pytest.raises(PolicyError, match=r"^a\.html, line 2: expected scripts in files .* / hint: listen"):
        inline("a.html", f"<p>one</p>\n{part}")


def test_text_that_only_speaks_of_scripts_is_fine() -> None:
    inline("a.html", "<p>onclick=1 javascript:x</p><code>&lt;a onclick&gt;</code><a href='/javascript/'>x</a>")

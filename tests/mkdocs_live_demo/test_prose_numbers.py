"""Numbers in the prose: what an expression may be, what it prints, and how a wrong one stops the build."""

import doctest
import importlib
import math
import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import markdown
import pytest
from mkdocs.config.defaults import MkDocsConfig

from live_demo import DemoError
from mkdocs_live_demo import bundle, imports, prose_numbers
from mkdocs_live_demo import plugin as wiring
from mkdocs_live_demo.plugin import LiveDemoError, LiveDemoPlugin
from mkdocs_live_demo.prose_numbers import (
    PREFIX,
    check_front_matter,
    check_leftovers,
    evaluate,
    forget,
    page_names,
    shared_names,
    together,
)

MODULE = '''"""Numbers of a page."""
from __future__ import annotations
import math
from dataclasses import dataclass
@dataclass
class Third:
    value: float = 1 / 3
third = Third().value
_hidden = 7
def broken() -> float:
    return 1 / 0
'''
SHARED = shared_names(["math as m"])


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The docs' folder of number modules, with one page's in it; nothing stays imported."""
    made = tmp_path / "docs" / "numbers"
    made.mkdir(parents=True)
    (made / "page.py").write_text(MODULE)
    yield made
    forget()
    assert not [n for n in sys.modules if n.startswith(PREFIX)]


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("fixed(third, 4)", "0.3333"),
        ("share(third)", "0.33"),
        ("share(math.exp(-9))", "<0.01"),
        ("f'{2 * 10 ** 6:,}'", "2,000,000"),
        ("6 * 512", "3072"),
        ("-3", "−3"),
        ("f'{-third:.2f} to -.5'", "−0.33 to −.5"),
        ("'3e-7, 2016-09, well-known, a -- b'", "3e-7, 2016-09, well-known, a -- b"),
        ("max(len('abc'), min(1, 2), abs(-2), int(2.9), sum([1, 1]))", "3"),
        ("str(round(third * 3)) + format(0.5, '.0%')", "150%"),
        ("m.comb(5, 2)", "10"),
        ("sum(third > x for x in (0.1, 0.2, 0.5)) * 1", "2"),
    ],
)
def test_text_and_whole_numbers_are_printed(expression: str, text: str, folder: Path) -> None:
    assert evaluate(expression, SHARED | page_names("page", folder)) == text


@pytest.mark.parametrize(
    ("expression", "says"),
    [
        ("third", f"expected text or a whole number; found float {1 / 3}; hint: fixed(third, 2)"),
        ("Half", "expected text or a whole number; found Fraction 1/2; hint: fixed(Half, 2)"),
        ("1 > 0", "expected text or a whole number; found bool True"),
        ("None", "expected text or a whole number; found NoneType None"),
        ("[1,\n2]", "expected text or a whole number; found list [1, 2]"),
        ("' '", "expected text or a whole number; found str"),
        ("fixed(float('nan'), 2)", "expected a number; found NaN; hint: type it as text if it is meant"),
        ("f'{float(\"-inf\"):.1f} up'", "expected a number; found inf; hint: type it as text if it is meant"),
        ("nope", "expected names of the page’s numbers; found NameError: name 'nope' is not defined; hint: name their module in the front matter: `numbers: <module>`"),
        ("_hidden", "expected names of the page’s numbers; found NameError: name '_hidden' is not defined"),
        ("open('x')", "expected names of the page’s numbers; found NameError: name 'open' is not defined"),
        ("broken()", "expected a value; found ZeroDivisionError: division by zero; hint: numbers/page.py, line 11: return 1 / 0"),
        ("1 / 0", "expected a value; found ZeroDivisionError: division by zero"),
        ("x = 1", "expected an expression; found SyntaxError: invalid syntax"),
        ("(1", "expected an expression; found SyntaxError: '(' was never closed"),
    ],
)  # fmt: skip
def test_a_wrong_expression_is_named_with_its_cause(expression: str, says: str, folder: Path) -> None:
    names = SHARED | page_names("page", folder) | {"Half": Fraction(1, 2)}
    with pytest.raises(DemoError) as caught:
        evaluate(expression, names)
    assert str(caught.value).startswith(f"calc `{expression}`: {says}")
    assert str(caught.value).endswith((says, "`numbers: <module>`"))


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ("pagee", "front matter `numbers`: expected a module in numbers/ (page, twin); found 'pagee'"),
        ("../page", "front matter `numbers`: expected a module in numbers/ (page, twin); found '../page'"),
        (3, "front matter `numbers`: expected the name of a module in numbers/, or a list of them; found 3"),
        (["page", 3], "front matter `numbers`: expected the name of a module in numbers/, or a list of them; found ['page', 3]"),
        (["page", "twin"], "front matter `numbers`: expected modules whose names differ; found 'third' in two"),
    ],
)  # fmt: skip
def test_front_matter_that_names_no_module_is_refused(chosen: object, says: str, folder: Path) -> None:
    (folder / "twin.py").write_text("import math\nthird = 3\n")
    with pytest.raises(DemoError) as caught:
        page_names(chosen, folder)
    assert str(caught.value) == says


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("\nx = 1 / 0\n", "found ZeroDivisionError: division by zero; hint: numbers/bad.py, line 2: x = 1 / 0"),
        ("x = (\n", "found SyntaxError: '(' was never closed; hint: numbers/bad.py, line 1: x = ("),
        ("import nowhere_at_all\n", "found ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("raise SystemExit(3)\n", "found SystemExit: 3"),
    ],
)
def test_a_module_that_fails_is_named_with_its_line(source: str, says: str, folder: Path) -> None:
    (folder / "bad.py").write_text(source)
    with pytest.raises(DemoError) as caught:
        page_names("bad", folder)
    assert str(caught.value).startswith(f"numbers/bad.py: expected a module of numbers; {says}")
    assert f"{PREFIX}bad" not in sys.modules


def test_several_modules_share_a_page_when_their_names_differ(folder: Path) -> None:
    (folder / "twin.py").write_text("import math\nfour = 4\n")
    names = page_names(["page", "twin"], folder)
    assert (names["four"], names["third"], names["math"]) == (4, 1 / 3, math)
    assert page_names(None, folder) == page_names([], folder) == {}


def test_a_page_cannot_hide_what_every_page_has(folder: Path) -> None:
    (folder / "twin.py").write_text("import math as m\ndef share(x): return 'all'\n")
    with pytest.raises(DemoError, match=r"^front matter `numbers`: expected .*; found 'share'; hint: rename it"):
        together(SHARED, page_names("twin", folder))
    assert together({"m": math}, page_names("page", folder))["math"] is math


def test_a_module_runs_once_for_all_pages_and_again_after_an_edit(folder: Path) -> None:
    first = page_names("page", folder)["Third"]
    assert page_names("page", folder)["Third"] is first
    (folder / "page.py").write_text("third = 'edited'\n")
    importlib.invalidate_caches()
    forget()
    assert page_names("page", folder)["third"] == "edited"


def test_two_sites_in_one_process_keep_their_own(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "page.py").write_text("third = 'other'\n")
    assert page_names("page", folder)["third"] == 1 / 3
    assert page_names("page", other)["third"] == "other"


def test_a_listed_package_gives_its_public_names() -> None:
    names = shared_names(["attn_core", "numpy as np"])
    assert {"softmax", "fixed", "share", "np"} <= names.keys()
    assert "softmax_forward" not in names
    with pytest.raises(DemoError, match=r"^option `names`: expected packages that can be imported; found Module"):
        shared_names(["nowhere_at_all"])


def rendered(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch, **extensions: Any) -> str:
    """A page's Markdown as the plugin has it rendered, after the site's own extensions."""
    for name in ("forget", "import_from"):
        monkeypatch.setattr(imports, name, lambda *_: None)
    monkeypatch.setattr(bundle, "sources", lambda _: {})
    monkeypatch.setattr(wiring, "_runtime", lambda _: {})
    monkeypatch.setattr(wiring, "_runner", lambda *_: None)
    made = LiveDemoPlugin()
    made.load_config({"names": ["math as m"]})
    config = MkDocsConfig()
    config.load_dict({"site_name": "x", "docs_dir": str(folder.parent), "mdx_configs": extensions})
    config.validate()
    config.mdx_configs = extensions
    made.on_config(config)
    page: Any = SimpleNamespace(file=SimpleNamespace(src_uri="p.md"), meta={"numbers": "page"})
    files: Any = None
    made.on_page_markdown(text, page=page, config=config, files=files)
    names = [
        *config.markdown_extensions,
        "tables",
        "toc",
        "def_list",
        "md_in_html",
        "abbr",
        "pymdownx.smartsymbols",
    ]
    html = markdown.markdown(text, extensions=names, extension_configs=config.mdx_configs)
    made.on_page_content(html, page=page, config=config, files=files)
    return html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("x `#!calc fixed(third)`.", "<p>x {0.33}.</p>"),
        ("`#!calc '*a* <b> 1/2 (c) & $x$'`", "<p>{*a* &lt;b&gt; 1/2 (c) &amp; $x$}</p>"),
        ("`#!calc fixed(third,\n3)`", "<p>{0.333}</p>"),
        ("- a `#!calc 1`", "<li>a {1}</li>"),
        ("## A `#!calc 2` {#a}", "A {2}"),
        ("|a|b|\n|-|-|\n|`#!calc 3`|x|", "<td>{3}</td>"),
        ("t\n:   `#!calc 4`", "<dd>{4}</dd>"),
        ("**`#!calc 5`**", "<strong>{5}</strong>"),
        ('<figcaption markdown="1">`#!calc 6`</figcaption>', "{6}"),
        ("`code` and `#!python 7`", "<code>code</code>"),
        ("`` `#!calc 8` ``", "<code>`#!calc 8`</code>"),
        ("    `#!calc 9`", "`#!calc 9`"),
    ],
)
def test_markdown_finds_it_wherever_inline_code_may_stand(
    text: str, html: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = html.replace("{", '<span class="ld-number">').replace("}", "</span>")
    assert wanted in rendered(text, folder, monkeypatch)


def test_the_sites_own_inline_languages_stay(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"name": "loud", "class": "loud", "format": lambda source, *_: f"<b>{source.upper()}</b>"}
    html = rendered(
        "`#!loud a` `#!calc 1`", folder, monkeypatch, **{"pymdownx.inlinehilite": {"custom_inline": [own]}}
    )
    assert html == '<p><b>A</b> <span class="ld-number">1</span></p>'


def test_an_error_names_the_page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LiveDemoError, match=r"^p\.md: calc `third`: expected text or a whole number; found float"):
        rendered("`#!calc third`", folder, monkeypatch)
    with pytest.raises(LiveDemoError, match=r'^p\.md: calc: expected .* found `#!calc 1`; hint: .*markdown="1"$'):
        rendered("<p>`#!calc 1`</p>", folder, monkeypatch)


@pytest.mark.parametrize(
    "text",
    [
        'a <b title="`#!calc 1`">b</b>',
        '<img alt="`#!calc 1`">',
        "*[AB]: `#!calc 1`\n\nAB",
        "`#!Calc 1`",
        "`#!CALC 1`",
    ],
)
def test_what_would_not_be_a_number_is_refused(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LiveDemoError, match=r"^p\.md: calc: expected .*; found `#!"):
        rendered(text, folder, monkeypatch)


def test_front_matter_is_no_place_for_an_expression() -> None:
    check_front_matter({"title": "`calc`", "numbers": ["page"]})
    with pytest.raises(
        DemoError, match=r"^front matter `title`: expected text; found #!calc; hint: type the number"
    ):
        check_front_matter({"numbers": "page", "title": "A `#!calc 1`"})


def test_words_with_nan_in_them_are_text() -> None:
    assert evaluate("'nanometre, info'", {}) == "nanometre, info"


def test_code_about_expressions_is_no_leftover() -> None:
    check_leftovers("<pre>`#!calc 1`</pre><p><code>`#!calc 1`</code></p><p>a `b` #!calc</p>")


def test_a_site_shows_the_number_and_hides_the_module(folder: Path, tmp_path: Path) -> None:
    docs = folder.parent
    (docs / "demos").mkdir()
    (docs / "index.md").write_text("---\nnumbers: page\n---\n# A `#!calc fixed(third)` b\n")
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: N\ntheme: {name: null, custom_dir: theme}\n"
        "plugins: [pyodide: {packages: []}, live-demo: {names: [math as m]}]\n"
    )
    (tmp_path / "theme").mkdir()
    (tmp_path / "theme" / "main.html").write_text("{{ page.title }}|{{ page.content }}")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    subprocess.run(command, cwd=tmp_path, check=True, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    html = (tmp_path / "site" / "index.html").read_text()
    assert html == 'A 0.33 b|<h1 id="a-033-b">A <span class="ld-number">0.33</span> b</h1>'
    assert not (tmp_path / "site" / "numbers").exists()


def test_the_examples_of_the_docstrings_hold() -> None:
    failed, tried = doctest.testmod(prose_numbers)
    assert (failed, tried) == (0, 3)

"""Examples of docstrings: from the HTML that pygments and mkdocstrings write to cells, and what their run must give."""

import doctest
import re
from pathlib import Path

import pytest
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from live_demo import DemoError
from mkdocs_live_demo.cells.doctests import taken
from mkdocs_live_demo.cells.page import Cells
from mkdocs_live_demo.cells.processes import Surroundings
from mkdocs_live_demo.cells.request import CellRequest
from mkdocs_live_demo.cells.runs import Runner

NAMES = ["numpy as np", "attn_core"]
# As mkdocstrings writes it.
SOFTMAX = """<div class="doc doc-object doc-function">
    <div class="doc doc-contents first"><p>é &amp; so on</p>
<p><span class="doc-section-title">Examples:</span></p>
    <div class="highlight"><pre><span></span><code><span class="gp">&gt;&gt;&gt; </span><span class="n">softmax</span>\
<span class="p">([</span><span class="mf">1.0</span><span class="p">])</span>
<span class="go">array([1.])</span>
</code></pre></div>
    </div>
</div><table><tbody></tbody></table>"""


def pycon(text: str) -> str:
    return f'<div class="highlight"><pre><span></span><code>{highlight(text, get_lexer_by_name("pycon"), HtmlFormatter(nowrap=True))}</code></pre></div>'


def docstring(*blocks: str) -> str:
    return f'<div class="doc doc-object doc-function"><div class="doc-contents">{"<p>text</p>".join(map(pycon, blocks))}</div></div>'


def requests(html: str, *names: str) -> list[CellRequest]:
    cells = Cells()
    taken(html, cells, names)
    return [cell.request for cell in cells.found]


def run(folder: Path, *blocks: str) -> list[str]:
    """The outputs of a docstring's examples."""
    cells = Cells()
    html = taken(docstring(*blocks), cells, NAMES)
    root = str(Path(__file__).parents[2])
    runner = Runner(Surroundings([root], frozenset({"numpy", "attn_core"})), "p", folder)
    written = cells.written(html, runner)
    return re.findall(r'data-output="">(.*?)</div><p class="lc-note"', written, re.DOTALL)


def refusal(folder: Path, *blocks: str) -> str:
    with pytest.raises(DemoError) as caught:
        run(folder, *blocks)
    return str(caught.value)


def test_a_docstrings_example_becomes_an_echoing_cell_in_its_place() -> None:
    cells = Cells()
    html = taken(SOFTMAX, cells, NAMES)
    before, after = SOFTMAX.index('<div class="highlight">'), SOFTMAX.index("\n    </div>\n</div><table>")
    assert html == f"{SOFTMAX[:before]}<!--live-code example-1-->{SOFTMAX[after:]}"
    (cell,) = cells.found
    assert (cell.key, cell.name) == ("example-1", "example 1")
    assert cell.request == CellRequest(
        "from attn_core import softmax\nsoftmax([1.0])",
        session="docstring-1",
        echo=True,
        expected="array([1.])\n",
        flags=0,
    )
    written = cells.written(html, lambda part: {c.key: "seven" for c in part})
    assert 'data-key="example-1" data-session="docstring-1" data-state="static" data-echo="">' in written
    assert written.count("<live-cells") == 1, "the bar of the page stands above its first cell"
    assert 'id="example-1-name">Example 1</p>' in written


def test_prompts_go_and_all_else_of_the_code_stays() -> None:
    text = ">>> # first\n>>> for i in range(2):\n...     # '<a & b>'\n...     print(i)\n...\n0\n1\n>>>\n>>> x = 2\n>>> x\n2\n"
    (request,) = requests(docstring(text))
    assert request.code == "# first\nfor i in range(2):\n    # '<a & b>'\n    print(i)\n\n\nx = 2\nx"
    assert request.expected == "0\n1\n2\n"


def test_each_docstring_has_a_session_and_a_method_its_own() -> None:
    inner = docstring(">>> 3\n3\n")
    outer = (
        docstring(">>> 1\n1\n", ">>> 2\n2\n").removesuffix("</div></div>") + f"{inner}{pycon('>>> 4')}</div></div>"
    )
    found = requests(outer + docstring(">>> 5\n5\n") + pycon(">>> 6\n6\n") + pycon(">>> 7\n7\n"))
    assert [(r.code, r.session) for r in found] == [
        ("1", "docstring-1"),
        ("2", "docstring-1"),
        ("3", "docstring-2"),
        ("4", "docstring-1"),
        ("5", "docstring-3"),
        ("6", "examples"),
        ("7", "examples"),
    ]


def test_what_is_no_dialogue_with_python_stays_as_it_is() -> None:
    plain = highlight("x >>= 1 # >>> 2\n'>>> 1'", get_lexer_by_name("python"), HtmlFormatter(nowrap=True))
    blocks = [
        f'<div class="highlight"><pre><code>{plain}</code></pre></div>',
        '<div class="highlight"><pre><code><span class="gp">$ </span>ls\n</code></pre></div>',
        '<p><span class="gp">&gt;&gt;&gt; </span></p><div class="highlight"><pre><code>&gt;&gt;&gt; 1</code></pre></div>',
        pycon(">>> # only a remark\n"),
        pycon(">>> forever()  # doctest: +SKIP\n"),
    ]
    for html in blocks:
        cells = Cells()
        assert taken(html, cells, NAMES) == html
        assert not cells.found


def test_what_doctest_would_find_in_the_module_is_imported_once_in_a_docstring() -> None:
    found = requests(
        docstring(
            ">>> masks = np.ones(2)\n>>> softmax(entropy(masks))\n",
            ">>> softmax(np.zeros(1))\n",
            ">>> from attn_core import causal_mask\n>>> causal_mask, [rope for rope in masks]\n",
        ),
        *NAMES,
    )
    assert [r.code.split("\n")[:-1] for r in found] == [
        ["import numpy as np", "from attn_core import entropy, softmax", "masks = np.ones(2)"],
        [],
        ["from attn_core import causal_mask"],
    ]


def test_code_behind_an_error_is_refused() -> None:
    text = ">>> 1 / 0\nTraceback (most recent call last):\nZeroDivisionError: division by zero\n>>> 1\n1\n"
    with pytest.raises(
        DemoError, match=r"^an example: expected an error at its end; found code behind one; hint: "
    ):
        requests(docstring(text))


def test_a_prompt_that_doctest_cannot_read_is_refused() -> None:
    with pytest.raises(DemoError, match=r"^an example: expected prompts as doctest reads them; found line 2 "):
        requests(docstring(">>> x = 1\n>>>x\n1\n"))


def test_every_value_is_shown_as_cells_show_it_and_arrays_are_compared_as_text(tmp_path: Path) -> None:
    (html,) = run(
        tmp_path, ">>> np.eye(2)\narray([[1., 0.],\n       [0., 1.]])\n>>> print('a')\na\n>>> 1 + 1\n2\n"
    )
    table, rest = html.split('<pre class="lc-stream lc-stdout" tabindex="0">')
    assert '<table class="lc-array"><caption>Array, 2 × 2, float64</caption>' in table
    assert rest == 'a\n</pre><div class="lc-value"><pre tabindex="0">2</pre></div>'


def test_examples_of_a_docstring_share_names_and_two_docstrings_do_not(tmp_path: Path) -> None:
    assert len(run(tmp_path, ">>> x = 1\n", ">>> x\n1\n")) == 2
    said = refusal(tmp_path, ">>> x\n1\n")
    assert said.startswith(
        "example 1, line 1: expected code that runs; found NameError: name 'x' is not defined; hint: "
    )
    assert "names:" in said


def test_two_docstrings_of_a_page_do_not_see_each_other(tmp_path: Path) -> None:
    cells = Cells()
    html = taken(docstring(">>> x = 1\n") + docstring(">>> 'x' in globals()\nFalse\n"), cells, [])
    assert len(cells.parts()) == 1, "they run in one Python"
    cells.written(html, Runner(Surroundings([], frozenset()), "p", tmp_path))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (">>> 6 * 7\n41\n", "example 1: expected the output '41'; found '42'"),
        (">>> 6 * 7\n", "example 1: expected the output ''; found '42'"),
        (">>> x = 6\n6\n", "example 1: expected the output '6'; found ''"),
        (">>> 1\n1\n>>> print('a  ')\na\n", r"example 1: expected the output '1\na'; found '1\na'"),
        (">>> 1234\n1...4\n", "example 1: expected the output '1...4'; found '1234'"),
        (
            ">>> 1 / 0\nTraceback (most recent call last):\n    ...\nZeroDivisionError: by nought\n",
            "example 1, line 1: expected ZeroDivisionError: by nought to be raised; found ZeroDivisionError: division by zero",
        ),
        (
            ">>> 1\nTraceback (most recent call last):\n    ...\nKeyError: 1\n",
            "example 1: expected KeyError to be raised; found no error",
        ),
        (">>> 1 / 0\n", "example 1, line 1: expected code that runs; found ZeroDivisionError: division by zero"),
    ],
)  # fmt: skip
def test_what_is_not_as_the_docstring_says_is_refused(tmp_path: Path, text: str, says: str) -> None:
    assert refusal(tmp_path, text) == says


@pytest.mark.parametrize(
    "text",
    [
        ">>> 1234  # doctest: +ELLIPSIS\n1...4\n",
        ">>> print('a\\n\\nb')\na\n\nb\n>>> print()\n\n",
        ">>> True\n1\n",
        ">>> 1 / 0\nTraceback (most recent call last):\n    ...\nZeroDivisionError: division by zero\n",
        ">>> print(1)\n1\n>>> raise KeyError\nTraceback (most recent call last):\n  File x, line 1\nKeyError\n",
        ">>> np.linalg.inv([[0.0]])\nTraceback (most recent call last):\nnumpy.linalg.LinAlgError: Singular matrix\n",
    ],
)
def test_output_is_compared_as_doctest_does(tmp_path: Path, text: str) -> None:
    marked = text.replace("a\n\nb", "a\n<BLANKLINE>\nb").replace("print()\n\n", "print()\n<BLANKLINE>\n")
    test = doctest.DocTestParser().get_doctest(marked, {"np": __import__("numpy")}, "t", None, 0)
    told: list[str] = []
    assert doctest.DocTestRunner(verbose=False).run(test, out=told.append).failed == 0, "".join(told)
    assert run(tmp_path, text)


def test_an_error_that_is_meant_is_shown(tmp_path: Path) -> None:
    (html,) = run(tmp_path, ">>> 1\n1\n>>> {}[2]\nTraceback (most recent call last):\nKeyError: 2\n")
    assert html.startswith('<div class="lc-value"><pre tabindex="0">1</pre></div><div class="lc-error">')
    assert "KeyError: 2" in html

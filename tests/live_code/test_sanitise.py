"""What comes out of hostile HTML is read back as a page's parser of HTML reads it, and looked through."""

from html.parser import HTMLParser

import pytest

from live_code.sanitise import sanitised
from live_code.values import LARGEST, shown
from live_demo import View, bars, heatmap
from live_demo.elements import Raw, element, render

HOSTILE = (
    "<script>f()</script>",
    "<SCRIPT SRC=x></SCRIPT>",
    "<scr<script>ipt>f()</script>",
    '<img src=nope onerror="f()">',
    '<img/src="x"/onerror=f()>',
    '<iframe srcdoc="<script>f()</script>"></iframe>',
    "<object data=x></object><embed src=x>",
    "<style>body{display:none}</style>",
    "<link rel=stylesheet href=x><meta http-equiv=refresh content='0;url=x'><base href=//x>",
    "<form action=x><button formaction=javascript:f()>b</button><input name=a></form>",
    '<a href="javascript:f()">x</a>',
    '<a href=" JaVa\tScRiPt&colon;f()">x</a>',
    '<a href="\x01javascript:f()">x</a>',
    '<a href="vbscript:f()">x</a><a href="data:text/html,<script>f()</script>">x</a>',
    '<img src="data:text/html,x"><img src="https://elsewhere/x.png"><img src="//elsewhere/x.png">',
    '<img src="\\\\elsewhere/x.png"><img srcset="https://elsewhere/x.png 1x">',
    "<svg onload=f()><script>f()</script></svg>",
    "<svg><foreignObject><img src=x onerror=f()></foreignObject></svg>",
    '<svg><a xlink:href="javascript:f()"><set attributeName=href to="javascript:f()"/>x</a></svg>',
    '<svg><use href="data:image/svg+xml,x#a"/><rect fill="url(https://elsewhere/x)"/></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=f()&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=f()>">',
    '<title><b class="</title><img src=x onerror=f()>"></b></title>',
    "<!--><img src=x onerror=f()>-->",
    "<![CDATA[<img src=x onerror=f()>]]>",
    "<template><img src=x onerror=f()></template>",
    '<p style="position:fixed;background:url(https://elsewhere/x);color:red">x</p>',
    '<p style="width:\\65xpression(f());--a:url(x)">x</p>',
    "<live-code data-key=1>x</live-code><b data-act=run data-md-component=x slot=a is=b autofocus>x</b>",
    "<b id=__config class='md-overlay lc-cell x'>x</b>",
    "<details open ontoggle=f()><summary>s</summary></details>",
    "<video src=x onerror=f()><source src=x></video><audio src=x></audio>",
    "<plaintext><b>",
    "<b <script>f()</script>",
    "<style><b",
)
ALLOWED = {"img", "a", "b", "p", "svg", "use", "rect", "title", "details", "summary"}
NAMES = {"src", "href", "fill", "class", "style", "id", "open"}


class Read(HTMLParser):
    def __init__(self, markup: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]


@pytest.mark.parametrize("markup", HOSTILE)
def test_nothing_that_acts_or_fetches_is_left(markup: str) -> None:
    left = Read(sanitised(markup)[0])
    assert left.tags <= ALLOWED
    assert {name for name, _ in left.attributes} <= NAMES
    for name, value in left.attributes:
        assert ":" not in value or (name, value) == ("style", "color:red"), (name, value)
        assert "elsewhere" not in value
        assert name != "class" or value == "x" or "<" in value
    assert "f()" not in "".join(value for name, value in left.attributes if name != "class")


@pytest.mark.parametrize(
    "markup",
    [
        "<p>1 &lt; 2 &amp; <b>so</b> on<br>next</p>",
        '<table class="t"><caption>c</caption><tbody><tr><th scope="row">a</th><td colspan="2">1</td></tr></tbody></table>',
        '<svg viewBox="0 0 1 1" preserveAspectRatio="none"><path d="M0 0L1 1" stroke="red"></path></svg>',
        '<a href="https://example.org/?a=1&amp;b=2">x</a><a href="#part">y</a><a href="../page/">z</a>',
        '<img src="data:image/png;base64,iVBORw==" alt="a &quot;b&quot;"><img src="picture.png">',
        '<p style="color:red;--w:0.25">x</p>',
    ],
)
def test_what_only_shows_something_stays_as_it_is(markup: str) -> None:
    assert sanitised(markup)[0] == markup


def test_names_of_a_cell_are_not_those_of_the_page() -> None:
    gradient = (
        '<svg><linearGradient id="g"></linearGradient><rect fill="url(#g)"></rect><use href="#g"></use></svg>'
    )
    assert sanitised(gradient)[0] == gradient.replace('"g"', '"out-g"').replace("#g", "#out-g")


def test_every_element_is_closed() -> None:
    assert sanitised("<div><b>x</p></table>")[0] == "<div><b>x</b></div>"
    assert sanitised("</div>x<br/><svg/>")[0] == "x<br><svg></svg>"


class Html:
    def __init__(self, markup: str) -> None:
        self.markup = markup

    def _repr_html_(self) -> str:
        return self.markup


class Svg(Html):
    _repr_html_ = None  # type: ignore[assignment]

    def _repr_svg_(self) -> str:
        return self.markup


@pytest.mark.parametrize(
    "value",
    [
        Html("<b onclick=f()>x</b>"),
        Svg("<svg onload=f()></svg>"),
        Raw("<img src=x onerror=f()>"),
        element("img", src="x", onerror="f()"),
        element("b onclick=f()", "x"),
        View(Raw("<img src=x onerror=f()>")),
    ],
    ids=["html", "svg", "raw", "attribute", "tag", "view"],
)
def test_whatever_a_value_brings_is_looked_through(value: object) -> None:
    left = Read(render(shown(value)[0]))
    assert not [name for name, _ in left.attributes if name.startswith("on")]


def test_figures_pass_unchanged() -> None:
    figures = (bars([0.25, 0.75], ["a", "b"]), heatmap("Weights", [[0.5, 0.5]], ["q"], ["k", "l"]))
    for figure in figures:
        assert sanitised(render(figure))[0] == render(figure)


def test_a_tall_table_is_folded_and_a_huge_one_is_not_shown() -> None:
    rows = Html("<table>" + "<tr><td>1</td></tr>" * 101 + "</table>")
    assert render(shown(rows)[0]).startswith(
        '<div class="lc-value"><details class="lc-fold"><summary>Output: about 102 lines</summary><table>'
    )
    huge = render(shown(Html("x" * (LARGEST + 1)))[0])
    assert "its HTML has 2,000,001 characters and 0 tags, and 2,000,000 and 20,000 are the most." in huge
    assert "and 20,001 tags" in render(shown(Html("<br>" * 20_001))[0])
    assert "<details" not in render(shown(Html("<p>1</p>" * 20))[0])

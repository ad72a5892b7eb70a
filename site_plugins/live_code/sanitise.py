"""HTML that a cell made, without what could act in the page: code comes with links, and Run must be safe to press.

It is read, and written anew from what is allowed: elements, attributes and addresses that only show something.
"""

import re
from html import escape
from html.parser import HTMLParser
from typing import override

from live_demo.elements import VOID

_ELEMENTS = (
    "a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption"
    " figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol output p pre q rp rt ruby s samp section small span"
    " strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr"
    " svg g path rect circle ellipse line polyline polygon text tspan title desc defs use symbol marker clipPath"
    " linearGradient radialGradient stop"
)
_ATTRIBUTES = (
    "align alt class cite colspan datetime dir headers height hidden id lang open role rowspan scope span start"
    " tabindex title valign width"
    " clip-path clip-rule cx cy d dominant-baseline dx dy fill fill-opacity fill-rule font-family font-size"
    " font-style font-weight fx fy gradientTransform gradientUnits letter-spacing marker-end marker-mid"
    " marker-start markerHeight markerUnits markerWidth offset opacity orient pathLength points"
    " preserveAspectRatio r refX refY rotate rx ry stop-color stop-opacity stroke stroke-dasharray"
    " stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor"
    " textLength transform vector-effect viewBox x x1 x2 y y1 y2 xmlns"
    " data-figure data-right data-symbol data-verdict"
)
_STYLES = (
    "background-color border border-bottom border-collapse border-color border-left border-radius border-right"
    " border-style border-top border-width color fill font-family font-size font-style font-variant-numeric"
    " font-weight height line-height max-height max-width min-width opacity padding padding-bottom padding-left"
    " padding-right padding-top stroke stroke-width text-align text-decoration vertical-align white-space width"
)
# A parser of HTML writes names of SVG in their own case, whatever the text says; so does this.
_TAGS = {name.lower(): name for name in _ELEMENTS.split()}
_NAMES = {name.lower(): name for name in _ATTRIBUTES.split()}
_PROPERTIES = frozenset(_STYLES.split())
_WITH_CONTENT = frozenset(
    {"script", "style", "iframe", "object", "template", "noscript", "noembed", "noframes", "xmp"}
    | {"plaintext", "foreignobject", "math", "textarea", "select", "audio", "video", "canvas", "head"}
)
_OF_THE_SITE = ("md-", "lc-", "__")  # classes that the theme's and the cells' scripts and styles go by
_OWN = "out-"  # stands before an id, so that it is none of the page's
_LINK = re.compile(r"(https?|mailto):|[^:]*([/?#]|$)", re.IGNORECASE)
_PICTURE = re.compile(r"data:image/(png|jpeg|gif|webp|avif|svg\+xml)[;,]|(?!//)[^:\\]*$", re.IGNORECASE)
_REFERENCE = re.compile(r"url\(#([\w.-]+)\)")
_VALUE = re.compile(r"[\w\s#.,%()+*/'\"-]*")
_FETCHES = re.compile(r"url|image|src|expression|attr|/\*", re.IGNORECASE)
_BREAKS = frozenset({"br", "dd", "div", "dt", "h1", "h2", "h3", "h4", "hr", "li", "p", "section", "summary", "tr"})


def sanitised(markup: str) -> tuple[str, int]:
    """Return what of some HTML only shows something, and about how many lines high it is.

    >>> sanitised('<b onclick="f()">1 < 2</b><script>g()</script>')
    ('<b>1 &lt; 2</b>', 1)
    >>> sanitised('<a href="javascript:f()">here</a>')
    ('<a>here</a>', 1)
    """
    writer = _Writer()
    writer.feed(markup)
    writer.close()
    return "".join([*writer.out, *(f"</{tag}>" for tag in reversed(writer.open))]), writer.lines


class _Writer(HTMLParser):
    """Writes what is allowed as it is read. Each `<` in the result begins a tag of `_ELEMENTS`."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self.open: list[str] = []
        self.lines = 1
        self._left_out: list[str] = []

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._left_out or tag in _WITH_CONTENT:
            if tag in _WITH_CONTENT:
                self._left_out.append(tag)
        elif (name := _TAGS.get(tag)) is not None:
            self.lines += tag in _BREAKS
            self.out.append(f"<{name}{''.join(_written(tag, k, v or '') for k, v in dict(attrs).items())}>")
            if tag not in VOID:
                self.open.append(name)

    @override
    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # A slash closes elements of SVG only; of others the parser of a page takes no notice.
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    @override
    def handle_endtag(self, tag: str) -> None:
        if self._left_out:
            if tag == self._left_out[-1]:
                self._left_out.pop()
        elif (name := _TAGS.get(tag)) in self.open:
            while self.open:
                closed = self.open.pop()
                self.out.append(f"</{closed}>")
                if closed == name:
                    break

    @override
    def handle_data(self, data: str) -> None:
        if not self._left_out:
            self.lines += data.count("\n") if "pre" in self.open else 0
            self.out.append(escape(data, quote=False))


def _written(tag: str, name: str, value: str) -> str:
    kept = _kept(tag, name, value)
    if kept is None:
        return ""
    return f' {_NAMES.get(name, name)}="{escape(kept, quote=False).replace('"', "&quot;")}"'


def _kept(tag: str, name: str, value: str) -> str | None:
    """An attribute's value as it may stand in the page, if it may."""
    if name in {"href", "xlink:href", "src"}:
        return _address(tag, name, value)
    if name == "style":
        return _style(value)
    if name == "class":
        return " ".join(c for c in value.split() if not c.startswith(_OF_THE_SITE)) or None
    if name in {"id", "aria-labelledby", "aria-describedby", "aria-controls"}:
        return " ".join(_OWN + part for part in value.split()) or None
    known = name in _NAMES or re.fullmatch(r"aria-[a-z]+", name)
    if not known or "url(" in _REFERENCE.sub("", value).lower():
        return None
    return _REFERENCE.sub(rf"url(#{_OWN}\1)", value)


def _address(tag: str, name: str, value: str) -> str | None:
    if tag == "use":
        return f"#{_OWN}{value[1:]}" if value.startswith("#") else None
    allowed = {("a", "href"): _LINK, ("img", "src"): _PICTURE}.get((tag, name))
    return value if allowed and allowed.match(_bare(value)) else None


def _bare(address: str) -> str:
    """An address as a browser reads it: without the white space and control characters that it passes over."""
    return re.sub(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028\u2029\ufeff]", "", address)


def _style(value: str) -> str | None:
    kept = []
    for declaration in value.split(";"):
        name, _, said = declaration.partition(":")
        known = name.strip().lower() in _PROPERTIES or name.strip().startswith("--")
        if known and _VALUE.fullmatch(said) and not _FETCHES.search(said):
            kept.append(declaration)
    return ";".join(kept) or None

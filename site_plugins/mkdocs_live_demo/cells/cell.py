"""The finished HTML of a cell: code, buttons, output. It is complete before any script runs."""

from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers.python import PythonLexer

from live_demo.elements import Element, Node, Raw, element, render
from mkdocs_live_demo.cells.request import CellRequest

STATIC = "Computed with the page"


def cell(request: CellRequest, key: str, name: str, output: Node) -> str:
    """Write a cell.

    Parameters
    ----------
    request
        What its author wrote.
    key
        Its name in the page's addresses, such as `cell-3`.
    name
        What a reader calls it, such as `Cell 3`.
    output
        What running it gave.
    """
    frame = element(
        "fieldset",
        element("p", name, class_="lc-name", id=f"{key}-name"),
        # The bar's button copies what stands in the editor; the theme's would copy what stood there first.
        element("div", _code(request.code, f"Code of {name.lower()}"), class_="lc-code no-copy"),
        _bar(request.readonly),
        element(
            "div", output, class_="lc-output", role="log", aria_label=f"Output of {name.lower()}", data_output=True
        ),
        element("p", class_="lc-note", role="status"),
        class_="lc-frame",
        aria_labelledby=f"{key}-name",
        disabled=True,
    )
    live = element(
        "live-code",
        frame,
        class_="lc-cell",
        data_key=key,
        data_session=request.session,
        data_state="static",
        data_readonly=request.readonly,
        data_echo=request.echo,
        data_setup=request.setup,
        data_search_exclude=request.setup,
        hidden=request.setup,
    )
    # Markdown puts an element that it does not know into a paragraph, which a fieldset would end.
    return render(element("div", live, class_="lc-wrap"))


def _code(code: str, label: str) -> Element:
    """Highlighted code whose text is the source, to the last line break."""
    html = highlight(code, PythonLexer(stripnl=False, ensurenl=False), HtmlFormatter(nowrap=True))
    html = html.removesuffix("\n")  # the formatter ends every line
    block = element("pre", element("code", Raw(html)), tabindex=0, role="region", aria_label=label)
    return element("div", block, class_="highlight")


def _bar(readonly: bool) -> Element:
    acts = [("Run", "run", False), ("Stop", "stop", True)]
    acts += [] if readonly else [("Edit", "edit", False), ("Reset", "reset", True)]
    acts += [("Copy", "copy", False)]
    acts += [] if readonly else [("Copy link", "link", False)]
    buttons = [element("button", text, type="button", data_act=act, hidden=hidden) for text, act, hidden in acts]
    status = element("span", STATIC, class_="lc-status-text", role="status")
    return element(
        "div", buttons, element("p", status, class_="lc-status"), class_="lc-bar", data_search_exclude=True
    )

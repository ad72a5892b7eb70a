"""The finished HTML of a demo: head, controls, view, foot. It is complete before any script runs.

Everything sits in one disabled fieldset, so that no control pretends to work before the page's script is there.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers.python import PythonLexer

from live_demo.demo import Demo
from live_demo.elements import Element, Raw, element, render
from live_demo.starting_points import Prediction, Presets
from live_demo.views.chooser import setter
from live_demo.views.series import Series
from live_demo.views.view import View

STATIC = "Computed with the page"
UNSCRIPTED = (
    "The controls need scripts and a web server: opened from disk, or without JavaScript, "
    "the page stays as it was built. Did a file not arrive? "
)


def widget(demo: Demo, key: str, values: Mapping[str, Any], view: View) -> str:
    """Write a demo. `key` is its name on this page, `values` are its controls' values, `view` their result."""
    question = element("p", demo.description, class_="ld-caption", id=f"{key}-caption")
    chips = _presets(demo.presets, values)
    frame = element(
        "fieldset",
        _head(chips or question),
        element(
            "div", _predict(demo.prediction), _controls(demo, values), _view(view), _error(), class_="ld-body"
        ),
        element("p", class_="ld-note", role="status"),
        _foot(demo),
        class_="ld-frame",
        aria_labelledby=f"{key}-caption",
        disabled=True,
    )
    demo_element = element(
        "live-demo",
        frame,
        question if chips else None,  # below the figure where the head is full
        name=demo.name,
        class_=f"ld-demo ld-demo--{demo.name}",
        data_key=key,
        data_state="static",
        data_revision=0,
        data_phase="ask" if demo.prediction else None,
        data_search_exclude=True,  # labels and numbers without their places; the theme heeds it where no tag nests
    )
    # Markdown puts an element that it does not know into a paragraph, which a fieldset would end.
    return render(element("div", demo_element, class_="ld-wrap"))


def _head(left: Element) -> Element:
    status = element(
        "p",
        element("span", STATIC, class_="ld-status-text", role="status"),
        element("span", class_="ld-status-part", aria_hidden="true"),  # a percentage that nobody wants read out
        element("button", "Stop", type="button", class_="ld-quiet", data_act="stop", hidden=True),
        class_="ld-status",
    )
    return element("header", left, status, class_="ld-head")


def _presets(presets: Presets | None, values: Mapping[str, Any]) -> Element | None:
    if presets is None:
        return None
    chips = [
        setter(name, wanted, pressed=wanted.items() <= values.items(), css="ld-chip")
        for name, wanted in presets.options.items()
    ]
    label = element("span", presets.label, class_="ld-label")
    return element("div", label, chips, class_="ld-presets", role="group", aria_label=presets.label)


def _predict(prediction: Prediction | None) -> Element | None:
    if prediction is None:
        return None
    options = [(o.name, o.label()) if isinstance(o, Series) else (o, [o]) for o in prediction.options]
    picks = [
        element(
            "label",
            element("input", type="radio", name="guess", value=name),
            element("span", label),
            class_="ld-pick",
        )
        for name, label in options
    ]
    actions = element(
        "div",
        element("button", "Reveal", type="submit", class_="ld-button ld-button--main"),
        element("button", "Show without guessing", type="button", class_="ld-quiet", data_act="skip"),
        element("span", class_="ld-score"),
        class_="ld-predict-act",
    )
    return element(
        "form",
        element(
            "fieldset",
            element("legend", prediction.question),
            element("div", picks, class_="ld-picks", style={"--n": str(min(len(picks), 4))}),
        ),
        actions,
        element("p", class_="ld-verdict", role="status"),
        class_="ld-predict",
        autocomplete="off",
        aria_label=f"Prediction: {prediction.question}",
        data_questions=json.dumps([dict(q) for q in prediction.questions]),
    )


def _controls(demo: Demo, values: Mapping[str, Any]) -> Element | None:
    if not demo.controls:
        return None
    arguments = demo.arguments(values)
    fields = [control.field(name, arguments[name]) for name, control in demo.controls.items()]
    return element("div", fields, class_="ld-controls")


def _view(view: View) -> Element:
    return element("div", view.nodes(), class_="ld-view", data_view=True)


def _error() -> Element:
    return element("div", class_="ld-error", role="alert", hidden=True)


def _foot(demo: Demo) -> Element:
    save = [element("button", kind.upper(), type="button", data_act=kind) for kind in ("svg", "png", "csv")]
    share = element(
        "div",
        element("button", "Copy link", type="button", data_act="link"),
        element("span", class_="ld-sep", aria_hidden="true"),
        element("span", "Save", class_="ld-foot-label"),
        save,
        class_="ld-share",
    )
    copy = element("button", "Copy source", type="button", class_="ld-quiet", data_act="source")
    shown = [element("summary", "View source"), _source(demo.source, f"Source: {demo.description}"), copy]
    source = element("details", shown, class_="ld-source")
    # With a target, so that no instant navigation makes less of it.
    again = element("a", "Load the page again", href="", target="_self")
    note = element("p", UNSCRIPTED, again, class_="ld-unscripted")
    return element("footer", share, note, source, class_="ld-foot")


@lru_cache(maxsize=128)  # `mkdocs serve` builds all pages for an edit of one
def _source(code: str, label: str) -> Element:
    html = highlight(code, PythonLexer(), HtmlFormatter(nowrap=True)).rstrip("\n")
    # Material lays out each `pre > code` as a page loads, hidden or not: all sources of a page take it 150 ms.
    block = element("span", element("code", Raw(html)))
    return element("pre", block, class_="highlight", tabindex=0, role="region", aria_label=label)

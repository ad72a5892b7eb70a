"""What a view promises to the page is checked at build: in the browser it would fail without a word."""

import json

from live_demo.demo import Demo
from live_demo.elements import Element, walk
from live_demo.errors import DemoError
from live_demo.views.series import Series
from live_demo.views.view import View


def check_view(demo: Demo, view: View) -> None:
    """Refuse a view without a verdict for an option of PREDICT, or one that sets controls the demo lacks."""
    for option in demo.prediction.options if demo.prediction else ():
        name = option.name if isinstance(option, Series) else option
        if name not in view.verdicts:
            found = f"verdicts for {', '.join(view.verdicts)}" if view.verdicts else "no verdicts"
            raise DemoError(demo.name, expected=f"a verdict for the option {name!r} of PREDICT", found=found)
    for node in view.nodes():
        for part in walk(node):
            _check_controls(demo, part)


def _check_controls(demo: Demo, part: Element) -> None:
    attributes = dict(part.attributes)
    known = demo.initial()
    names = [*json.loads(attributes.get("data-set", "{}")), *attributes.get("data-handle", "").split()]
    for name in names:
        if name not in known:
            raise DemoError(
                "a setter" if "data-set" in attributes else "a handle",
                expected="the name of a control",
                found=repr(name),
                hint=f"the controls are {', '.join(known)}" if known else "this demo has no controls",
            )

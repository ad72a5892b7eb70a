"""Write a function from control values to a view; the build and the reader's browser both call it.

>>> from typing import Annotated
>>> from live_demo import Slider, View, strong
>>> def view(temperature: Annotated[float, Slider("Temperature", 0.1, 5.0, step=0.1)] = 1.0) -> View:
...     return View(sentence=[strong(f"{temperature:.1f}"), " is hot"])
>>> view(temperature=2.0).html()
'<p class="ld-say" aria-live="polite"><b>2.0</b> is hot</p>'
"""

from live_demo.controls import Choice, Number, Pad, Slider, Text, Toggle
from live_demo.elements import Child, Element, Raw, element
from live_demo.errors import DemoError
from live_demo.numerals import fixed, share
from live_demo.starting_points import Prediction, Presets
from live_demo.views import (
    Arrow,
    Axis,
    Gauge,
    Handle,
    Line,
    Reference,
    Series,
    Verdict,
    View,
    aside,
    bars,
    heatmap,
    line_plot,
    listing,
    matrix,
    plane,
    setter,
    strong,
    table,
)

__all__ = [
    "Arrow",
    "Axis",
    "Child",
    "Choice",
    "DemoError",
    "Element",
    "Gauge",
    "Handle",
    "Line",
    "Number",
    "Pad",
    "Prediction",
    "Presets",
    "Raw",
    "Reference",
    "Series",
    "Slider",
    "Text",
    "Toggle",
    "Verdict",
    "View",
    "aside",
    "bars",
    "element",
    "fixed",
    "heatmap",
    "line_plot",
    "listing",
    "matrix",
    "plane",
    "setter",
    "share",
    "strong",
    "table",
]

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
from live_demo.files import fetched
from live_demo.grid import Grid, grid_text
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
    as_typed,
    aside,
    bars,
    cells,
    heatmap,
    line_plot,
    listing,
    matrix,
    plane,
    pointable,
    pointed_at,
    pointed_say,
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
    "Grid",
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
    "as_typed",
    "aside",
    "bars",
    "cells",
    "element",
    "fetched",
    "fixed",
    "grid_text",
    "heatmap",
    "line_plot",
    "listing",
    "matrix",
    "plane",
    "pointable",
    "pointed_at",
    "pointed_say",
    "setter",
    "share",
    "strong",
    "table",
]

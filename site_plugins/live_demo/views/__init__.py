"""Ready-made parts of a view. Each prints its numbers, keeps its scale and is a table or has one beside it."""

from live_demo.views.bars import Gauge, Reference, bars
from live_demo.views.cells import as_typed, cells
from live_demo.views.chooser import setter
from live_demo.views.heatmap import heatmap, matrix
from live_demo.views.line_plot import Axis, Line, line_plot
from live_demo.views.plane import Arrow, Handle, plane
from live_demo.views.pointing import pointable, pointed_at, pointed_say
from live_demo.views.series import Series
from live_demo.views.table import aside, listing, strong, table
from live_demo.views.view import Verdict, View

__all__ = [
    "Arrow",
    "Axis",
    "Gauge",
    "Handle",
    "Line",
    "Reference",
    "Series",
    "Verdict",
    "View",
    "as_typed",
    "aside",
    "bars",
    "cells",
    "heatmap",
    "line_plot",
    "listing",
    "matrix",
    "plane",
    "pointable",
    "pointed_at",
    "pointed_say",
    "setter",
    "strong",
    "table",
]

"""From samples to what is written and shown, with values worked out by hand."""

import doctest

import pytest

from bench import lighthouse, tables, wire
from bench.serving import Sent


def test_medians_ratios_and_the_spread_of_single_rounds() -> None:
    samples = {
        ("chromium", "none", "ours", "cold"): [100.0, 300.0, 200.0],
        ("chromium", "none", "stock", "cold"): [1000.0, 1000.0, 500.0],
        ("chromium", "none", "peer", "cold"): [1500.0, 1400.0, 1600.0],
        ("chromium", "none", "ours", "shift"): [0.00061, 0.0, 0.2],
    }
    assert tables.medians(samples) == [
        {
            "engine": "chromium",
            "link": "none",
            "measure": "cold",
            "ours": 200.0,
            "ours_ratio": 0.2,
            "spread": [0.1, 0.4],
            "stock": 1000.0,
            "peer": 1500.0,
            "peer_ratio": 1.5,
        },
        {"engine": "chromium", "link": "none", "measure": "shift", "ours": 0.0006},
    ]


def test_moves_are_set_beside_the_round_trip_plus_the_call() -> None:
    # 0, 1, … 100: the median is 50, 95 of 100 lie at or below 95. Trip + call is always 10.
    times = {"moves": [float(n) for n in range(101)], "trips": [4.0] * 101, "calls": [6.0] * 101}
    assert tables.moves(times) == {
        "move_ms": 50.0,
        "move_p95_ms": 95.0,
        "trip_ms": 4.0,
        "trip_p95_ms": 4.0,
        "call_ms": 6.0,
        "call_p95_ms": 6.0,
        "median_ratio": 5.0,
        "p95_ratio": 9.5,
        "p95_to_p95": 9.5,
    }


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/lab/", "page"),
        ("/assets/stylesheets/main.57a0d79d.min.css", "theme"),
        ("/assets/javascripts/bundle.a5f9d56c.min.js", "theme"),
        ("/css/site.css", "own JS and CSS"),
        ("/assets/live-demo-8237/vendor/idiomorph.js", "own JS and CSS"),
        ("/assets/live-demo-8237/bundle.json", "demos"),
        ("/assets/fonts-479a/inter-wght-normal.woff2", "fonts"),
        ("/assets/pyodide-80f9/pyodide.asm.js", "runtime"),
        ("/assets/pyodide-80f9/python_stdlib.zip", "stdlib"),
        ("/assets/pyodide-80f9/numpy-2.4.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl", "wheels"),
        ("/assets/pyodide-80f9/snapshot.bin.gz", "snapshot"),
        ("/assets/pyodide-80f9/snapshot.js", "own JS and CSS"),
        ("/assets/pyodide-80f9/_umath_linalg.so", "snapshot"),
        ("/stock/pyodide/pyodide.asm.wasm", "runtime"),
    ],
)
def test_every_file_has_a_kind(path: str, kind: str) -> None:
    assert wire.kind(path) == kind


def test_examples_in_docstrings_hold() -> None:
    for module in (wire, tables):
        ran = doctest.testmod(module)
        assert ran.failed == 0 < ran.attempted


def test_an_engine_in_which_our_page_failed_has_no_row() -> None:
    assert tables.medians({("firefox", "none", "stock", "cold"): [2.0]}) == []


def test_bytes_are_added_up_by_kind() -> None:
    sent = [Sent(0.0, "/lab/", 10), Sent(0.1, "/css/site.css", 3), Sent(0.2, "/css/lab.css", 4)]
    assert wire.by_kind(sent) == {"own JS and CSS": 7, "page": 10, "all": 17}


def test_the_table_says_which_limit_is_missed() -> None:
    row = {"engine": "webkit", "link": "none", "measure": "cold", "ours": 300, "stock": 1000, "ours_ratio": 0.3}
    shown = tables.startup({"medians": [row, row | {"ours_ratio": 0.2}], "bytes": {}})
    assert [line.split()[-1] for line in shown.splitlines()[2:]] == ["MISSED", "holds"]


def test_lighthouse_counts_the_median_and_names_what_costs_points() -> None:
    def run(performance: float) -> dict[str, object]:
        marks = {"performance": performance, "accessibility": 1, "best-practices": 1, "seo": 0.91}
        audits = {name: ["first-contentful-paint"] for name in marks} | {"seo": ["link-text"]}
        timed = (
            "first-contentful-paint",
            "largest-contentful-paint",
            "total-blocking-time",
            "cumulative-layout-shift",
        )
        told = {"scoreDisplayMode": "numeric", "score": 1, "numericValue": 7}
        return {
            "categories": {
                name: {"score": mark, "auditRefs": [{"id": each, "weight": 1} for each in audits[name]]}
                for name, mark in marks.items()
            },
            "audits": dict.fromkeys(timed, told) | {"link-text": {"scoreDisplayMode": "binary", "score": 0}},
        }

    found = lighthouse.summary([run(0.5), run(0.97), run(0.99)])
    assert (found["performance"], found["seo"], found["costly"]) == (97, 91, ["link-text"])

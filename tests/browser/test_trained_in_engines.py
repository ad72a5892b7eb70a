"""Trained heads and training in Chromium, Firefox and WebKit: the same numbers as CPython's."""

from collections.abc import Iterator
from typing import Any

import pytest

from live_demo.demo import load
from tests.browser.engine_reader import Reader, driven
from tests.browser.server import SiteServer
from tools.engines import ENGINES

pytestmark = pytest.mark.slow
EQUAL = """
    const view = demo(arguments[0]).querySelector("[data-view]"), wanted = view.cloneNode(false);
    wanted.innerHTML = arguments[2];
    return [view.isEqualNode(wanted), said(demo(arguments[0]))];"""


@pytest.fixture(scope="module", params=ENGINES)
def reader(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    with driven(request.param, tmp_path_factory.mktemp("profile")) as browser:
        yield Reader(browser)


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("attention-explorer", {"sentence": "Call me Ishmael.", "head": "0.2"}),
        ("attention-explorer", {"head": "2.5", "shown": "weights × value length", "sink": False}),
        ("head-ablation", {"head": "0.2"}),
        ("minimal-pairs", {"pair": "cup or shelf: tall, narrow"}),
        ("approximations-measured", {"layer": "layer 2"}),
    ],
)
def test_a_recorded_head_is_drawn_as_cpython_draws_it(
    reader: Reader, site: SiteServer, name: str, changed: dict[str, Any]
) -> None:
    reader.go(f"{site.url}trained-heads/")
    wanted = load(name).view(load(name).initial() | changed).html()
    script = "await until(() => demo(arguments[0])); demo(arguments[0]).scrollIntoView(); await moved(demo(arguments[0]), arguments[1]);"
    equal, sentence = reader.run(script + EQUAL, name, changed, wanted)
    assert equal, sentence


def test_a_network_learns_what_was_recorded(reader: Reader, site: SiteServer) -> None:
    reader.go(f"{site.url}training/")
    script = """
    const it = demo("train-translation");
    it.scrollIntoView();
    await until(() => state(it) === "ready");
    const view = it.querySelector("[data-view]"), recorded = view.cloneNode(true);
    [...it.querySelectorAll("button")].find((b) => b.textContent.trim() === "train it now").click();
    await until(() => said(it).includes("Training now."));
    const begun = performance.now();
    await until(() => state(it) === "ready", 180000);
    return [view.isEqualNode(recorded), said(it), (performance.now() - begun) / 1000];"""
    equal, sentence, seconds = reader.run(script)
    print(f"{reader.name}: {seconds:.1f} s")
    assert equal, sentence

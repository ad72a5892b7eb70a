"""Demos in Chromium, Firefox and WebKit: states, Stop, fallback, navigation, addresses, policy, no network."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from live_demo.demo import load
from tests.browser.conftest import FIXTURES, ROOT
from tests.browser.engine_checks import Checks
from tests.browser.engine_reader import Reader, driven
from tests.browser.server import SiteServer, Spoilt
from tests.browser.watched_site import elsewhere, watched
from tools.engines import ENGINES

pytestmark = pytest.mark.slow
check = Checks("tests/browser/test_demos_in_engines.py")
LAB = {"x": -0.7, "y": 1.1, "temperature": 0.4}


@pytest.fixture(scope="module", autouse=True)
def _recorded() -> Iterator[None]:
    yield
    check.record()


@pytest.fixture(scope="module", params=ENGINES)
def reader(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    with driven(request.param, tmp_path_factory.mktemp("profile")) as browser:
        check.versions[browser.name] = browser.version
        yield Reader(browser)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteServer]:
    """The project's site, whose pages note what their policy stops."""
    with watched(ROOT, SiteServer(tmp_path_factory.mktemp("lab"))) as server:
        yield server


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteServer]:
    """The same of a site that has nothing to do with attention, and has demos that fail and never end."""
    with watched(FIXTURES / "plain_site", SiteServer(tmp_path_factory.mktemp("small"), "/any/path/")) as server:
        yield server


def cpython(**values: Any) -> str:
    return load("attention-lab").view(values).html()


def lab_draws_what_cpython_draws(reader: Reader, **values: Any) -> None:
    """Nodes are compared, not text: morphing may change the order of attributes."""
    script = """
    await moved(demo("attention-lab"), arguments[0]);
    const view = demo("attention-lab").querySelector("[data-view]"), wanted = view.cloneNode(false);
    wanted.innerHTML = arguments[1];
    return [view.isEqualNode(wanted), view.textContent];"""
    equal, shown = reader.run(script, values, cpython(**values))
    assert equal, shown


@check("static")
def test_a_demo_shows_its_result_before_python_starts(reader: Reader, small: SiteServer) -> None:
    reader.go(f"{small.url}more/")
    script = """
    const found = [state(demo("mean")), said(demo("mean")), demo("mean").dataset.revision ?? "0"];
    await until(() => state(demo("counter")) === "ready");
    return [...found, state(demo("mean")), [...document.querySelectorAll("live-demo")].every(said)];"""
    # The tab that holds it is closed, so it waits, however far Python is.
    assert reader.run(script) == ["static", "half 1.0, inverse 0.50", "0", "static", True]


@check("starting")
def test_a_demo_says_that_python_starts_and_when_it_is_ready(
    reader: Reader, small: SiteServer, tmp_path: Path
) -> None:
    with elsewhere(small, tmp_path) as server:
        server.delay = lambda path: 2.0 if ".wasm" in path else 0.0
        reader.go(server.url)
        script = """
        await until(() => state(demo("counter")) === "starting");
        const early = said(demo("counter"));
        demo("counter").set({ times: 4 });
        await until(() => state(demo("counter")) === "ready");
        await demo("counter").settled();
        return [early, said(demo("counter"))];"""
        assert reader.run(script) == ["2 vowels", "8 vowels"]


@check("move")
@pytest.mark.parametrize("values", [LAB, {"x": 0.0, "y": 0.0, "temperature": 4.0}], ids=["a query", "no length"])
def test_a_move_gives_what_cpython_gives(reader: Reader, lab: SiteServer, values: dict[str, float]) -> None:
    reader.go(f"{lab.url}lab/")
    lab_draws_what_cpython_draws(reader, **values)


@check("stream")
def test_a_stream_is_seen_to_run_and_ends_at_stop(reader: Reader, small: SiteServer) -> None:
    reader.go(f"{small.url}more/")
    script = """
    await moved(demo("steps"), { last: 4 });
    const short = said(demo("steps"));
    demo("steps").set({ last: 1000000 });
    await until(() => state(demo("steps")) === "updating" && said(demo("steps")).endsWith("of 1000000"));
    const before = said(demo("steps"));
    await until(() => said(demo("steps")) !== before);
    await pressed(demo("steps"), "stop");
    await until(() => state(demo("steps")) === "stopped");
    const last = said(demo("steps"));
    await moved(demo("counter"), { times: 4 });
    return [short, last.endsWith("of 1000000"), last === said(demo("steps")), said(demo("counter"))];"""
    assert reader.run(script) == ["4 of 4", True, True, "8 vowels"]


@check("error")
def test_an_error_keeps_the_last_result(reader: Reader, small: SiteServer) -> None:
    reader.go(f"{small.url}more/")
    script = """
    await moved(demo("mean"), { n: 8 });
    const good = demo("mean").querySelector("[data-view]").innerHTML;
    demo("mean").set({ n: 0 });
    await until(() => state(demo("mean")) === "error");
    const alert = demo("mean").querySelector("[role=alert]").textContent;
    const kept = good === demo("mean").querySelector("[data-view]").innerHTML;
    await moved(demo("mean"), { n: 1 });
    return [alert, kept, said(demo("mean")), state(demo("mean"))];"""
    alert, *rest = reader.run(script)
    assert "ZeroDivisionError: division by zero. The last result is still shown." in alert
    assert rest == [True, "half 0.5, inverse 1.00", "ready"]


@check("stop")
def test_stop_ends_an_endless_loop_and_python_starts_again(reader: Reader, small: SiteServer) -> None:
    reader.go(f"{small.url}more/")
    script = """
    await moved(demo("mean"), { n: 8 });
    demo("mean").set({ n: 5 });
    await until(() => state(demo("mean")) === "updating");
    await pressed(demo("mean"), "stop");
    await until(() => state(demo("mean")) === "stopped");
    const kept = said(demo("mean"));
    await moved(demo("mean"), { n: 1 });
    return [kept, said(demo("mean")), performance.getEntriesByName("live-demo:python").length];"""
    assert reader.run(script) == ["half 4.0, inverse 0.12", "half 0.5, inverse 1.00", 2]


@check("fallback")
def test_a_damaged_snapshot_costs_nothing_but_time(reader: Reader, lab: SiteServer, tmp_path: Path) -> None:
    with elsewhere(lab, tmp_path) as server:
        server.spoilt = {"snapshot.bin": Spoilt.FLIPPED}
        reader.go(f"{server.url}lab/")
        lab_draws_what_cpython_draws(reader, **LAB)
        assert reader.route() == "files"
    reader.go(f"{lab.url}lab/")
    lab_draws_what_cpython_draws(reader, **LAB)
    assert reader.route() == "snapshot"


@check("navigation")
def test_another_page_and_back_is_one_python(reader: Reader, lab: SiteServer) -> None:
    reader.go(f"{lab.url}lab/")
    script = """
    window.stays = true;
    await moved(demo("attention-lab"), { x: 1 });
    // The theme takes clicks over once it has read the sitemap. Before, a browser would load the page whole.
    let taken = false;
    addEventListener("click", (event) => ((taken = event.defaultPrevented), event.preventDefault()));
    // A page without demos: leaving one while it is asked something ends its Python.
    await until(() => (document.querySelector('.md-tabs a[href$="notebooks/"]').click(), taken));
    await until(() => !location.pathname.endsWith("/lab/") && !document.querySelector("live-demo[name=attention-lab]"));
    const there = document.querySelector("h1").textContent;
    history.back();
    await until(() => location.pathname.endsWith("/lab/") && demo("attention-lab"));
    return [window.stays === true, there.trim().length > 0];"""
    assert reader.run(script) == [True, True]
    lab_draws_what_cpython_draws(reader, **LAB)
    assert reader.run("return performance.getEntriesByName('live-demo:python').length") == 1


@check("leaving")
def test_a_page_that_is_left_while_python_starts_holds_up_no_other(
    reader: Reader, lab: SiteServer, tmp_path: Path
) -> None:
    """Firefox keeps such a page for Back, with all that it compiles, and a page of another origin had to wait."""
    with elsewhere(lab, tmp_path) as server:
        server.pace = {"pyodide.asm.wasm": 1_000_000}
        reader.go(f"{server.url}lab/")
        reader.run(
            "await until(() => parseInt(demo('attention-lab').querySelector('.ld-status-part').textContent) > 10)"
        )
        reader.go(f"{lab.url}lab/")
        lab_draws_what_cpython_draws(reader, **LAB)
        reader.back()
        assert reader.run("return location.origin") == server.origin
        lab_draws_what_cpython_draws(reader, **LAB)


@check("address")
def test_the_address_keeps_the_values(reader: Reader, lab: SiteServer) -> None:
    reader.go(f"{lab.url}lab/")
    address = reader.run(
        "await moved(demo('attention-lab'), arguments[0]); return until(() => location.search && location.href)",
        LAB,
    )
    reader.go(f"{lab.url}glossary/")
    reader.go(address)
    script = "await until(() => state(demo('attention-lab')) === 'ready'); return demo('attention-lab').values"
    assert reader.run(script) == LAB
    lab_draws_what_cpython_draws(reader, **LAB)


@check("injected")
def test_what_is_smuggled_into_a_page_does_not_run(reader: Reader, lab: SiteServer) -> None:
    reader.go(f"{lab.url}lab/")
    script = """
    await until(() => document.querySelector("h1"));
    const script = document.createElement("script");
    script.textContent = "window.ran = 'script'";
    const button = document.createElement("div");
    button.innerHTML = `<button onclick="window.ran = 'handler'">x</button><img src="missing" onerror="window.ran = 'error'">`;
    document.body.append(script, button);
    button.firstChild.click();
    await until(() => sessionStorage.violations?.split("\\n").length >= 4);
    return window.ran ?? null;"""
    assert reader.run(script) is None
    stopped = reader.violations[-3:]
    del reader.violations[-3:]
    assert sorted(stopped) == ["script-src-attr inline", "script-src-attr inline", "script-src-elem inline"]


@check("offline")
def test_a_page_that_was_read_works_without_a_network(reader: Reader, lab: SiteServer, tmp_path: Path) -> None:
    with elsewhere(lab, tmp_path) as server:
        reader.go(f"{server.url}lab/")
        lab_draws_what_cpython_draws(reader, **LAB)
        if not reader.run("return Boolean(navigator.serviceWorker && window.caches)"):
            pytest.skip(f"{reader.name} as its driver starts it has no service workers")
        reader.run("""
        const kept = async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat();
        let all = [];
        await until(() => (kept().then((now) => (all = now)), all.some((url) => url.endsWith("/lab/")) && all.some((url) => /pyodide.asm.wasm(.gz)?$/.test(url)) && all.some((url) => /snapshot.bin(.gz)?$/.test(url))));
        await new Promise((go) => setTimeout(go, 1000));""")
    # The server has ended.
    reader.go(f"{server.url}lab/?attention-lab.x=0.4")
    assert reader.run("return navigator.serviceWorker.controller?.state") == "activated"
    lab_draws_what_cpython_draws(reader, **LAB)
    assert reader.route() == "snapshot"


@check("policy")
def test_no_page_breaks_its_own_policy(reader: Reader, lab: SiteServer) -> None:
    """What all the other tests of this engine met counts as well."""
    reader.go(lab.url)
    for page in ("math/", "deep-dive/", "reference/softmax/", "notebooks/attention-in-twelve-lines/", "storage/"):
        reader.go(lab.url + page)
        reader.run("""
        await until(() => document.readyState === "complete");
        for (const demo of document.querySelectorAll("live-demo")) {
          demo.scrollIntoView();
          await until(() => state(demo) === "ready");
        }""")
    assert reader.violations == []

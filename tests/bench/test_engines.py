"""Chromium, Firefox and WebKit as the tests and measurements drive them."""

from pathlib import Path

import pytest

from bench.serving import Server
from tools.engines import ENGINES, EngineError, MissingEngineError, engine


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_runs_what_it_is_given_in_the_page(name: str, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<!doctype html><title>One</title><script type=module src=a.js></script>")
    (site / "two.html").write_text("<!doctype html><title>Two</title>")
    (site / "a.js").write_text("export const made = {}; window.made = made;")
    try:
        browser = engine(name, tmp_path / "profile")
    except MissingEngineError as error:
        pytest.skip(str(error))
    with browser, Server({"/": site}) as server:
        browser.go(server.url)
        wait = "while (!window.made) await new Promise((go) => setTimeout(go, 10));"
        # One module is one module, whoever imports it: scripts run in the page's own world.
        same = browser.run(f"{wait} return (await import(arguments[0])).made === window.made", server.url + "a.js")
        assert same is True
        assert browser.run("return [document.title, arguments[0] + 1] // the last line", 4) == ["One", 5]
        with pytest.raises(EngineError, match="no such luck"):
            browser.run("throw new Error('no such luck')")
        browser.go(server.url + "two.html")
        assert browser.run("return location.pathname") == "/two.html"

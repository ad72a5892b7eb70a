"""A reader in any engine: pages with demos, driven by short scripts, and what the pages' policy stopped meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tools.engines import Driver, MissingEngineError, engine

HELPERS = """
const until = async (what, ms = 60000) => {
  for (const begun = performance.now(); performance.now() - begun < ms; await new Promise((go) => setTimeout(go, 20))) {
    const found = what();
    if (found) return found;
  }
  throw new Error(`waited in vain for ${what}; ${document.querySelector("live-demo")?.innerText}`);
};
const demo = (name) => document.querySelector(`live-demo[name=${name}]`);
const state = (demo) => demo.dataset.state;
const said = (demo) => demo.querySelector(".ld-say").textContent.trim();
const pressed = async (demo, act) =>
  (await until(() => demo.querySelector(`[data-act=${act}]:not([hidden])`))).click();
const moved = async (demo, values) => {
  await until(() => demo.settled && demo.view);
  const notes = demo.set(values);
  if (notes.length) throw new Error(notes.join(" "));
  await until(() => ["ready", "updating", "starting"].includes(state(demo)));
  if (!(await demo.settled())) throw new Error(`${state(demo)}: ${demo.innerText}`);
};
await until(() => document.body && customElements.get("live-demo"));
"""
TAKE = "const found = sessionStorage.violations ?? ''; delete sessionStorage.violations; return found"


@contextmanager
def driven(name: str, profile: Path) -> Iterator[Driver]:
    """An engine to drive; where it is not installed the test is skipped, with the reason."""
    try:
        browser = engine(name, profile)
    except MissingEngineError as error:
        pytest.skip(str(error))
    with browser:
        yield browser


class Reader:
    """One browser; `violations` collects what the policy of its pages has stopped so far."""

    def __init__(self, browser: Driver) -> None:
        self.browser, self.name = browser, browser.name
        self.violations: list[str] = []

    def go(self, url: str) -> None:
        """Load a page."""
        self.browser.go(url)

    def back(self) -> None:
        """Go back to the page before, which another one has replaced whole."""
        self.browser.back()

    def run(self, script: str, *arguments: object) -> Any:
        """What a script returns that has the helpers above."""
        try:
            return self.browser.run(HELPERS + script, *arguments)
        finally:
            self.violations += self.browser.run(TAKE).splitlines()

    def route(self) -> str:
        """By which way Python has started: "snapshot" or "files"."""
        return str(self.run("return performance.getEntriesByName('live-demo:python')[0].detail.route"))

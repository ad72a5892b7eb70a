"""The same cells in Firefox and WebKit: edit, run, output, error, Stop, run again."""

from collections.abc import Iterator

import pytest

from tests.browser.engine_reader import driven
from tests.browser.server import SiteServer
from tools.engines.webdriver import Driver

HELPERS = """
const until = async (what, ms = 60000) => {
  for (const begun = performance.now(); performance.now() - begun < ms; await new Promise((go) => setTimeout(go, 20))) {
    const found = what();
    if (found) return found;
  }
  throw new Error(`waited in vain for ${what}; ${document.querySelector("live-code:not([data-setup])")?.textContent}`);
};
const cell = (n) => document.querySelector(`live-code[data-key=cell-${n}]`);
const press = (n, act) => cell(n).querySelector(`[data-act=${act}]`).click();
const output = (n) => cell(n).querySelector("[data-output]").textContent;
const state = (n, ...wanted) => until(() => wanted.includes(cell(n).dataset.state) && cell(n).dataset.state);
const write = async (n, text) => {
  const edit = cell(n).querySelector("[data-act=edit]");
  if (!edit.hidden) edit.click();
  const editor = await until(() => cell(n).querySelector(".cm-content"));
  editor.focus();
  await new Promise((go) => setTimeout(go, 50));
  document.execCommand("selectAll");
  document.execCommand("insertText", false, text);
  await until(() => editor.textContent.includes(text.slice(0, 9)));
};
await until(() => document.querySelector("live-cells button"));
"""
RUN = """
await write(3, "for n in [1, 2]: print(n * 7)");
press(3, "run");
await state(3, "ready", "error");
return [output(3), cell(3).dataset.state];
"""
ERROR = """
await write(3, "1 / 0");
press(3, "run");
await state(3, "error");
return [output(3), cell(3).querySelector(".cm-content").getAttribute("aria-invalid")];
"""
# How long Stop took to end it, the longest time that the page was not at hand, and what a new run gives.
STOP = """
await write(3, arguments[0]);
press(3, "run");
await until(() => !cell(3).querySelector("[data-act=stop]").hidden);
await state(3, "updating");
let last = performance.now(), longest = 0, watching = true;
(function watch() {
  const now = performance.now();
  longest = Math.max(longest, now - last);
  last = now;
  if (watching) setTimeout(watch);
})();
await new Promise((go) => setTimeout(go, 1000));
if (arguments[0].includes("print")) await until(() => output(3).includes("cut off here"));
watching = false;
const said = output(3);
const begun = performance.now();
press(3, "stop");
await state(3, "stopped");
const took = performance.now() - begun;
const note = cell(3).querySelector(".lc-note").textContent;
await write(3, "print(6 * 7)");
press(3, "run");
await state(3, "ready");
return { took, longest, length: said.length, note, again: output(3) };
"""
LOOPS = {
    "blind": "while True: pass",
    "loud": 'while True: print("x")',
    "long": "import numpy as np; a = np.ones((4000, 4000)); [a @ a for _ in range(10**6)]",
}


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    with driven(request.param, tmp_path_factory.mktemp("profile")) as made:
        yield made


@pytest.mark.slow
def test_edit_run_and_error(browser: Driver, cells: SiteServer) -> None:
    browser.go(cells.url)
    assert browser.run(HELPERS + RUN) == ["7\n14\n", "ready"]
    said, invalid = browser.run(HELPERS + ERROR)
    assert "ZeroDivisionError: division by zero" in said
    assert invalid == "true"


@pytest.mark.slow
@pytest.mark.parametrize("name", LOOPS)
def test_stop_and_run_again(browser: Driver, cells: SiteServer, name: str) -> None:
    browser.go(cells.url)
    seen = browser.run(HELPERS + STOP, LOOPS[name])
    assert seen["took"] < 1000
    assert seen["longest"] < 5000, "a page that the loop holds is held until Stop; a busy machine takes its time"
    assert "Stop ended Python" in seen["note"]
    assert seen["again"] == "42\n"
    assert seen["length"] < 101_000


@pytest.mark.slow
def test_code_from_a_link_does_not_run(browser: Driver, cells: SiteServer) -> None:
    browser.go(cells.url + "other/")  # or it would be the same page
    browser.go(f"{cells.url}#code.cell-3=q1CwVVC3SbJTBwA")
    script = 'await until(() => cell(3).querySelector(".lc-note").textContent); return cell(3).querySelector("code").textContent'
    assert browser.run(HELPERS + script) == "x = '<b>'"
    assert browser.run("return document.querySelector('live-code').dataset.state") == "static"

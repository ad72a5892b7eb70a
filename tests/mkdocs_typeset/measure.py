"""Open a built page in Chromium at two widths and two schemes and print, as JSON, what it looks like.

A process of its own: only one Playwright can run in pytest's.
"""

import functools
import json
import os
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tools.quiet_handler import QuietHandler

MEASURE = """async () => {
  await document.fonts.ready;
  const style = (element, name) => getComputedStyle(element)[name];
  const width = element => element.getBoundingClientRect().width;
  const focusable = [...document.querySelectorAll(".formula, .formula-long, .graph-view")];
  const drawing = document.querySelector(".graph svg");
  const scale = width(drawing) / drawing.viewBox.baseVal.width;
  const size = selector => parseFloat(style(drawing.querySelector(selector), "fontSize")) * scale;
  const fits = [...drawing.querySelectorAll(".g-node")].map(node => {
    const [box] = node.children;
    return [...node.querySelectorAll("text")].every(text => width(text) < width(box) - 4);
  });
  return {
    page: [document.documentElement.scrollWidth, document.documentElement.clientWidth],
    overflowing: focusable.map(e => [e.tabIndex, e.scrollWidth > e.clientWidth + 1]),
    fonts: [...document.fonts].filter(face => face.status === "loaded").map(face => face.family.replaceAll('"', "")),
    mathFont: style(document.querySelector("math"), "fontFamily"),
    text: [size("text:not(.g-sub)"), size(".g-sub")],
    fits,
    inks: [style(drawing.querySelector(".g-node rect"), "fill"), style(drawing.querySelector("text"), "fill"),
           style(document.querySelector(".formula math"), "color")],
    rootGap: (() => {
      const root = document.querySelector("msqrt").getBoundingClientRect();
      return root.right - document.querySelector("msqrt > :last-child").getBoundingClientRect().right;
    })(),
    hit: document.querySelector(".graph a").getBoundingClientRect().height,
  };
}"""

ELSEWHERE = """() => performance.getEntriesByType("resource").map(entry => entry.name)
  .filter(name => !name.startsWith(location.origin + "/"))"""


class _Files(QuietHandler, SimpleHTTPRequestHandler):
    """Files of a folder."""


def main(folder: str) -> None:
    path = os.environ.get("BROWSER_PATH")
    if not path:
        from tools.find_browser import find

        path = find(dict(os.environ))
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}/"
    results: dict[str, object] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for width in (1280, 390):
            for scheme in ("default", "slate"):
                page = browser.new_page(viewport={"width": width, "height": 900})
                view = f"{width} {scheme}"
                results[view] = _measure(page, url, scheme)
                results[f"{view} elsewhere"] = page.evaluate(ELSEWHERE)
                if shots := os.environ.get("SCREENSHOTS"):
                    page.screenshot(path=Path(shots) / f"typeset-{width}-{scheme}.png", full_page=True)
        browser.close()
    server.shutdown()
    server.server_close()
    json.dump(results, sys.stdout)


def _measure(page: Page, url: str, scheme: str) -> object:
    page.goto(url, wait_until="load")
    page.evaluate("scheme => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
    return page.evaluate(MEASURE)


if __name__ == "__main__":
    main(sys.argv[1])

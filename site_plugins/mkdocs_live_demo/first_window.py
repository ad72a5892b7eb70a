"""Which demo a reader sees when the page opens: for that one Python starts at once, before there is a layout."""

import json
import re
from html.parser import HTMLParser

WINDOW = 500  # characters of text that surely leave the demo's head in the first window, also on a phone
_UNREAD = ("svg", "math", "script", "style")
_TAG = "<live-demo "
_LATE = '<script src="{src}" type="late"></script><script>{late}</script>'
_THEME = re.compile(r'<script src="([^"]*assets/javascripts/bundle\.[0-9a-f]+\.min\.js)"></script>')
# `held` keeps what the worker says until the page's own script is there. It must stand before any style sheet: a
# script waits for those above it.
_SCRIPT = """\
<script>(() => {{
  if (navigator.connection?.saveData) return;
  try {{
    const worker = new Worker({address}, {{ type: "module", name: "live-demo" }});
    const held = [];
    worker.onmessage = worker.onerror = (event) => held.push(event);
    performance.mark("live-demo:start");
    globalThis.liveDemoStart = {{ worker, held }};
  }} catch {{}}
}})();</script>"""


def marked(html: str) -> str:
    """Mark the page's first demo if little text stands above it.

    >>> marked('<h1>Lab</h1><live-demo name="lab">')
    '<h1>Lab</h1><live-demo data-start="at-once" name="lab">'
    >>> marked('<p>' + 600 * 'x' + '</p><live-demo name="lab">')[-22:]
    '<live-demo name="lab">'
    """
    above, found, below = html.partition(_TAG)
    if not found or _read(above) > WINDOW:
        return html
    return f'{above}{_TAG}data-start="at-once" {below}'


def _read(html: str) -> int:
    """Count the characters that a reader reads."""
    counter = _Counter()
    counter.feed(html)
    return counter.count


class _Counter(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.count = self.depth = 0

    def handle_starttag(self, tag: str, _attrs: object) -> None:
        self.depth += tag in _UNREAD

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag in _UNREAD

    def handle_data(self, data: str) -> None:
        if not self.depth:
            self.count += len(" ".join(data.split()))


def started(page: str, worker: str, late: str) -> str:
    """Start the worker from the head of a page whose first demo is marked, and let the theme's script wait for it.

    Parameters
    ----------
    page
        The whole HTML.
    worker
        The worker's address, relative to the page.
    late
        The script that loads the theme's.
    """
    if 'data-start="at-once"' not in page:
        return page
    # The same text at each depth but for the address: a policy can name its hash.
    page = page.replace("<head>", "<head>" + _SCRIPT.format(address=json.dumps(worker)), 1)
    return _THEME.sub(lambda theme: _LATE.format(src=theme[1], late=late), page, count=1)

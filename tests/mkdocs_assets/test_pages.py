import json
import re

import pytest

from mkdocs_assets.pages import Place, search_worker, with_joined, with_search_worker

JOINED: dict[tuple[str, ...], str] = {("a.css", "css/b.css"): "assets/site.css"}
CONFIG = '<script id="__config" type="application/json">{}</script>'


def page(*hrefs: str) -> str:
    links = "".join(f'\n  <link rel="stylesheet" href="{href}">' for href in hrefs)
    return f"<!doctype html>\n<html>\n<head>{links}\n</head>\n<body>ä</body></html>"


@pytest.mark.parametrize(
    ("place", "before", "after"),
    [
        (Place("index.html"), ["a.css", "css/b.css"], ["assets/site.css"]),
        (Place("lab/index.html"), ["../a.css", "../css/b.css"], ["../assets/site.css"]),
        (Place("math/heads.html"), ["../x.css", "../a.css", "../css/b.css"], ["../x.css", "../assets/site.css"]),
        (Place("404.html", "/a/b/"), ["/a/b/a.css", "/a/b/css/b.css"], ["/a/b/assets/site.css"]),
        (Place("lab/index.html", "/a%20b/%C3%BC/"), ["../a.css", "../css/b.css"], ["../assets/site.css"]),
        (Place("404.html", "/a%20b/"), ["/a%20b/a.css", "/a%20b/css/b.css"], ["/a%20b/assets/site.css"]),
        (Place("index.html"), ["a.css", "https://host.example/x.css", "css/b.css"], ["assets/site.css", "https://host.example/x.css"]),
    ],
)  # fmt: skip
def test_one_link_stands_for_all(place: Place, before: list[str], after: list[str]) -> None:
    assert with_joined(page(*before), place, JOINED) == page(*after)


@pytest.mark.parametrize(
    ("place", "hrefs"),
    [
        (Place("index.html"), ["a.css"]),
        (Place("index.html"), ["css/b.css", "a.css"]),
        (Place("index.html"), ["a.css", "css/b.css?v=2"]),
        (Place("report/index.html"), ["a.css", "css/b.css"]),  # its own files of these names
        (Place("404.html", "/a/"), ["/b/a.css", "/b/css/b.css"]),
        (Place("index.html"), []),
    ],
)
def test_a_page_of_other_sheets_is_left_alone(place: Place, hrefs: list[str]) -> None:
    assert with_joined(page(*hrefs), place, JOINED) == page(*hrefs)


def test_a_sheet_for_print_alone_is_not_one_of_the_sites() -> None:
    html = page("a.css", "css/b.css").replace('"stylesheet" href="a', '"stylesheet" media="print" href="a')
    assert with_joined(html, Place("index.html"), JOINED) == html


def test_what_a_page_shows_is_not_what_it_links_to() -> None:
    shown = page().replace("ä", '<link rel="stylesheet" href="a.css"><link rel="stylesheet" href="css/b.css">')
    assert with_joined(shown, Place("index.html"), JOINED) == shown


def test_two_runs_are_two_links() -> None:
    joined: dict[tuple[str, ...], str] = {("a.css",): "assets/1.css", ("c.css",): "assets/2.css"}
    html = with_joined(page("a.css", "b.css", "c.css"), Place("index.html"), joined)
    assert html == page("assets/1.css", "b.css", "assets/2.css")


@pytest.mark.parametrize(
    ("place", "named", "address"),
    [
        (Place("lab/index.html"), "../js/w.js", "../search/put-off.js#../js/w.js"),
        (Place("404.html", "/a/"), "/a/js/w.js", "/a/search/put-off.js#../js/w.js"),
    ],
)
def test_the_worker_knows_for_whom_it_stands(place: Place, named: str, address: str) -> None:
    settings = {"base": "..", "note": "</script><script>", "search": named}
    html = f"<p>a</p>{CONFIG.format(json.dumps(settings).replace('<', '\\u003c'))}<p>b</p>"
    assert search_worker(html, place) == "js/w.js"
    made = with_search_worker(html, place, "search/put-off.js", "near()")
    (text,) = re.findall(
        r'<script id="__config" type="application/json">(.*?)</script><script>near\(\)</script>', made
    )
    assert json.loads(text) == settings | {"search": address}
    assert made.startswith("<p>a</p>")
    assert made.endswith("</script><p>b</p>")


@pytest.mark.parametrize(
    "html",
    ["<p>no theme's page</p>", CONFIG.format("{}"), CONFIG.format('{"search": "https://host.example/w.js"}')],
)
def test_a_page_without_a_search_of_its_own_has_no_worker(html: str) -> None:
    assert search_worker(html, Place("index.html")) is None

"""What the built pages point at is there: links, their anchors, images and their texts, the sitemap."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from tests.browser.server import SiteServer

ADDRESSES = {
    "a": "href",
    "area": "href",
    "link": "href",
    "script": "src",
    "img": "src",
    "source": "src",
    "use": "href",
}


class Read(HTMLParser):
    """The addresses, ids, and images of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.nameless: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag points at and what it is called."""
        named = {name: value or "" for name, value in attrs}
        if tag in ADDRESSES and ADDRESSES[tag] in named:
            self.addresses.append(named[ADDRESSES[tag]])
        if "id" in named:
            self.ids.append(named["id"])
        hidden = named.get("aria-hidden") == "true" or named.get("alt") == ""
        if (tag == "img" or named.get("role") == "img") and not hidden:
            told = named.get("alt") or named.get("aria-label") or named.get("aria-labelledby")
            self.nameless += [] if told else [self.get_starttag_text() or tag]


@cache
def read(page: Path) -> Read:
    """Read a page once."""
    found = Read()
    found.feed(page.read_text("utf-8"))
    return found


def pages(site: SiteServer) -> dict[str, Path]:
    """All pages by their address."""
    files = sorted(site.folder.rglob("*.html"))
    return {site.url + f.relative_to(site.folder).as_posix().removesuffix("index.html"): f for f in files}


def dead(site: SiteServer, at: str, address: str, known: dict[str, Path]) -> bool:
    """Whether an address leads to a file of this site that is not there, or to no place in its page."""
    whole = urljoin(at, address)
    if not whole.startswith(site.url):
        return urlsplit(whole).scheme not in {"https", "mailto", "data"}
    path, _, anchor = whole.partition("#")
    target = site.folder / unquote(urlsplit(path).path.removeprefix(site.prefix))
    target = target / "index.html" if target.is_dir() else target
    if not target.is_file():
        return True
    return bool(anchor) and target in known.values() and unquote(anchor) not in read(target).ids


def test_every_script_and_sheet_has_a_hash_in_its_address(site: SiteServer) -> None:
    paths = [f.relative_to(site.folder).as_posix() for f in site.folder.rglob("*") if f.suffix in {".js", ".css"}]
    assert len(paths) > 20
    # A service worker keeps its address: that is how browsers find the next one.
    assert [path for path in paths if not re.search(r"[-.][0-9a-f]{8,12}[./]", path)] == ["service-worker.js"]


def test_every_link_leads_somewhere(site: SiteServer) -> None:
    known = pages(site)
    assert len(known) > 30
    checked = [(at, address) for at, page in known.items() for address in read(page).addresses]
    assert len(checked) > 3000
    assert sum("#" in address for _, address in checked) > 1000
    assert sorted({(at, address) for at, address in checked if dead(site, at, address, known)}) == []


@pytest.mark.parametrize("address", ["nowhere/", "lab/#nowhere", "css/none.css", "javascript:void(0)"])
def test_a_dead_link_is_found(site: SiteServer, address: str) -> None:
    assert dead(site, site.url, address, pages(site))
    assert not dead(site, site.url, "lab/#a-puzzle", pages(site))


def test_every_image_says_what_it_shows(site: SiteServer) -> None:
    assert {at: read(page).nameless for at, page in pages(site).items() if read(page).nameless} == {}
    found = Read()
    found.feed('<img src="a.png"><svg role="img"></svg><img alt="" src="b.png"><img alt="B" src="b.png">')
    assert found.nameless == ['<img src="a.png">', '<svg role="img">']


def test_named_parts_of_a_page_are_there(site: SiteServer) -> None:
    named = re.compile(r'\s(?:aria-(?:labelledby|describedby|controls)|for)="([^"]+)"')
    for page in pages(site).values():
        wanted = {name for names in named.findall(page.read_text("utf-8")) for name in names.split()}
        assert wanted - set(read(page).ids) == set(), page


def test_the_sitemap_has_every_page(site: SiteServer) -> None:
    listed = re.findall(r"<loc>([^<]+)</loc>", (site.folder / "sitemap.xml").read_text("utf-8"))
    assert sorted(listed) == sorted(at for at in pages(site) if not at.endswith("/404.html"))

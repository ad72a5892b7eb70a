"""Visits to a page in a real engine, as a new reader makes them and as one who comes again."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.engines import Driver, engine

IN_PAGE = Path(__file__).parent / "in_page"
REST = 1.0  # seconds for what a browser does after its start, and for its cache to be written


@dataclass(frozen=True)
class Subject:
    """A page to be measured: where it is, on our server or anywhere, and how it says that its result is there."""

    name: str
    path: str
    ready: str  # mark:NAME or a selector
    restart: str = ""  # the script that ends its worker and waits for the next


OURS = Subject("ours", "lab/", "mark:live-demo:ready", "restart")
STOCK = Subject("stock", "stock/", "mark:stock:ready", "restart_stock")


def route(browser: Driver) -> str:
    """By which way Python has started in our page, where the page says so."""
    said = browser.run("return performance.getEntriesByName('live-demo:python')[0]?.detail ?? null")
    return str(said["route"]) if said else "files"


def body(script: str) -> str:
    """A script of `in_page/`."""
    return (IN_PAGE / f"{script}.js").read_text(encoding="utf-8")


@contextmanager
def reader(name: str) -> Iterator[Driver]:
    """A browser that has never been anywhere."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, engine(name, Path(folder)) as browser:
        time.sleep(REST)
        yield browser


def visit(browser: Driver, url: str, ready: str) -> float:
    """Milliseconds from navigation until the page is ready."""
    browser.go(url)
    return float(browser.run(body("ready"), ready))


def visit_again(browser: Driver, url: str, ready: str) -> float:
    """Leave, and come back."""
    time.sleep(REST)
    browser.go("about:blank")
    return visit(browser, url, ready)


def visits(browser: Driver, url: str, subject: Subject) -> dict[str, Any]:
    """Three visits, then a restart. In Chromium also the first visit's longest task and shifts of the layout."""
    found: dict[str, Any] = {"cold": visit(browser, url, subject.ready)}
    if browser.name == "chromium":
        found |= browser.run(body("entries"))
    found["second"] = visit_again(browser, url, subject.ready)
    found["third"] = visit_again(browser, url, subject.ready)
    if subject.restart:
        found["restart"] = float(browser.run(body(subject.restart)))
    return found

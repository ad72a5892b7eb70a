"""How long a reader waits for a live demo, beside a bare Pyodide worker: python -m bench.startup [--rounds 7]

Both come from one server and hold the same Python. Rounds alternate between them, each with a new browser, in each
engine that is installed. `--peer URL --ready SELECTOR` measures any other page as well; a peer on 127.0.0.1 also
has the slow links.
"""

import argparse
import json
import os
import signal
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from bench import tables
from bench.link import Link
from bench.measured import RESULTS, write
from bench.serving import Server, stock_folders
from bench.site import build
from bench.visits import OURS, STOCK, Subject, reader, route, visit, visits
from bench.wire import by_kind
from mkdocs_pyodide.lock import read_lock
from tools.engines import ENGINES, EngineError, MissingEngineError

LATENCY = 0.04  # seconds for a round trip

Samples = dict[tuple[str, str, str, str], list[float]]  # by engine, link, subject and measure


def main() -> None:
    options = _options()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the browsers end, too
    with ExitStack() as stack:
        site = options.site or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(Server({"/": site, **stock_folders()}))
        if not options.site:
            build(site, server.url)
        server.warm()
        bench = Bench(server, options)
        try:
            bench.run()
        except KeyboardInterrupt:
            sys.exit(f"{tables.startup(bench.result())}\nstopped: no result file is written")
    before = json.loads((RESULTS / "startup.json").read_text("utf-8"))
    write("startup", tables.with_others(bench.result(), before), show=False)
    print(tables.startup(bench.result()))
    if bench.failures:
        sys.exit("\n".join(["expected every visit to succeed / found:", *bench.failures]))


class Bench:
    """Visits in rounds, and what came of them."""

    def __init__(self, server: Server, options: argparse.Namespace) -> None:
        self.server, self.options = server, options
        self.load = os.getloadavg()[0]
        self.samples: Samples = defaultdict(list)
        self.routes: dict[str, Counter[str]] = defaultdict(Counter)
        self.versions: dict[str, str] = {}
        self.failures: list[str] = []
        self.engines = list(options.engines)
        self.subjects = [OURS, STOCK]
        if options.peer:
            self.subjects.append(Subject("peer", options.peer, options.ready))
        self.more: dict[str, Any] = {"bytes": {}}

    def run(self) -> None:
        """All rounds."""
        for number in range(self.options.rounds):
            tables.tell(f"round {number + 1} of {self.options.rounds}")
            for engine in list(self.engines):
                for link in ("none", *self.options.links):
                    for subject in self.subjects[:: -1 if number % 2 else 1]:
                        self._guarded(engine, partial(self._visits, engine, link, subject))

    def result(self) -> dict[str, Any]:
        """What goes into the result file."""
        return {
            "browsers": self.versions,
            "routes": {engine: dict(counts) for engine, counts in self.routes.items()},
            "pyodide": read_lock().pyodide,
            "load": [round(load, 1) for load in (self.load, os.getloadavg()[0])],  # before and after
            "rounds": self.options.rounds,
            "round_trip_ms": LATENCY * 1000,
            "medians": tables.medians(self.samples),
            **self.more,
        }

    def _guarded(self, engine: str, work: Callable[[], object]) -> None:
        """A visit that fails is told at the end; an engine that is not there is left out."""
        try:
            work()
        except MissingEngineError as error:
            tables.tell(f"without {engine}: {error}")
            if engine in self.engines:
                self.engines.remove(engine)
        except EngineError as error:
            self.failures.append(f"{engine}: {error}")

    def _visits(self, engine: str, link: str, subject: Subject) -> None:
        if engine not in self.engines:
            return
        for url in self._url(link, subject):
            with reader(engine) as browser:
                self.versions[engine] = browser.version
                before = len(self.server.sent)
                found = (
                    visits(browser, url, subject)
                    if link == "none"
                    else {"cold": visit(browser, url, subject.ready)}
                )
                if subject is OURS:
                    self.routes[engine][route(browser)] += 1
            tables.tell(f"{engine}, link {link}, {subject.name}: {tables.in_words(found)}")
            for measure, value in found.items():
                self.samples[engine, link, subject.name, measure].append(value)
            sent = self.server.sent[before:]
            if link == "none" and sent and engine == "chromium":
                end = sent[0].at + found["cold"] / 1000
                self.more["bytes"][subject.name] = by_kind(answer for answer in sent if answer.at <= end)

    def _url(self, link: str, subject: Subject) -> Iterator[str]:
        """The subject's address at the end of the link, if the link can reach it."""
        url = urljoin(self.server.url, subject.path)
        host = urlsplit(url)
        if link == "none":
            yield url
        elif host.scheme == "http" and host.hostname in {"127.0.0.1", "localhost"}:
            with Link(host.port or 80, float(link) * 1e6, LATENCY) as slow:
                yield host._replace(netloc=urlsplit(slow.url).netloc).geturl()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--engines", nargs="+", default=ENGINES, choices=ENGINES)
    parser.add_argument("--links", nargs="*", default=["100", "20"], help="Mbit/s")
    parser.add_argument("--site", type=Path, help="a built site")
    parser.add_argument("--peer", metavar="URL", help="another page to put beside ours")
    parser.add_argument("--ready", metavar="SELECTOR", help="matches in the peer's page when its result is shown")
    options = parser.parse_args()
    if bool(options.peer) != bool(options.ready):
        parser.error("--peer and --ready go together")
    return options


if __name__ == "__main__":
    main()

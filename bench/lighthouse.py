"""Lighthouse's marks for every page, mobile, behind a server with gzip: python -m bench.lighthouse [--runs 5]

The median of the runs counts. Beside a page stand the audits that cost it points. Performance is reported and
depends on the machine; the other marks must be 100. For them one load is enough: `--rules --runs 1`.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.measured import require, write
from bench.serving import Server
from bench.site import build
from tools.find_browser import find

HERE = Path(__file__).parent
BIN = HERE.parent / ".venv" / "bin"
PROGRAM = HERE / "node_modules" / "lighthouse" / "cli" / "index.js"
RULES = ("accessibility", "best-practices", "seo")  # each promised to be 100
TRIES = 3  # on a busy machine the browser may not answer in time
TIMES = {
    "first-contentful-paint": ("fcp_ms", None),
    "largest-contentful-paint": ("lcp_ms", None),
    "total-blocking-time": ("tbt_ms", None),
    "cumulative-layout-shift": ("shift", 4),
}


def main() -> None:
    options = _options()
    install()
    wanted = RULES if options.rules else ("performance", *RULES)
    pages, version = {}, ""
    with tempfile.TemporaryDirectory() as folder, Server({"/": Path(folder)}) as server:
        build(Path(folder), server.url)
        server.warm()
        for page in options.pages or sorted(_addresses(Path(folder))):
            runs = [audit(server.url + page, wanted) for _ in range(options.runs)]
            version = runs[0]["lighthouseVersion"]
            pages[page or "/"] = summary(runs)
            print(_line(page or "/", pages[page or "/"]), flush=True)
    measured = {"lighthouse": version, "profile": "mobile", "runs": options.runs, "pages": pages}
    if not options.pages:
        write("lighthouse", measured, show=False)
    low = [f"{page} {name} {marks[name]}" for page, marks in pages.items() for name in _low(marks)]
    require(not low, f"100 for {', '.join(RULES)}", ", ".join(low))


def _addresses(site: Path) -> Iterator[str]:
    """The paths of all pages below the site's root."""
    for file in site.rglob("index.html"):
        where = file.parent.relative_to(site).as_posix()
        yield "" if where == "." else f"{where}/"


def install() -> None:
    """Bring Lighthouse, once; `make setup` does without it."""
    stamp = HERE / "node_modules" / ".package-lock.json"
    if not stamp.is_file() or stamp.stat().st_mtime < (HERE / "package-lock.json").stat().st_mtime:
        print("lighthouse: installing bench/package-lock.json into bench/node_modules", file=sys.stderr)
        subprocess.run(
            [str(BIN / "npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=HERE, check=True
        )


def audit(url: str, categories: tuple[str, ...]) -> Any:
    """Lighthouse's report of one load, with a new profile."""
    flags = "--headless=new --no-sandbox --disable-background-networking --disable-component-update"
    wanted = ["--output=json", "--quiet", f"--only-categories={','.join(categories)}", f"--chrome-flags={flags}"]
    environment = os.environ | {"CHROME_PATH": find(dict(os.environ)), "CI": "1"}
    command = [str(BIN / "node"), str(PROGRAM), url, *wanted]
    for _ in range(TRIES):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return json.loads(done.stdout)
    sys.exit(f"lighthouse {url}: {done.stderr.strip()[-2000:]}")


def summary(runs: list[Any]) -> dict[str, Any]:
    """Medians of the marks, of the times behind them, and the audits that cost points in the last run."""
    last = runs[-1]
    marks: dict[str, Any] = {
        name: round(100 * statistics.median(run["categories"][name]["score"] or 0 for run in runs))
        for name in last["categories"]
    }
    for name, (short, places) in TIMES.items():
        if name in last["audits"]:
            marks[short] = round(statistics.median(run["audits"][name]["numericValue"] for run in runs), places)
    marks["costly"] = sorted(
        reference["id"]
        for name in last["categories"]
        for reference in last["categories"][name]["auditRefs"]
        if reference["weight"]
        and (last["audits"][reference["id"]]["score"] or 0) < 0.9
        and last["audits"][reference["id"]]["scoreDisplayMode"] not in {"notApplicable", "manual", "informative"}
    )
    return marks


def _low(marks: dict[str, Any]) -> list[str]:
    return [name for name in RULES if marks[name] < 100]


def _line(page: str, marks: dict[str, Any]) -> str:
    figures = "  ".join(f"{name} {mark}" for name, mark in marks.items() if name != "costly")
    return f"{page:32} {figures}  {' '.join(marks['costly'])}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--rules", action="store_true", help="without performance")
    parser.add_argument(
        "--pages", nargs="*", metavar="PATH", help="such as lab/; without it, all, and a result file"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()

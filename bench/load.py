"""200 readers at once: python -m bench.load

Plain nginx serves the files that a first visit of the lab asks for, to 200 connections that each ask for one after
the other; and, in turn with that, one file of their mean size. wrk asks; both are Debian packages.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.measured import require, write
from bench.serving import Server
from bench.site import build
from bench.visits import OURS, reader, visit
from tools.nginx import Nginx, nginx

READERS, SECONDS, ROUNDS = 200, 5, 5
SINGLE = "one-file.bin"

# Each of wrk's threads begins elsewhere in the list, so that all files are asked for at any time.
SCRIPT = """
local paths = { %s }
local threads = 0
function setup(thread) thread:set("at", threads * math.floor(#paths / 2)); threads = threads + 1 end
function request() at = at %% #paths + 1; return wrk.format("GET", paths[at]) end
function done(summary)
  local e = summary.errors
  io.write(string.format('{"requests": %%d, "seconds": %%f, "errors": %%d}\\n', summary.requests,
    summary.duration / 1e6, e.connect + e.read + e.write + e.status + e.timeout))
end
"""


def main() -> None:
    program = shutil.which("wrk")
    if program is None:
        sys.exit("expected wrk / found none / hint apt-get install wrk nginx-light")
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder)
        with Server({"/": site}, encodings=()) as server:
            build(site, server.url)
            paths = asked(server)
        sizes = [_file(site, path).stat().st_size for path in paths]
        (site / SINGLE).write_bytes(os.urandom(round(statistics.mean(sizes))))
        with nginx(site, workers=os.cpu_count() or 1) as host:
            rounds = [(load(program, host, paths), load(program, host, [SINGLE])) for _ in range(ROUNDS)]
            require(host.log() == "", "nothing in nginx's error log", host.log())
    errors = sum(found["errors"] for pair in rounds for found in pair)
    rates = [[found["requests"] / found["seconds"] for found in pair] for pair in rounds]
    made = subprocess.run([program, "-v"], capture_output=True, text=True, check=False).stdout.split()[1]
    write(
        "load",
        {
            "wrk": made,
            "readers": READERS,
            "rounds": ROUNDS,
            "files": len(paths),
            "bytes": sum(sizes),
            "requests": sum(pair[0]["requests"] for pair in rounds),
            "errors": errors,
            "lab_per_second": round(statistics.median(lab for lab, _ in rates)),
            "one_file_per_second": round(statistics.median(one for _, one in rates)),
            "ratio": round(statistics.median(lab / one for lab, one in rates), 2),
        },
    )
    require(errors == 0, "no error", f"{errors}")


def asked(server: Server) -> list[str]:
    """The paths that a first visit of the lab asks for, without a copy that was broken off for its packed one."""
    with reader("chromium") as browser:
        visit(browser, server.url + OURS.path, OURS.ready)
    paths = {sent.path.lstrip("/") for sent in server.sent if server.find(sent.path)}
    return sorted(path for path in paths if f"{path}.gz" not in paths)


def _file(site: Path, path: str) -> Path:
    return site / path / "index.html" if path.endswith("/") or not path else site / path


def load(program: str, host: Nginx, paths: Sequence[str]) -> dict[str, Any]:
    """Ask for files for a few seconds; how many were answered, and how many not as they should."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua", encoding="utf-8") as script:
        script.write(SCRIPT % ", ".join(json.dumps(f"/{path}") for path in paths))
        script.flush()
        ways = ["--threads", "2", "--connections", str(READERS), "--duration", f"{SECONDS}s", "--timeout", "30s"]
        command = [program, *ways, "--script", script.name, host.url]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


if __name__ == "__main__":
    main()

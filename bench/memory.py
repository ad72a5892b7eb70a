"""The memory of Chromium's renderers, from Linux's /proc."""

import time
from pathlib import Path

from bench.visits import OURS, body, reader, visit
from tools.engines.chromium import Chromium
from tools.engines.webdriver import Driver

SETTLED = 3.0  # seconds
LOOKS = 7  # the allocator gives back what is free after a while
PAGES = 20


def measure(root: str) -> dict[str, float]:
    """Megabytes with the lab live, and after twenty more pages in the same tab."""
    with reader("chromium") as browser:
        visit(browser, root + OURS.path, OURS.ready)
        one = held(browser)
        browser.run(body("walk"), PAGES)
        return {"one_page": round(one / 1e6), "after_20_pages": round(held(browser) / 1e6)}


def held(browser: Driver) -> int:
    """The least of a few looks at the renderers, each after a collection: rubbish is not held."""
    looks = []
    for _ in range(LOOKS):
        if isinstance(browser, Chromium):
            browser.collect()
        time.sleep(SETTLED)
        looks.append(renderers(browser.profile))
    return min(looks)


def renderers(profile: Path) -> int:
    """Bytes that the renderers of the browser with this profile hold; what processes share is split among them."""
    parents, commands = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[folder.name] = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            commands[folder.name] = (folder / "cmdline").read_text()
        except OSError:  # it has ended
            continue
    ours = {number for number, command in commands.items() if f"--user-data-dir={profile}" in command}
    while more := {number for number, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(_share(number) for number in ours if _draws_pages(commands[number]))


def _draws_pages(command: str) -> bool:
    """Chromium draws its own toolbar by a renderer too."""
    return "--type=renderer" in command and "--top-chrome-webui" not in command


def _share(process: str) -> int:
    text = Path("/proc", process, "smaps_rollup").read_text()
    return 1024 * next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:"))

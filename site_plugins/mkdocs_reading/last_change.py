"""When a page last changed, as git remembers it."""

import datetime
import subprocess
from pathlib import Path

UNKNOWN = datetime.date(1970, 1, 1)
"""Stands for the day that can't be told, where MkDocs needs one: it dates the compressed sitemap by its pages."""


def last_changes(folder: Path) -> dict[Path, datetime.date]:
    """The day of the last commit of each file below `folder`, by absolute path.

    Empty where it can't be told: no git, no repository, or a shallow clone, in which every file seems to come
    from the one commit that is there.
    """
    try:
        if _git(folder, "rev-parse", "--is-shallow-repository").strip() != "false":
            return {}
        top = Path(_git(folder, "rev-parse", "--show-toplevel").strip())
        log = _git(folder, "-c", "core.quotePath=off", "log", "--format=:%cs", "--name-only", "--", ".")
    except (OSError, subprocess.CalledProcessError):
        return {}
    return {top / name: day for name, day in parse(log).items()}


def parse(log: str) -> dict[str, datetime.date]:
    r"""Read `git log --format=:%cs --name-only`, newest first.

    >>> parse(":2026-02-01\n\na.md\n:2026-01-01\n\na.md\nb.md\n")
    {'a.md': datetime.date(2026, 2, 1), 'b.md': datetime.date(2026, 1, 1)}
    """
    days: dict[str, datetime.date] = {}
    day = datetime.date.min
    for line in log.splitlines():
        if line.startswith(":"):
            day = datetime.date.fromisoformat(line[1:])
        elif line:
            days.setdefault(line, day)
    return days


def spoken(day: datetime.date) -> str:
    """The date as it is written on the page.

    >>> spoken(datetime.date(2026, 11, 9))
    '9 November 2026'
    """
    return f"{day.day} {day:%B %Y}"


def known_only(sitemap: str) -> str:
    """Drop the days that can't be told.

    >>> known_only("<loc>a</loc><lastmod>1970-01-01</lastmod> <loc>b</loc><lastmod>2026-02-01</lastmod>")
    '<loc>a</loc> <loc>b</loc><lastmod>2026-02-01</lastmod>'
    """
    return sitemap.replace(f"<lastmod>{UNKNOWN.isoformat()}</lastmod>", "")


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8").stdout  # noqa: S603

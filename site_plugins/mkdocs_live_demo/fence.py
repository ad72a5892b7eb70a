"""From a fenced block to the HTML of a demo. Errors name the thing and the cause; the plugin adds the page."""

import difflib
import itertools
from dataclasses import dataclass, field
from pathlib import Path

from live_demo import demo as demos
from live_demo.demo import Demo
from live_demo.errors import DemoError
from live_demo.tracebacks import own_frames, place
from mkdocs_live_demo.checks import check_view
from mkdocs_live_demo.request import DemoRequest, parse
from mkdocs_live_demo.widget import widget


@dataclass
class Page:
    """The page being written: where it is, and the keys of the demos on it so far."""

    path: str
    keys: set[str] = field(default_factory=set)

    def key(self, name: str) -> str:
        """The name of this occurrence in the URL: `lab`, then `lab-2`."""
        numbered = (f"{name}-{n}" for n in itertools.count(2))
        key = next(k for k in itertools.chain([name], numbered) if k not in self.keys)
        self.keys.add(key)
        return key


def render(source: str, page: Page, folder: Path) -> str:
    """The widget for one block. Raises DemoError, on one line, for everything that can be wrong with it."""
    request = parse(source)
    known = names(folder)
    public = request.name.replace("_", "-")
    if public not in known:
        near = difflib.get_close_matches(public, known, n=1)
        raise DemoError(
            f"live-demo {request.name!r}",
            expected=f"a demo in {folder.name}/ ({', '.join(known) or 'there is none yet'})",
            found="no such module",
            hint=f"did you mean {near[0]!r}?" if near else "",
        )
    try:
        return _render(request, page, demos.load(public))
    except DemoError as error:
        what, expected, found, hint = map(_one_line, (error.what, error.expected, error.found, error.hint))
        raise DemoError(f"live-demo {public!r}, {what}", expected=expected, found=found, hint=hint) from None
    except (Exception, SystemExit) as error:
        said = _one_line(f"{type(error).__name__}: {getattr(error, 'msg', error)}").rstrip(": ")
        raise DemoError(f"live-demo {public!r}", expected="a view", found=said, hint=_where(error)) from error


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _where(error: BaseException) -> str:
    if isinstance(error, SyntaxError) and error.filename:  # it has not run, so no frame tells its place
        return f"{_with_folder(error.filename)}, line {error.lineno}: {(error.text or '').strip()}"
    frames = own_frames(error.__traceback__, demos.PACKAGE)
    return f"{place(frames[-1], demos.PACKAGE)}: {frames[-1].line}" if frames else "outside the demo"


def _with_folder(filename: str) -> str:
    path = Path(filename)
    return f"{path.parent.name}/{path.name}"


def names(folder: Path) -> list[str]:
    """The demos of a folder: its modules, less those that start with an underscore, and hidden files."""
    files = (p for p in folder.glob("*.py") if not p.name.startswith(("_", ".")) and p.is_file())
    return sorted(p.stem.replace("_", "-") for p in files)


def _render(request: DemoRequest, page: Page, demo: Demo) -> str:
    demo.check_start(request.values)
    values = demo.initial() | dict(request.values)
    view = demo.view(values)
    check_view(demo, view)
    for question in demo.prediction.questions if demo.prediction else ():
        check_view(demo, demo.view(values | dict(question)))
    return widget(demo, page.key(demo.name), values, view)

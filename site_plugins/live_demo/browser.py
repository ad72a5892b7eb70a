"""The browser's side: one question in, one answer out, both as JSON. The worker calls nothing else.

A question names a demo and its control values. Each answer is a frame; a demo that is not a generator gives one.
"""

import json
from collections.abc import Iterator
from typing import Any

from live_demo import demo as demos
from live_demo.errors import DemoError
from live_demo.files import NotFetchedError, without_waiting
from live_demo.tracebacks import own_traceback
from live_demo.views.view import View

_loaded: dict[str, demos.Demo] = {}


class Answers:
    """The frames of one question, one at a time."""

    def __init__(self, name: str, values: str) -> None:
        self._frames = self._run(name, json.loads(values))

    def next(self) -> str:
        """The next answer: `{html, progress}`, `{done: true}`, or what went wrong.

        That is `{message, traceback}`, with `{missing}` for a module or `{file, what}` for a file to fetch.
        """
        try:
            with without_waiting():
                frame = next(self._frames, None)
            return json.dumps(
                {"done": True} if frame is None else {"html": frame.html(), "progress": frame.progress}
            )
        except NotFetchedError as error:
            return json.dumps({"file": error.name, "what": error.called, **_failure(error)})
        except ImportError as error:
            return json.dumps({"missing": error.name or "", **_failure(error)})
        except BaseException as error:  # a demo that calls sys.exit() must not end the worker
            return json.dumps(_failure(error))

    @staticmethod
    def _run(name: str, values: dict[str, Any]) -> Iterator[View]:
        if name not in _loaded:
            _loaded[name] = demos.load(name)
        yield from _loaded[name].frames(values)


def _failure(error: BaseException) -> dict[str, str]:
    plain = isinstance(error, (ValueError, DemoError))
    message = str(error) if plain and str(error) else f"{type(error).__name__}: {error}".rstrip(": ")
    return {"message": message, "traceback": own_traceback(error, demos.PACKAGE)}

"""The first line of a cell: what the author may write, and what is refused by name."""

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from live_demo.errors import DemoError

LANGUAGE = "python"
LIVE = "live"
DEFAULT_SESSION = "page"
MARKS = ("setup", "readonly", "echo")
TEXTS = ("session", "expected", "raises")
# Taken as well, so that they can be refused: Markdown would show them as text or as plain code.
SPELLINGS = (LANGUAGE, "py", "python3", "py3", "Python", "PYTHON", "Py")
WRONG = ("live", "live-python", "live_python", "python-live", "python_live", "live-code", "live_code", "livecode")
LEFTOVER = re.compile(
    r"^[ \t]*((?:`{3,}|~{3,})[ \t]*\{?[ \t]*\.?(?:py(?:thon)?3?|live|livecode)(?![\w-]).*)$",
    re.IGNORECASE | re.MULTILINE,
)
EXAMPLE = '```python live session="a" expected="0.87"'
_ESCAPES = {r"\n": "\n", r"\t": "\t", r"\\": "\\"}


@dataclass(frozen=True)
class CellRequest:
    """A cell as its author wrote it. `expected` and `raises` are None where nothing is asked for.

    `message` and `flags` are those of an example in a docstring: what its error says, and the flags of doctest by
    which its output is compared.
    """

    code: str
    session: str = DEFAULT_SESSION
    setup: bool = False
    readonly: bool = False
    echo: bool = False
    expected: str | None = None
    raises: str | None = None
    message: str | None = None
    flags: int | None = None

    @property
    def kind(self) -> str:
        """What it is called; its number follows."""
        return "set-up" if self.setup else "cell" if self.flags is None else "example"


def take(language: str, inputs: Mapping[str, Any], options: dict[str, Any], _attrs: Any, _md: Any) -> bool:
    """SuperFences' validator: take a block of Python that is meant to run, with all its options.

    >>> [take("python", {name: name}, {}, {}, None) for name in ("live", "Live", "title")]
    [True, True, False]
    """
    options.update({k: k if v is None else v for k, v in inputs.items()})  # None: a word in an attribute list
    return language in WRONG or any(name.lower() == LIVE for name in inputs)


def parse(source: str, language: str, options: Mapping[str, Any], marks: Sequence[str] = ()) -> CellRequest:
    r"""Read a block's first line. `options` maps each word to itself or to its value, as SuperFences gives them.

    >>> parse("1 + 1", "python", {"live": "live", "expected": r"2\n"}) == CellRequest("1 + 1", expected="2\n")
    True
    """
    if language != LANGUAGE:
        raise DemoError("a cell", expected=EXAMPLE, found=f"```{language}")
    for name, value in options.items():
        _check(name, value)
    if LIVE not in options:
        raise DemoError("a cell", expected=f"the word `{LIVE}`", found=" ".join(options))
    if any(marks):
        raise DemoError("a cell", expected="no id and no class", found=" ".join(filter(None, marks)))
    if not source.strip():
        raise DemoError("a cell", expected="code", found="an empty block")
    texts = {name: _unescaped(str(options[name])) for name in TEXTS if name in options}
    return CellRequest(source.strip("\n"), **{name: name in options for name in MARKS}, **texts)  # type: ignore[arg-type]


def check_leftovers(text: str) -> None:
    """Refuse the text of a page on which a block of Python has become text: its first line was not understood."""
    if left := LEFTOVER.search(text):
        hint = "values stand in quotes, and the block ends with ```"
        raise DemoError("a cell", expected=f"a first line such as {EXAMPLE}", found=repr(left[1]), hint=hint)


def _check(name: str, value: Any) -> None:
    known = (LIVE, *MARKS, *TEXTS)
    if name not in known:
        near = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]}?" if near else ""
        raise DemoError("a cell", expected=f"the options {', '.join(known)}", found=repr(name), hint=hint)
    if name in TEXTS and (value == name or not value):
        raise DemoError("a cell", expected=f'{name}="…"', found=f"{name} without a value")
    if name not in TEXTS and value != name:
        raise DemoError("a cell", expected=f"the word {name} alone", found=f'{name}="{value}"')
    if name == "session" and not re.fullmatch(r"[\w-]+", value):
        raise DemoError("a cell", expected="a session's name of letters, digits and hyphens", found=repr(value))
    if name == "raises" and not value.isidentifier():
        raise DemoError(
            "a cell", expected='the name of an exception, as in raises="ValueError"', found=repr(value)
        )


def _unescaped(text: str) -> str:
    return re.sub(r"\\[nt\\]", lambda found: _ESCAPES[found[0]], text)

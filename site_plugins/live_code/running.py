"""One run of a cell: compile, run, show the last value or every one, explain what went wrong."""

import ast
import contextlib
import io
import sys
import tokenize
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

from live_code import limits
from live_code.faults import WIDE, explained, line_of
from live_code.fetching import catch_up
from live_code.meanings import shortened
from live_code.output import Emit, Output, Stream
from live_code.session import Session
from live_code.values import shown

_HERE = str(Path(__file__).parent)


def run_cell(session: Session, name: str, code: str, emit: Emit, *, echo: bool = False) -> dict[str, Any]:
    """Run code and return whether it went well; see `browser.run`."""
    output = Output(emit)
    session.remember(name, code)
    catch_up()
    with session.entered(), _instead_of_the_terminal(output):
        traced = sys.gettrace(), sys.getprofile()
        try:
            try:
                (_echo if echo else _execute)(session, name, code)
            finally:  # right here: what a cell set would follow every call below
                sys.settrace(traced[0])
                sys.setprofile(traced[1])
        except BaseException as error:  # a cell that calls sys.exit() must not end the worker
            fault: BaseException | None = limits.in_plain_words(error)
        else:
            fault = None
    if fault is None:
        output.flush()
        return {"ok": True}
    output.explain(explained(fault, name, session.sources))
    missing = fault.name if type(fault) is NameError else None
    failed = {"ok": False, "line": line_of(fault, name), "missing": missing, "error": type(fault).__name__}
    return {**failed, "message": f"{type(fault).__name__}: {_said(fault)}".rstrip(": ")}


def _said(fault: BaseException) -> str:
    try:
        return shortened(" ".join(str(getattr(fault, "msg", None) or fault).split()), WIDE)
    except Exception:  # the reader's own exception may have any __str__
        return ""


def _execute(session: Session, name: str, code: str) -> None:
    limits.refuse_loops(code)
    body, last = _compiled(code, name)
    exec(body, session.namespace)  # noqa: S102  running the code is what a cell is for
    if last is not None:
        value = eval(last, session.namespace)  # noqa: S307
        if not _silenced(code):
            sys.displayhook(value)


def _echo(session: Session, name: str, code: str) -> None:
    """Run code as if each statement were entered at a prompt."""
    limits.refuse_loops(code)
    entered = ast.Interactive(ast.parse(code, name).body)
    exec(compile(entered, name, "single", dont_inherit=True), session.namespace)  # noqa: S102


def _compiled(code: str, name: str) -> tuple[CodeType, CodeType | None]:
    """The statements, and the expression at the end whose value is shown."""
    tree = ast.parse(code, name)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        return compile(tree, name, "exec", dont_inherit=True), None
    del tree.body[-1]
    body = compile(tree, name, "exec", dont_inherit=True)
    return body, compile(ast.Expression(last.value), name, "eval", dont_inherit=True)


def _silenced(code: str) -> bool:
    """Whether the last line ends with a semicolon."""
    ignored = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER, tokenize.DEDENT}
    tokens = [t for t in tokenize.generate_tokens(io.StringIO(code).readline) if t.type not in ignored]
    return bool(tokens) and tokens[-1].string == ";"


@contextlib.contextmanager
def _instead_of_the_terminal(output: Output) -> Iterator[None]:
    """Give the cell streams and a display of its own, and take them back whatever it did to them."""

    def show(value: object) -> None:
        if value is not None:
            output.show(*shown(value))

    before = sys.stdout, sys.stderr, sys.stdin, sys.displayhook, sys.breakpointhook
    sys.stdout, sys.stderr = Stream(output, "stdout"), Stream(output, "stderr")
    sys.stdin, sys.displayhook, sys.breakpointhook = limits.NoKeyboard(), show, limits.no_debugger
    limits.watch.begin(output.flush)
    try:
        with _warnings_without_the_runner():
            yield
    finally:
        limits.watch.end()
        sys.stdout, sys.stderr, sys.stdin, sys.displayhook, sys.breakpointhook = before


@contextlib.contextmanager
def _warnings_without_the_runner() -> Iterator[None]:
    """Name no place of a warning that comes up between the cell's lines, as of a coroutine that nobody awaited."""
    before = warnings.formatwarning

    def formatted(
        message: Warning | str, category: type[Warning], filename: str, lineno: int, line: str | None = None
    ) -> str:
        if filename.startswith(_HERE):
            return f"{category.__name__}: {message}\n"
        return before(message, category, filename, lineno, line)

    warnings.formatwarning = formatted
    try:
        yield
    finally:
        if warnings.formatwarning is formatted:  # else the cell has its own
            warnings.formatwarning = before

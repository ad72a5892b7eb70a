"""What is demanded of a cell's run. Each failure is one line that names the cell, and its line if there is one."""

from doctest import IGNORE_EXCEPTION_DETAIL, OutputChecker

from live_code.parts import Part, joined, plain
from live_demo.errors import DemoError
from mkdocs_live_demo.cells.page import Cell
from mkdocs_live_demo.cells.pieces import Block, Piece, settled
from mkdocs_live_demo.cells.processes import Run
from mkdocs_live_demo.cells.request import CellRequest

ADDRESS = " at 0x"
SEED = "seed the generator, as in np.random.default_rng(0)"


def text_of_run(run: Run) -> str:
    r"""All that a cell printed and showed, as text; errors and warnings are not part of it.

    >>> text_of_run(([{"stream": "stdout", "text": "a\n"}, {"html": "<b>2</b>", "plain": "2"}], {"ok": True}))
    'a\n2\n'
    """
    return "".join(map(_text_of, settled(run[0])))


def _text_of(item: Block | Piece) -> str:
    if isinstance(item, tuple):
        return plain(item[1]) if item[0] == "stdout" else ""
    return f"{item['plain']}\n" if "plain" in item else ""


def check_runs(cell: Cell, first: Run, second: Run, importable: frozenset[str]) -> None:
    """Refuse an error that is not meant, and output that differs from run to run or from what is expected."""
    _check_end(cell, first, importable)
    if _shown(first) != _shown(second):
        one, other = _difference(text_of_run(first), text_of_run(second))
        hint = SEED
        if ADDRESS in one:
            hint = "show something else: a default repr holds an address"
        raise DemoError(
            cell.name,
            expected="the same output at every run",
            found=f"output that differs from run to run: {one} and then {other}",
            hint=hint,
        )
    expected, got = cell.request.expected, text_of_run(first)
    if expected is not None and not _as_expected(expected, got, cell.request.flags):
        raise DemoError(cell.name, expected=f"the output {_trimmed(expected)!r}", found=repr(_trimmed(got)))


def _as_expected(expected: str, got: str, flags: int | None) -> bool:
    """Whether output is what an author wrote, or a docstring by the rules of doctest."""
    if flags is None:
        return _trimmed(expected) == _trimmed(got)
    return OutputChecker().check_output(_full_lines(expected), _full_lines(got), flags)


def _full_lines(text: str) -> str:
    """Text without empty lines: in a docstring's HTML they may as well stand between two examples."""
    return "".join(f"{line}\n" for line in text.splitlines() if line.strip() not in {"", "<BLANKLINE>"})


def _check_end(cell: Cell, run: Run, importable: frozenset[str]) -> None:
    result, wanted = run[1], cell.request.raises
    if result["ok"]:
        if wanted:
            raise DemoError(cell.name, expected=f"{wanted} to be raised", found="no error")
        return
    if result["error"] == wanted and _says(result["message"], cell.request):
        return
    name = f"{cell.name}, line {result['line']}" if result["line"] else cell.name
    hint = "" if wanted else _hint(result["error"], result["message"], importable, cell.request)
    expected = f"{cell.request.message or wanted} to be raised" if wanted else "code that runs"
    raise DemoError(name, expected=expected, found=result["message"], hint=hint)


def _says(message: str, request: CellRequest) -> bool:
    """Whether an error's type and message are those in a docstring, if it is one that says what they are."""
    if request.message is None or request.flags is None:
        return True
    kind, _, said = " ".join(request.message.split()).partition(":")
    wanted = f"{kind.rpartition('.')[2]}:{said}".rstrip(":")
    return bool(request.flags & IGNORE_EXCEPTION_DETAIL) or OutputChecker().check_output(
        wanted, message, request.flags
    )


def _hint(error: str, message: str, importable: frozenset[str], request: CellRequest) -> str:
    if request.flags is not None and error == "NameError":
        return "name its package in the plugin's `names:`, or import it in the example"
    if error == "ModuleNotFoundError":
        shipped = ", ".join(sorted(n for n in importable if not n.startswith("_")))
        return f"the site ships the standard library and {shipped}; the plugin's `packages:` adds to them"
    if "cannot work in a page" in message or request.flags is not None:
        return ""
    return f'if it is meant, write raises="{error}"'


def _shown(run: Run) -> tuple[list[list[Part]], list[str]]:
    """A run without the places where its output was divided, which depend on the clock."""
    items = settled(run[0])
    blocks = [item for item in items if isinstance(item, tuple)]
    written = [
        joined(p for stream, parts in blocks if stream == name for p in parts) for name in ("stdout", "stderr")
    ]
    return written, [item["html"] for item in items if not isinstance(item, tuple)]


def _difference(one: str, other: str) -> tuple[str, str]:
    """The first line in which two texts differ, of each."""
    ones, others = one.splitlines(), other.splitlines()
    for a, b in zip(ones, others, strict=False):
        if a != b:
            return repr(a[:60]), repr(b[:60])
    return f"{len(ones)} lines", f"{len(others)} lines"


def _trimmed(text: str) -> str:
    """Text without spaces at the ends of lines and lines at the end."""
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip()

"""What is demanded of a cell's run. Each failure is one line that names the cell, and its line if there is one."""

from live_demo.errors import DemoError
from mkdocs_live_demo.cells.page import Cell
from mkdocs_live_demo.cells.processes import Run

ADDRESS = " at 0x"
SEED = "seed the generator, as in np.random.default_rng(0)"


def text_of_run(run: Run) -> str:
    r"""All that a cell printed and showed, as text; errors and warnings are not part of it.

    >>> text_of_run(([{"stream": "stdout", "text": "a\n"}, {"html": "<b>2</b>", "plain": "2"}], {"ok": True}))
    'a\n2'
    """
    items = run[0]
    return "".join(i["text"] if i.get("stream") == "stdout" else i.get("plain", "") for i in items)


def check_runs(cell: Cell, first: Run, second: Run, importable: frozenset[str]) -> None:
    """Refuse an error that is not meant, and output that differs from run to run or from what is expected."""
    _check_end(cell, first, importable)
    if _settled(first) != _settled(second):
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
    expected = cell.request.expected
    if expected is not None and _trimmed(expected) != _trimmed(text_of_run(first)):
        wanted, got = _trimmed(expected), _trimmed(text_of_run(first))
        raise DemoError(cell.name, expected=f"the output {wanted!r}", found=repr(got))


def _check_end(cell: Cell, run: Run, importable: frozenset[str]) -> None:
    result, wanted = run[1], cell.request.raises
    if result["ok"]:
        if wanted:
            raise DemoError(cell.name, expected=f"{wanted} to be raised", found="no error")
        return
    if result["error"] == wanted:
        return
    name = f"{cell.name}, line {result['line']}" if result["line"] else cell.name
    hint = "" if wanted else _hint(result["error"], result["message"], importable)
    expected = f"{wanted} to be raised" if wanted else "code that runs"
    raise DemoError(name, expected=expected, found=result["message"], hint=hint)


def _hint(error: str, message: str, importable: frozenset[str]) -> str:
    if error == "ModuleNotFoundError":
        shipped = ", ".join(sorted(n for n in importable if not n.startswith("_")))
        return f"the site ships the standard library and {shipped}; the plugin's `packages:` adds to them"
    return "" if "cannot work in a page" in message else f'if it is meant, write raises="{error}"'


def _settled(run: Run) -> tuple[list[str], list[str]]:
    """A run without the places where its output was divided, which depend on the clock."""
    written = ["".join(i["text"] for i in run[0] if i.get("stream") == name) for name in ("stdout", "stderr")]
    return written, [i["html"] for i in run[0] if "html" in i]


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

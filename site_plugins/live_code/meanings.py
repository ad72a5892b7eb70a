"""What an error means, in a sentence for somebody who has not met it before."""

import linecache
import sys

from live_code.habits import habit
from live_code.limits import NotInAPageError

_MEANINGS: dict[type[BaseException], str] = {
    ZeroDivisionError: "Something is divided by zero.",
    UnboundLocalError: "A function uses a variable before giving it a value.",
    NotImplementedError: "This part is not written yet.",
    RecursionError: "A function calls itself, and never stops doing so.",
    IndexError: "There is no item at that position.",
    KeyError: "There is nothing under that key.",
    FileNotFoundError: "There is no such file. Files are kept as long as the session is.",
    FileExistsError: "There is such a file already.",
    IsADirectoryError: "A folder stands where a file is wanted.",
    PermissionError: "That file may not be touched.",
    UnicodeError: "These bytes and this text do not fit together.",
    AssertionError: "An assertion does not hold.",
    OverflowError: "A number is too large.",
    FloatingPointError: "The calculation left the range of numbers.",
    MemoryError: "There is not enough memory for this.",
    TimeoutError: "It took too long.",
    StopIteration: "There is nothing left to go through.",
    EOFError: "There is nothing left to read.",
    KeyboardInterrupt: "The cell was interrupted.",
    GeneratorExit: "The cell ended itself.",
    TypeError: "A value is of the wrong kind for what is done with it.",
    ValueError: "A value is of the right kind, but this one does not fit.",
    ArithmeticError: "A calculation went wrong.",
    ImportError: "Something could not be imported.",
    LookupError: "What was looked up is not there.",
    OSError: "A file or the system refused.",
}
_INSTEAD = {"matplotlib": " Draw with live_demo: its bars, line_plot, heatmap and plane are shown as a last line."}
_OUT_OF_REACH = "A cell runs in a worker, out of reach of the page, its document and its window."
_NAMES_OF_THE_PAGE = frozenset(
    {"alert", "document", "history", "localStorage", "parent", "sessionStorage", "window"}
)
LONGEST = 60  # characters of a name
_SHAPES = ("shape", "broadcast", "dimension", "inhomogeneous", "aligned")


def meaning(error: BaseException, cell: str) -> str:
    """Say what an error means.

    >>> meaning(ZeroDivisionError("division by zero"), "cell 1")
    'Something is divided by zero.'
    """
    match error:
        case NotInAPageError():
            return str(error)
        case SyntaxError():
            return _of_syntax(error, cell)
        case SystemExit(code=None | 0):
            return "The cell ended itself."
        case SystemExit():
            return f"The cell ended itself, with the code {error.code}."
        case ValueError() if "numpy" in sys.modules and any(word in str(error) for word in _SHAPES):
            return "The shapes of the arrays do not fit together."
    general = next((text for kind, text in _MEANINGS.items() if isinstance(error, kind)), "The cell stopped.")
    return _of_a_name(error) or general


def _of_a_name(error: BaseException) -> str:
    text = ""
    match error:
        case ImportError(name="js"):
            text = _OUT_OF_REACH
        case ModuleNotFoundError(name=str(name)):
            top = name.partition(".")[0]
            text = f"The module {shortened(top)} does not come with this site.{_INSTEAD.get(top, '')}"
        case UnboundLocalError():
            text = ""
        case NameError(name="_"):
            text = "Python’s prompt and Jupyter keep the last value in _; here, give it a name."
        case NameError(name=str(name)):
            text = f"Nothing here is called {shortened(name)} so far."
        case AttributeError(name=str(name), obj=obj) if name in _NAMES_OF_THE_PAGE and _is_js(obj):
            text = _OUT_OF_REACH
        case AttributeError(name=str(name)):
            text = f"The object has nothing called {shortened(name)}."
    return text


def _is_js(obj: object) -> bool:
    return getattr(obj, "__name__", type(obj).__name__) in {"js", "JsProxy"}


def shortened(text: str, most: int = LONGEST) -> str:
    """A text that is not longer than it is told; its beginning says what it is.

    >>> shortened("a" * 9, 5)
    'aaaa…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _of_syntax(error: SyntaxError, cell: str) -> str:
    if error.filename != cell:
        return "Some text that was to be read as Python is not Python."
    if isinstance(error, IndentationError):
        return f"The indentation of line {error.lineno} does not fit the lines around it."
    line = linecache.getline(cell, error.lineno or 0)
    return habit(line, error.msg) or f"Python cannot read line {error.lineno}."
